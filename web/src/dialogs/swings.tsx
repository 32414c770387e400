/** The largest swings of the chance to win; where decisions made one, what the strongest level would have done there. */
import { useSignal } from '@preact/signals'
import { verdictOfGame } from '../panel/judging'
import type { Analysis } from '../server/api'
import type { Replies } from '../server/live'
import { percent, Ruled } from '../shared/text'
import * as t from '../table'
import { tr, trn } from '../words'
import { said } from '../words/sentences'
import './result.css'

type Swing = Analysis['swings'][number]
const MOST = 6
/** So many lines of the log tell a swing. */
const SAID = 2

export function Swings({ a, show }: { a: Analysis; show: (n: number) => void }) {
  const points = (x: number) => `${x > 0 ? '+' : '−'}${Math.abs(Math.round(x * 100))}`
  if (!a.swings.length) return <p class="quiet">{tr('No single decision and no die moved the chances much.')}</p>
  return (
    <>
      <p class="quiet">{tr('The largest swings. Squares: by a die. Discs: by decisions.')}</p>
      <ol class="swings">
        {a.swings.map((x, i) => (
          <li key={x.last}>
            <button type="button" class="text" onClick={() => show(x.last)}>
              {tr('{letter}: turn {turn}, {points}', { letter: 'ABCDEFG'[i]!, turn: x.turn, points: points(x.change) })}
            </button>{' '}
            {x.by === 'chance' ? tr('by a die') : tr('by decisions of {side}', { side: t.sideName(x.by) })}
            <Told of={x} />
            {x.by !== 'chance' && !t.lessonLine() && <Better of={x} />}
          </li>
        ))}
      </ol>
    </>
  )
}

/** What was done or thrown there: the last words of the log about it; that a phase ended is no deed. */
function Told({ of: x }: { of: Swing }) {
  const entries = t.log.value.filter((e) => e.n >= x.first && e.n <= x.last)
  const deeds = entries.flatMap((e) => e.events).filter((v) => v.about !== 'turn' && v.about !== 'phase')
  // nothing was moved or fought: what was chosen tells it
  const all = deeds.length ? deeds.map((v) => v.text) : entries.map((e) => e.label ?? '').filter(said)
  if (!all.length) return null
  return (
    <small class="told">
      {t.sentences(all.slice(-SAID))}
      {all.length > SAID && ` ${trn(all.length - SAID, '({n} line more in the log)', '({n} lines more in the log)')}`}
    </small>
  )
}

/** What the strongest level would have done in place of these decisions, worked out when it is asked for. */
function Better({ of: x }: { of: Swing }) {
  const found = useSignal<Replies['instead'] | null>(null)
  const state = useSignal<'' | 'asked' | string>('')
  const ask = async () => {
    state.value = 'asked'
    try {
      found.value = await t.ask('instead', { first: x.first, last: x.last })
    } catch (e) {
      state.value = (e as Error).message
    }
  }
  const f = found.value
  if (!f)
    return (
      <>
        {' '}
        <button type="button" class="text" disabled={state.value === 'asked'} onClick={() => void ask()}>
          {state.value === 'asked' ? tr('Working it out …') : tr('What would the strongest have done?')}
        </button>
        {state.value && state.value !== 'asked' && <span class="trouble"> {state.value}</span>}
      </>
    )
  return (
    <div class="better" data-testid="better" aria-live="polite">
      {f.same ? (
        <p>{tr('Just the same ({level}).', { level: f.level })}</p>
      ) : (
        <>
          <p>{tr('Instead of this, {level} would have played:', { level: f.level })}</p>
          <ol>
            {f.labels.slice(0, MOST).map((l, i) => (
              <li key={i}>
                <Ruled text={l} />
              </li>
            ))}
          </ol>
          {f.labels.length > MOST && <p class="quiet">{trn(f.labels.length - MOST, 'and {n} more', 'and {n} more')}</p>}
          {f.reason && (
            <p class="quiet">
              <Ruled text={f.reason} />
            </p>
          )}
          <p>
            {tr('{side} to win: {played} after what was played, {instead} after this.', {
              side: t.sideName(x.by),
              played: percent(f.chances[0]),
              instead: percent(f.chances[1]),
            })}{' '}
            {verdictOfGame(f)}
          </p>
        </>
      )}
    </div>
  )
}
