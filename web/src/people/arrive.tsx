/** Somebody comes by a link: who he would be, what he is invited to, and the seat to take. */
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { TablePage } from '../page/page'
import { pictureUrl } from '../server/api'
import { held, keep, whole } from '../server/links'
import { invitation, sit, whoAmI } from '../server/people'
import type { Invitation } from '../server/types'
import { OneOf } from '../shared/choice'
import { Mark } from '../shared/icons'
import { botName } from '../shared/names'
import { tr } from '../words'
import { termsInWords } from './terms'
import './people.css'

/** A table by its link. A link that invites to a seat asks for a name first; any other opens the table. */
export function Arrive({ table, token }: { table: string; token: string }) {
  const found = useSignal<Invitation | null | undefined>(undefined)
  const seated = useSignal('')
  useEffect(() => {
    if (token && !whole(token)) return void (found.value = null)
    void invitation(table, token).then(
      (i) => (found.value = i.side || (!token && i.free.length) ? i : null),
      () => (found.value = null),
    )
  }, [])
  if (found.value === undefined) return <p class="message">{tr('Setting up the table …')}</p>
  if (found.value === null) return <TablePage table={table} token={token} />
  if (seated.value) return <TablePage table={table} token="" />
  const done = (mine: string) => {
    keep(table, { token: mine })
    history.replaceState(null, '', `/#/table/${table}`)
    seated.value = mine
  }
  return <Invited i={found.value} token={token} done={done} />
}

function Invited({ i, token, done }: { i: Invitation; token: string; done: (token: string) => void }) {
  const side = useSignal(i.side ?? i.free[0]!.id)
  const name = useSignal('')
  const trouble = useSignal('')
  const busy = useSignal(false)
  useEffect(() => {
    document.title = `${tr('You are invited')} · Sandtable`
    void whoAmI().then(
      (m) => (name.value = name.value || (m?.name ?? '')),
      () => undefined,
    )
  }, [])
  const sideName = (id: string) => i.free.find((s) => s.id === id)?.name ?? id.charAt(0).toUpperCase() + id.slice(1)
  const take = async () => {
    busy.value = true
    try {
      done((await sit(i.table, token, name.value.trim(), side.value)).token)
    } catch (e) {
      trouble.value = (e as Error).message
      busy.value = false
    }
  }
  return (
    <main class="invited">
      <a class="home" href="/#/" aria-label={tr('To the lobby')}>
        <Mark size={36} />
      </a>
      <article>
        <img src={pictureUrl(i.game, 640)} alt="" width="640" height="260" />
        <div class="invited-text">
          <h1>
            {i.by
              ? tr('{name} invites you to play {side}', { name: i.by, side: sideName(side.value) })
              : tr('You are invited to play {side}', { side: sideName(side.value) })}
          </h1>
          <p>
            <b>{i.title}</b>
            {i.scenario ? `, ${i.scenario}` : ''}
            {i.name && i.name !== i.title ? ` · ${i.name}` : ''}
          </p>
          {i.terms.words && <blockquote>{i.terms.words}</blockquote>}
          <ul class="facts-list">
            {termsInWords(i.terms, i.dice).map((x) => (
              <li key={x}>{x}</li>
            ))}
            {i.hidden && <li>{tr('This game hides things: you see only what your side may know.')}</li>}
            <Others i={i} mine={side.value} nameOf={sideName} />
          </ul>
          {i.options.length > 0 && (
            <details>
              <summary>{tr('Optional rules')}</summary>
              <ul>
                {i.options.map((o) => (
                  <li key={o.name}>
                    {o.title} <small>[{o.rule}]</small>: {o.value === true ? tr('yes') : o.value === false ? tr('no') : String(o.value)}
                  </li>
                ))}
              </ul>
            </details>
          )}
          {!i.side && i.free.length > 1 && (
            <OneOf name={tr('Side')} value={side.value} of={i.free.map((s) => [s.id, s.name])} set={(v) => (side.value = v)} />
          )}
          {held(i.table) && (
            <p class="quiet">
              {tr('This browser plays at this table already.')} <a href={`/#/table/${i.table}`}>{tr('Go to your own seat')}</a>
            </p>
          )}
          <form
            onSubmit={(e) => {
              e.preventDefault()
              void take()
            }}>
            <label class="field">
              {tr('Your name')}
              <input
                value={name.value}
                maxLength={60}
                autocomplete="nickname"
                placeholder={tr('as the others will see it')}
                onInput={(e) => (name.value = e.currentTarget.value)}
              />
            </label>
            <button type="submit" class="main" disabled={busy.value} data-testid="sit">
              {tr('Sit down as {side}', { side: sideName(side.value) })}
            </button>
          </form>
          <p class="quiet">{tr('No account needed. The seat is yours alone from then on; this browser keeps its key.')}</p>
          {trouble.value && (
            <p class="trouble" role="alert">
              {trouble.value}
            </p>
          )}
        </div>
      </article>
    </main>
  )
}

function Others({ i, mine, nameOf }: { i: Invitation; mine: string; nameOf: (side: string) => string }) {
  const others = Object.entries(i.players).filter(([side]) => side !== mine)
  return (
    <>
      {others.map(([side, p]) => (
        <li key={side}>
          {tr('{side}: {player}', {
            side: nameOf(side),
            player:
              p.kind === 'bot'
                ? botName(p.level ?? '')
                : p.name || (p.kind === 'elsewhere' && !p.taken ? tr('nobody yet') : tr('a person')),
          })}
        </li>
      ))}
    </>
  )
}
