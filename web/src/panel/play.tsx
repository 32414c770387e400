/** What to do now: whose move it is, why something is not possible, the fight, the units and the tracks. */
import { FirstNote } from '../lessons/notes'
import { Aloud, Passing } from '../page/curtain'
import { PhaseOfNow } from '../page/phases'
import { Rematch } from '../people/conduct'
import { Orders } from '../people/orders'
import { Inviting, Seats } from '../people/seats'
import { Die, Ruled, Rules } from '../shared/text'
import { lastStory, openStory } from '../story/story'
import * as t from '../table'
import { tr, trn } from '../words'
import { said } from '../words/sentences'
import { Hinted } from './hint'
import { Odds } from './odds'
import { Opponent } from './opponent'
import { Boxes, HexInfo, InHand, Tracks } from './places'
import { Selected, Way } from './units'
import './play.css'

export function PlayPanel() {
  const s = t.live.value!
  const looking = t.replayAt.value !== null
  return (
    <>
      {!looking && !t.log.value.length && <Inviting />}
      {looking ? <LookingBack /> : <Now />}
      <Seats />
      {s.take_back && <TakeBack />}
      <Why />
      {!looking && s.forecast && <Odds f={s.forecast} />}
      {!looking && s.forecast && <FirstNote of="fight" />}
      <Hinted />
      <Selected />
      {counted() && !s.forecast && <FirstNote of="selection" />}
      <Way />
      <Orders />
      {!looking && t.rolled.value && t.rolled.value.n > t.last.value - 5 && !s.forecast && <Rolled />}
      <HexInfo />
      <InHand />
      <Boxes useful />
      <Tracks />
      <Opponent />
      <Boxes useful={false} />
    </>
  )
}

/** Are there hexes to go to, with the points that are left there? */
const counted = () => [...t.destinations.value.values()].some(([o]) => o?.details?.left != null)

function LookingBack() {
  return (
    <section class="prompt">
      <h2>{tr('Looking back')}</h2>
      <p>{t.view.value?.prompt && <Ruled text={t.view.value.prompt} />}</p>
    </section>
  )
}

/** Whose move it is, in a heading; the phase; what can be done, in a sentence. */
function Now() {
  const s = t.live.value!
  const o = t.result.value
  const heading = () => {
    if (o)
      return !o.winner
        ? tr('A draw')
        : s.sides.length === 1
          ? s.sides[0] === o.winner
            ? tr('You won')
            : tr('You lost')
          : tr('{side} wins', { side: t.sideName(o.winner) })
    // in the other side's phase it is a decision, not the turn
    const of = t.sheet.value!.phases.find((p) => p.id === s.view.phase)?.side
    if (t.mine.value && s.sides.length === 1) return of && of !== s.sides[0] ? tr('Your decision') : tr('Your move')
    return s.actor === 'chance' ? tr('The dice') : tr('{side} to decide', { side: t.sideName(s.actor) })
  }
  return (
    <section class={`prompt ${s.forecast ? 'fighting' : ''}`} aria-live="polite">
      <h2 id="now" tabIndex={-1}>
        {heading()}
      </h2>
      {!o && <PhaseOfNow />}
      <p class="what">{o ? said(o.text) : t.mine.value || s.kind === 'replay' ? <Ruled text={s.prompt} /> : <Waiting />}</p>
      <HowMany />
      <LastTurn />
      <AskToUndo />
      <Aloud />
      <Passing />
      {o && (
        <ul>
          {o.reasons.map((r, i) => (
            <li key={i}>
              <Ruled text={r} />
            </li>
          ))}
        </ul>
      )}
      {o && (
        <div class="small-row">
          <Rematch />
          <Figures name={tr('The game in figures')} kind="" />
        </div>
      )}
      {!o && t.log.value.length > 0 && (
        <p>
          <Figures name={tr('The game so far')} kind="text" />
        </p>
      )}
    </section>
  )
}

