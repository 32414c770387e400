/** A hint: drawn on the map, with its reason and its figures; and, on request, beside one's own move. */
import type { Judged } from '../server/live'
import type { Option } from '../server/types'
import { percent, Ruled } from '../shared/text'
import * as t from '../table'
import { tr } from '../words'
import { said } from '../words/sentences'
import { figures, verdict } from './judging'

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
          {h.reason && (
            <p>
              <Ruled text={h.reason} />
            </p>
          )}
          <Figures of={o} />
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
      <table class="score">
        <caption class="hidden">{tr('Your move beside the hint')}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{tr('Yours')}</th>
            <th scope="col">{tr('Hint')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{tr('What')}</th>
            <td>{said(mine.label)}</td>
            <td>{said(hinted.label)}</td>
          </tr>
          <tr>
            <th scope="row">{tr('Figures')}</th>
            <td>{figures(mine).join(' · ') || '–'}</td>
            <td>{figures(hinted).join(' · ') || '–'}</td>
          </tr>
          <tr>
            <th scope="row">{tr('Chance to win after it')}</th>
            <td>{c.judged ? percent(c.judged.chances[0]) : '…'}</td>
            <td>{c.judged ? percent(c.judged.chances[1]) : '…'}</td>
          </tr>
        </tbody>
      </table>
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
