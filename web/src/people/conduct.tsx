/** What players do beside the rules: resign, agree on a draw, an end or a pause, take a vacation, come back, play again. */
import { useSignal } from '@preact/signals'
import { rematch } from '../server/people'
import * as t from '../table'
import { tr, trn } from '../words'

type What = 'resign' | 'draw' | 'end' | 'pause' | 'resume' | 'return' | 'vacation' | 'abandoned' | 'edition'

/** Another side that a person plays. */
const withPeople = () => Object.entries(t.live.value!.players).some(([side, p]) => p.kind !== 'bot' && !t.live.value!.sides.includes(side))

interface Deed {
  what: What
  label: string
  /** What it comes to; asked before it is done. */
  sure: string
  days?: number
}

function deeds(): Deed[] {
  const s = t.live.value!
  const c = s.clock
  const people = withPeople()
  const bots = Object.values(s.players).some((p) => p.kind === 'bot')
  const out: Deed[] = []
  if (s.sides.some((x) => s.players[x]?.stand_in))
    out.push({ what: 'return', label: tr('Take my seat back'), sure: tr('The bot that stands in for you stops.') })
  if (people && s.terms.draws !== false && !bots)
    out.push({ what: 'draw', label: tr('Offer a draw'), sure: tr('The game ends as a draw if the others agree.') })
  if (people) out.push({ what: 'end', label: tr('Offer to stop here'), sure: tr('The game ends without a winner if the others agree.') })
  if (c && !c.paused)
    out.push({
      what: 'pause',
      label: tr('Pause the clocks'),
      sure: people ? tr('The clocks stop if the others agree.') : tr('The clocks stop.'),
    })
  if (c?.paused)
    out.push({
      what: 'resume',
      label: tr('Let the clocks go on'),
      sure: people ? tr('They go on if the others agree.') : tr('They go on.'),
    })
  if (c?.kind === 'days' && s.sides.includes(c.running) && (s.terms.pace?.vacation ?? 0) > 0)
    out.push({
      what: 'vacation',
      label: tr('Take a vacation'),
      sure: trn(s.terms.pace!.vacation!, 'Agreed: {n} day for the whole game.', 'Agreed: {n} days for the whole game.'),
      days: 1,
    })
  if (s.actor && !s.sides.includes(s.actor) && people)
    out.push({
      what: 'abandoned',
      label: tr('Call the game abandoned'),
      sure: trn(s.terms.abandon_days ?? 30, 'You win if nothing was decided for {n} day.', 'You win if nothing was decided for {n} days.'),
    })
  out.push({ what: 'resign', label: tr('Resign'), sure: tr('The other side wins at once.') })
  return out
}

/** The menu, folded away. */
export function ConductMenu() {
  const s = t.live.value!
  const chosen = useSignal<Deed | null>(null)
  const days = useSignal(1)
  if (!s.sides.length || s.view.outcome || s.ended || s.offer || s.kind !== 'game') return null
  const deed = chosen.value
  return (
    <details class="conduct" onToggle={(e) => !e.currentTarget.open && (chosen.value = null)}>
      <summary>{tr('Draw, pause, resign …')}</summary>
      {!deed ? (
        <div class="small-row">
          {deeds().map((d) => (
            <button key={d.what} type="button" class="soft" onClick={() => (chosen.value = d)}>
              {d.label}
            </button>
          ))}
        </div>
      ) : (
        <div class="sure" role="group" aria-label={deed.label}>
          <p>
            <b>{deed.label}?</b> {deed.sure}
          </p>
          <div class="small-row">
            {deed.days && (
              <label>
                {tr('Days')}{' '}
                <input
                  type="number"
                  min="1"
                  max={s.terms.pace?.vacation ?? 1}
                  value={days.value}
                  onInput={(e) => (days.value = Math.max(1, Number(e.currentTarget.value)))}
                />
              </label>
            )}
            <button
              type="button"
              class="main"
              onClick={() => {
                chosen.value = null
                void t.conduct(deed.what, deed.days ? days.value : 0)
              }}>
              {deed.label}
            </button>
            <button type="button" class="soft" onClick={() => (chosen.value = null)}>
              {tr('No')}
            </button>
          </div>
        </div>
      )}
    </details>
  )
}

const OFFERED = (): Record<string, string> => ({
  draw: tr('offers a draw'),
  end: tr('offers to stop here'),
  pause: tr('asks to pause the clocks'),
  resume: tr('asks to let the clocks go on'),
  edition: tr('asks to go on under the present rules edition'),
  resignation: tr('sees no chance any more and offers to resign'),
})

/** What somebody offers, with its answer. */
export function Offer() {
  const o = t.live.value!.offer
  if (!o) return null
  const mine = t.live.value!.sides.includes(o.by)
  return (
    <div class="offer" role="alert" data-testid="offer">
      <p>
        <b>{mine ? tr('You') : t.sideName(o.by)}</b>{' '}
        {mine ? tr('wait for an answer: {what}.', { what: OFFER_OF_MINE()[o.what] ?? o.what }) : `${OFFERED()[o.what] ?? o.what}.`}
      </p>
      <div class="small-row">
        {o.yours_to_answer ? (
          <>
            <button type="button" onClick={() => void t.answer(true)}>
              {o.what === 'resignation' ? tr('End the game') : tr('Agree')}
            </button>
            <button type="button" class="soft" onClick={() => void t.answer(false)}>
              {o.what === 'resignation' ? tr('Play on') : tr('Refuse')}
            </button>
          </>
        ) : (
          mine && (
            <button type="button" class="soft" onClick={() => void t.answer(false)}>
              {tr('Withdraw')}
            </button>
          )
        )}
      </div>
    </div>
  )
}
const OFFER_OF_MINE = (): Record<string, string> => ({
  draw: tr('a draw'),
  end: tr('to stop here'),
  pause: tr('to pause the clocks'),
  resume: tr('to let the clocks go on'),
  edition: tr('to go on under the present rules edition'),
})

/** Play again with the same people: one click, sides swapped or not. The tokens of this table open the next one too. */
export function Rematch() {
  const s = t.live.value!
  const trouble = useSignal('')
  if (!s.sides.length || s.kind !== 'game' || !(s.view.outcome || s.ended) || t.lessonLine()) return null
  const again = async (swap: boolean) => {
    try {
      t.toNext((await rematch(t.table.value, t.token.value, swap)).table)
    } catch (e) {
      trouble.value = (e as Error).message
    }
  }
  if (s.next)
    return (
      <button type="button" class="main" onClick={() => t.toNext(s.next)} data-testid="next-table">
        {tr('Go to the next game')}
      </button>
    )
  return (
    <>
      <button type="button" class="main" onClick={() => void again(false)}>
        {tr('Play again')}
      </button>
      <button type="button" onClick={() => void again(true)}>
        {tr('Swap sides')}
      </button>
      {trouble.value && (
        <p class="trouble" role="alert">
          {trouble.value}
        </p>
      )}
    </>
  )
}