/** The way to the figures; a lesson has none. */
const Figures = ({ name, kind }: { name: string; kind: string }) =>
  t.lessonLine() ? null : (
    <button type="button" class={kind} onClick={() => (t.dialog.value = 'result')}>
      {name}
    </button>
  )

/** What there is to do, in numbers, before anything is chosen. */
function HowMany() {
  const n = t.active.value.length
  if (!t.mine.value || !n || t.selected.value.length || t.live.value!.forecast || t.called.value.size) return null
  return <p class="quiet">{trn(n, '{n} unit can act now: it has a ring.', '{n} units can act now: they have a ring.')}</p>
}

/** The way to the story of the other side's last turn. */
function LastTurn() {
  const found = lastStory.value
  if (!found) return null
  return (
    <p>
      <button type="button" class="text" onClick={() => void openStory()}>
        {tr('What happened in the turn of {side}', { side: t.sideName(found.side) })}
      </button>
    </p>
  )
}

/** Past a roll or the end of a turn, the other side has to agree. */
function AskToUndo() {
  const s = t.live.value!
  if (t.mine.value || t.result.value || s.role === 'spectator' || s.take_back || s.kind !== 'game') return null
  if (!t.log.value.some((e) => s.sides.includes(e.actor))) return null
  return (
    <p>
      <button type="button" class="soft" disabled={!s.may_take_back.can} title={s.may_take_back.why} onClick={() => void t.propose()}>
        {tr('Ask to undo my last decision')}
      </button>
    </p>
  )
}

function Waiting() {
  const s = t.live.value!
  if (s.role === 'spectator') {
    const behind = t.sheet.value?.hidden ? (s.terms.behind ?? 0) : 0
    return (
      <>
        {behind
          ? trn(behind, 'You are watching, {n} turn later than the players.', 'You are watching, {n} turns later than the players.')
          : tr('You are watching.')}
      </>
    )
  }
  return <>{t.bot.value?.thinking ? tr('Thinking …') : tr('Waiting for {side}.', { side: t.sideName(s.actor) })}</>
}

/** A refusal: who, why with numbers, what else; the paragraph last. */
function Why() {
  const w = t.why.value
  if (!w) return null
  return (
    <section class={`why ${w.kind ?? ''}`} role={w.kind === 'note' ? 'status' : 'alert'} data-testid="why">
      <h3>{w.kind === 'note' ? tr('Just so you know') : tr('Not possible')}</h3>
      <p>
        <Ruled text={w.text} /> <Rules ids={w.rules} />
      </p>
      <button type="button" class="close" aria-label={tr('Close')} onClick={() => (t.why.value = null)}>
        ×
      </button>
    </section>
  )
}

function TakeBack() {
  const b = t.live.value!.take_back!
  return (
    <section class="why">
      <h3>{tr('Undo?')}</h3>
      <p>{tr('{side} asks to undo everything after decision {n}.', { side: t.sideName(b.by), n: b.to })}</p>
      <div class="small-row">
        {b.yours_to_answer ? (
          <>
            <button type="button" onClick={() => void t.answer(true)}>
              {tr('Agree')}
            </button>
            <button type="button" class="soft" onClick={() => void t.answer(false)}>
              {tr('Refuse')}
            </button>
          </>
        ) : (
          <button type="button" class="soft" onClick={() => void t.answer(false)}>
            {tr('Withdraw')}
          </button>
        )}
      </div>
    </section>
  )
}

function Rolled() {
  const r = t.rolled.value!
  return (
    <section class="rolled" data-testid="rolled">
      {r.dice.map((d, i) => (
        <Die key={i} face={d} />
      ))}
      <p>
        {r.texts.map((x, i) => (
          <span key={i}>
            <Ruled text={x} />
            {t.stop(x)}{' '}
          </span>
        ))}
      </p>
    </section>
  )
}
