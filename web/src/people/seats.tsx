/** Who sits where, with clocks and presence: always in sight where somebody else plays. Below it what people agree on. */
import * as t from '../table'
import { tr } from '../words'
import { clockText, isShort, leftOf } from './clocks'
import { ConductMenu, Offer } from './conduct'
import { DiceLine } from './dice'
import { LinkBox } from './link'
import { timeOut } from './terms'
import { now } from './ticking'
import { freeSides, inCompany, linkOf, presence, presenceText, whoPlays } from './who'
import './people.css'

export function Seats() {
  const s = t.live.value!
  if (!inCompany(s)) return s.offer ? <Offer /> : null
  return (
    <section class="seats" aria-label={tr('Players')} data-testid="seats">
      <ul>
        {t.sheet.value!.sides.map(({ id }) => (
          <Seat key={id} side={id} />
        ))}
      </ul>
      <ClockNote />
      <DiceLine />
      <Offer />
      {t.log.value.length > 0 && <Inviting />}
      <ConductMenu />
    </section>
  )
}

function Seat({ side }: { side: string }) {
  const s = t.live.value!
  const here = presence(s, side)
  const turn = !s.view.outcome && s.actor === side
  return (
    <li class={`${turn ? 'turn-now' : ''} ${here}`} style={{ '--side': t.accent(side) }} data-seat-of={side}>
      <i aria-hidden="true" />
      <span class="seat-name">
        <b>{t.sideName(side)}</b>
        <small>
          {whoPlays(s, side)}
          {presenceText(here) && (
            <>
              {' · '}
              <span class={`presence ${here}`}>{presenceText(here)}</span>
            </>
          )}
        </small>
      </span>
      <ClockOf side={side} />
    </li>
  )
}

export function ClockOf({ side }: { side: string }) {
  const c = t.live.value?.clock
  const left = c ? leftOf(c, side, now.value) : null
  if (!c || left === null) return null
  const runs = c.running === side && !c.paused
  const state = c.paused ? tr('paused') : runs ? tr('running') : tr('stopped')
  return (
    <span
      class={`clock ${runs ? 'runs' : ''} ${isShort(c, left) ? 'short' : ''}`}
      role="timer"
      aria-label={tr('Clock of {side}: {time}, {state}', { side: t.sideName(side), time: clockText(left), state })}
      data-clock={side}>
      {c.out.includes(side) ? tr('time is out') : clockText(left)}
    </span>
  )
}

function ClockNote() {
  const s = t.live.value!
  if (!s.clock || s.view.outcome) return null
  return <p class="quiet">{s.clock.paused ? tr('The clocks are paused.') : timeOut(s.clock)}</p>
}

/** A seat is free: its link, at once; it is the first thing to be seen where nothing has happened yet. */
export function Inviting() {
  const s = t.live.value!
  const free = freeSides(s)
  if (!free.length || s.role !== 'owner' || s.view.outcome || t.lessonLine()) return null
  return (
    <div class="waiting" data-testid="waiting">
      {free.map((side) => (
        <div key={side}>
          <h3>{tr('Invite somebody to play {side}', { side: t.sideName(side) })}</h3>
          {linkOf(side) ? (
            <LinkBox name={t.sideName(side)} link={linkOf(side)} main />
          ) : (
            <button type="button" onClick={() => (t.dialog.value = 'invite')}>
              {tr('Make a new link')}
            </button>
          )}
        </div>
      ))}
      <p class="quiet">
        {s.terms.listed === 'public'
          ? tr('The seat is offered in the lobby too. You can begin meanwhile.')
          : tr('Whoever opens the link can take the seat, now or tomorrow. You can begin meanwhile.')}
      </p>
    </div>
  )
}
