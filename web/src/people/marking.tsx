/** Arrows and marks on the map: for oneself, or shown to the others. */
import type { MarkItem } from '../server/types'
import { OneOf } from '../shared/choice'
import * as t from '../table'
import { tr, trn } from '../words'

/** The tools, beside the talk. */
export function MarkTools() {
  const mine = t.myMarks.value
  const shares = t.live.value!.role !== 'spectator'
  return (
    <details class="mark-tools" open={t.drawing.value || mine.length > 0} data-testid="mark-tools">
      <summary>{tr('Arrows and marks on the map')}</summary>
      <p class="quiet">{tr('Click a hex, then another for an arrow, or the same again for a ring. Again to remove it.')}</p>
      <div class="small-row">
        <button type="button" aria-pressed={t.drawing.value} onClick={() => t.draws(!t.drawing.value)}>
          {t.drawing.value ? tr('Stop drawing') : tr('Draw')}
        </button>
        {mine.length > 0 && (
          <button type="button" class="soft" onClick={() => void t.setMarks([])}>
            {trn(mine.length, 'Remove my mark', 'Remove my {n} marks')}
          </button>
        )}
      </div>
      {shares && (
        <OneOf
          name={tr('Who sees my marks')}
          value={t.marksShared.value ? 'all' : 'me'}
          of={[
            ['me', tr('Only I see them')],
            ['all', tr('The players see them')],
          ]}
          set={(v) => void t.setMarks(mine, v === 'all')}
        />
      )}
    </details>
  )
}

/** Everybody's marks that may be seen here, on the map. */
export function Marks() {
  const all = t.marks.value
  const from = t.drawFrom.value
  const g = t.grid.value!
  return (
    <g class="marks" aria-hidden="true">
      <defs>
        <marker id="mark-head" viewBox="0 0 10 10" refX="7" refY="5" markerWidth="3.200" markerHeight="3.200" orient="auto">
          <path d="M0 0L10 5L0 10z" fill="context-stroke" />
        </marker>
      </defs>
      {all.map((m) => (
        <g
          key={m.by}
          class={m.by === t.iAm.value && !t.marksShared.value ? 'private' : ''}
          data-marks={m.by}
          style={{ '--ink': inkOf(m.by) }}>
          {m.marks.map((x) => (
            <Drawn key={`${x.kind}${x.at.join()}`} x={x} />
          ))}
        </g>
      ))}
      {from && g.has(from) && <polygon class="mark-from" points={g.corners(from, 0.9)} />}
    </g>
  )
}

const inkOf = (by: string) => (by.startsWith('side ') ? t.accent(by.slice(5)) : '#6b1fa8')

function Drawn({ x }: { x: MarkItem }) {
  const g = t.grid.value!
  if (!x.at.every(g.has)) return null
  if (x.kind === 'hex') return <polygon points={g.corners(x.at[0]!, 0.86)} />
  return <polyline points={x.at.map((h) => g.centre(h).join(',')).join(' ')} marker-end="url(#mark-head)" />
}
