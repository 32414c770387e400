/** Who plays, and the links that let others in. */
import { useSignal } from '@preact/signals'
import * as server from '../server/api'
import { held, keep, linkTo } from '../server/links'
import { botName } from '../shared/names'
import * as t from '../table'

export function Players() {
  const s = t.live.value!
  const links = useSignal(held(t.table.value))
  const trouble = useSignal('')
  const copied = useSignal('')
  const fresh = async () => {
    try {
      const l = await server.newLinks(t.table.value, t.token.value)
      keep(t.table.value, { token: t.token.value, seats: l.seats, spectator: l.spectator })
      links.value = held(t.table.value)
    } catch (e) {
      trouble.value = (e as Error).message
    }
  }
  const change = async (side: string, value: string) => {
    const player =
      value === 'here' || value === 'elsewhere'
        ? { kind: value as 'here' | 'elsewhere', name: '', level: '' }
        : { kind: 'bot' as const, level: value, name: '' }
    try {
      await server.change(t.table.value, t.token.value, { players: { [side]: player } })
      if (value === 'elsewhere') await fresh()
    } catch (e) {
      trouble.value = (e as Error).message
    }
  }
  const row = (name: string, token: string | undefined) =>
    token && (
      <div key={name} class="link-row">
        <b>{name}</b>
        <input
          readOnly
          value={linkTo(t.table.value, token)}
          aria-label={`Link for ${name}`}
          data-link={name}
          onFocus={(e) => e.currentTarget.select()}
        />
        <button
          type="button"
          onClick={(e) => {
            copy(linkTo(t.table.value, token), e.currentTarget.previousElementSibling as HTMLInputElement)
            copied.value = name
          }}>
          {copied.value === name ? 'Copied' : 'Copy'}
        </button>
      </div>
    )
  return (
    <>
      <h2 id="dialog-title">Players and links</h2>
      {t.sheet.value!.sides.map(({ id }) => {
        const p = s.players[id]!
        return (
          <div key={id} class="link-row">
            <b style={{ color: t.accent(id) }}>{t.sideName(id)}</b>
            <select
              aria-label={`Who plays ${t.sideName(id)}`}
              value={p.kind === 'bot' ? p.level : p.kind}
              onChange={(e) => void change(id, e.currentTarget.value)}>
              <option value="here">A person at this screen</option>
              <option value="elsewhere">A person with a link</option>
              {['random', 'greedy'].map((b) => (
                <option key={b} value={b}>
                  {botName(b)}
                </option>
              ))}
            </select>
            <span class="quiet">{t.present.value[id] ? 'present' : ''}</span>
          </div>
        )
      })}
      <h3>Links</h3>
      <p>Whoever opens a seat link plays that side. The spectator link only watches and shows no secrets.</p>
      {/^(localhost|127\.|\[::1\])/.test(location.hostname) && (
        <p class="quiet">
          This table listens to this machine only: the links work in its browsers. For other machines start it with{' '}
          <code>sandtable serve --host 0.0.0.0</code> and open it by this machine's address.
        </p>
      )}
      {Object.entries(links.value?.seats ?? {}).map(([side, token]) => row(t.sideName(side), token))}
      {row('Spectators', links.value?.spectator)}
      <p>
        <button type="button" class="soft" onClick={() => void fresh()}>
          Make new links
        </button>{' '}
        <span class="quiet">The old ones stop working.</span>
      </p>
      {trouble.value && (
        <p class="trouble" role="alert">
          {trouble.value}
        </p>
      )}
    </>
  )
}

/** Copies a link; on plain addresses in a network the old way, which needs the text selected. */
function copy(text: string, input: HTMLInputElement) {
  if (navigator.clipboard) return void navigator.clipboard.writeText(text)
  input.select()
  document.execCommand('copy')
}
