/** Who plays, who may come, who watches: seats and their links. */
import { signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import * as server from '../server/api'
import { forget, held, keep, linkTo } from '../server/links'
import { handOver } from '../server/people'
import { botName } from '../shared/names'
import * as t from '../table'
import { tr } from '../words'
import { given } from './given'
import { LinkBox } from './link'
import { isFree, isMine, linkOf, presence, presenceText, whoPlays } from './who'
import './people.css'

/** The opponents that this game has. */
const levels = signal<string[]>([])
const askLevels = async () => {
  const game = t.sheet.value!.game
  levels.value = (await server.games()).find((x) => x.scenarios.some((c) => c.game === game))?.bots ?? []
}

const LOCAL = /^(localhost|127\.|\[::1\])/

export function Players() {
  const s = t.live.value!
  const trouble = useSignal('')
  const changed = useSignal(0)
  useEffect(() => void askLevels().catch(() => undefined), [])
  const attempt = (work: () => Promise<unknown>) =>
    void work().then(
      () => {
        trouble.value = ''
        changed.value++
      },
      (e: Error) => (trouble.value = e.message),
    )
  const owner = s.role === 'owner'
  return (
    <div class="players" data-changes={changed.value}>
      <h2 id="dialog-title">{tr('Players')}</h2>
      {owner && <p>{tr('Send a link: whoever opens it takes the seat, in any browser, now or tomorrow.')}</p>}
      {t.sheet.value!.sides.map(({ id }) => (
        <SeatRow key={id} side={id} attempt={attempt} />
      ))}
      {owner && <Watchers attempt={attempt} />}
      {owner && LOCAL.test(location.hostname) && (
        <p class="quiet">
          {tr('This table listens to this machine only: the links work in its browsers. For other machines start it with')}{' '}
          <code>sandtable serve --host 0.0.0.0</code>.
        </p>
      )}
      {trouble.value && (
        <p class="trouble" role="alert">
          {trouble.value}
        </p>
      )}
    </div>
  )
}

type Attempt = (work: () => Promise<unknown>) => void

async function freshLinks() {
  const l = await server.newLinks(t.table.value, t.token.value)
  keep(t.table.value, { token: t.token.value, seats: l.seats, spectator: l.spectator })
}

function SeatRow({ side, attempt }: { side: string; attempt: Attempt }) {
  const s = t.live.value!
  const p = s.players[side]!
  const here = presence(s, side)
  const playing = !s.view.outcome && !s.ended && s.kind === 'game'
  return (
    <section class="seat-row" style={{ '--side': t.accent(side) }} data-seat-row={side}>
      <i aria-hidden="true" />
      <div>
        <h3>{t.sideName(side)}</h3>
        <small>{whoPlays(s, side)}</small>
      </div>
      <span class={`presence ${here}`}>{presenceText(here)}</span>
      {playing && s.role === 'owner' && !p.taken && <Choose side={side} attempt={attempt} />}
      {playing && isMine(s, side) && p.taken && <GiveAway side={side} attempt={attempt} />}
      {playing && s.role === 'owner' && isFree(p) && (
        <div class="wide">
          {linkOf(side) ? (
            <LinkBox name={t.sideName(side)} link={linkOf(side)} main />
          ) : (
            <button type="button" onClick={() => attempt(freshLinks)}>
              {tr('Make a new link')}
            </button>
          )}
        </div>
      )}
    </section>
  )
}

/** The owner decides who plays a side until somebody has sat down there. */
function Choose({ side, attempt }: { side: string; attempt: Attempt }) {
  const s = t.live.value!
  const p = s.players[side]!
  const change = (value: string) => {
    const person = value === 'here' || value === 'elsewhere'
    const player = person ? { kind: value as 'here' | 'elsewhere', name: '', level: '' } : { kind: 'bot' as const, level: value, name: '' }
    attempt(async () => {
      await server.change(t.table.value, t.token.value, { players: { [side]: player } })
      if (value === 'elsewhere') await freshLinks()
    })
  }
  return (
    <select
      aria-label={tr('Who plays {side}', { side: t.sideName(side) })}
      value={p.kind === 'bot' ? p.level : p.kind}
      onChange={(e) => change(e.currentTarget.value)}>
      <option value="here">{tr('A person at this screen')}</option>
      <option value="elsewhere">{tr('A person with a link')}</option>
      {levels.value.map((b) => (
        <option key={b} value={b}>
          {botName(b)}
        </option>
      ))}
    </select>
  )
}

/** A seat that somebody has taken is his alone to give: to a bot, or to whoever gets a new link. */
function GiveAway({ side, attempt }: { side: string; attempt: Attempt }) {
  const to = useSignal('')
  const give = () =>
    attempt(async () => {
      const [table, name] = [t.table.value, t.sideName(side)]
      const body = to.value === 'link' ? { side, to: 'link' as const } : { side, to: 'bot' as const, level: to.value }
      const { link } = await handOver(table, t.token.value, body)
      // the seat is closed by now: what follows is shown in place of the table
      forget(table)
      given.value = { name, link: link && linkTo(table, link) }
    })
  return (
    <details class="give">
      <summary>{tr('Give the seat away')}</summary>
      <label class="field">
        {tr('To whom')}
        <select value={to.value} onChange={(e) => (to.value = e.currentTarget.value)}>
          <option value="">{tr('Choose')}</option>
          <option value="link">{tr('Whoever gets a new link from me')}</option>
          {levels.value.map((b) => (
            <option key={b} value={b}>
              {botName(b)}
            </option>
          ))}
        </select>
      </label>
      <p class="quiet">{tr('Nobody but you can do this, and it cannot be taken back. It stands in the record.')}</p>
      <button type="button" disabled={!to.value} onClick={give}>
        {tr('Give {side} away', { side: t.sideName(side) })}
      </button>
    </details>
  )
}

function Watchers({ attempt }: { attempt: Attempt }) {
  const s = t.live.value!
  const token = held(t.table.value)?.spectator
  const n = t.present.value.spectator ?? 0
  return (
    <section class="seat-row watchers">
      <i aria-hidden="true" />
      <div>
        <h3>{tr('Spectators')}</h3>
        <small>{s.terms.watching === 'closed' ? tr('Not before the game is over') : tr('They see no secrets')}</small>
      </div>
      <span class="presence">{n ? tr('{n} watching', { n }) : tr('nobody')}</span>
      <div class="wide">
        {token && <LinkBox name={tr('Spectators')} link={linkTo(t.table.value, token)} />}
        <button type="button" class="soft" onClick={() => attempt(freshLinks)}>
          {tr('Make new links')}
        </button>{' '}
        <span class="quiet">{tr('The old ones stop working.')}</span>
      </div>
    </section>
  )
}
