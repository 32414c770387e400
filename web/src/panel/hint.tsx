/** A hint: drawn on the map, with its reason and its figures; and, on request, beside one's own move. */
import type { Judged } from '../server/live'
import type { Option } from '../server/types'
import { percent, Ruled } from '../shared/text'
import * as t from '../table'
import { tr } from '../words'
import { said } from '../words/sentences'
import { figures, verdict } from './judging'
import './hint.css'

export function Hinted() {
  const h = t.hint.value
  if (!h) return null
  const o = h.option
  return (
    <section class="hint" data-testid="hint">
      <h3>{tr('Hint')}</h3>
      {!o ? (
        <p class="quiet">{tr('Thinking …')}</p>
      ) : (
        <>
          <p>
            <strong>
              <Ruled text={o.label} />
            </strong>
          </p>
          {h.reason && !t.comparing.value?.mine && (
            <p>
              <Ruled text={h.reason} />
            </p>
          )}
          {!t.comparing.value?.mine && <Figures of={o} />}
          <div class="small-row">
            <button type="button" onClick={() => void t.play(o.action)}>
              {tr('Do it')}
            </button>
            {!t.lessonLine() && (
              <button type="button" class="soft" onClick={() => (t.comparing.value = { mine: null, judged: null })}>
                {tr('Why not this?')}
              </button>
            )}
            <button type="button" class="soft" onClick={() => (t.hint.value = t.comparing.value = null)}>
              {tr('Close')}
            </button>
          </div>
          <Compared hinted={o} />
        </>
      )}
    </section>
  )
}

function Figures({ of }: { of: Option }) {
  const lines = figures(of)
  return lines.length ? <p class="quiet">{lines.join(' · ')}</p> : null
}

function Compared({ hinted }: { hinted: Option }) {
  const c = t.comparing.value
  if (!c) return null
  if (!c.mine) return <p role="status">{tr('Make the move you have in mind: it is compared with the hint first, and not played yet.')}</p>
  const mine = c.mine
  return (
    <div class="compared" data-testid="compared" aria-live="polite">
      <dl>
        <Beside name={tr('Yours')} of={mine} chance={c.judged?.chances[0]} />
        <Beside name={tr('Hint')} of={hinted} chance={c.judged?.chances[1]} />
      </dl>
      {c.judged ? <Verdict of={c.judged} /> : <p class="quiet">{tr('Trying both out with the same dice …')}</p>}
      <div class="small-row">
        <button type="button" onClick={() => void t.play(mine.action)}>
          {tr('Play mine')}
        </button>
        <button type="button" class="soft" onClick={() => (t.comparing.value = { mine: null, judged: null })}>
          {tr('Compare another')}
        </button>
      </div>
    </div>
  )
}

function Beside({ name, of, chance }: { name: string; of: Option; chance: number | undefined }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {said(of.label)} <b>{chance === undefined ? '…' : tr('{chance} to win', { chance: percent(chance) })}</b>
        <small>{figures(of).join(' · ')}</small>
      </dd>
    </div>
  )
}

const Verdict = ({ of }: { of: Judged }) => (
  <>
    <p>
      <strong>{verdict(of)}</strong>
    </p>
    <p class="quiet">
      {tr(
        '{n} trials of each with the same dice, both sides played on by the computer until it is your turn again. An estimate, no proof.',
        {
          n: of.trials,
        },
      )}
    </p>
  </>
)
