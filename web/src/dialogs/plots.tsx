/** Two plots of a game: the chance to win, and luck. Each is an image with a sentence; the table beside it has the figures. */
import type { Analysis } from '../server/api'
import * as t from '../table'
import { tr } from '../words'
import { percentText } from '../words/numbers'

const W = 640
const H = 190
const LEFT = 44

export function Curve({ a, show }: { a: Analysis; show: (n: number) => void }) {
  const end = Math.max(1, a.curve.at(-1)!.n)
  const x = (n: number) => LEFT + (n / end) * (W - LEFT - 8)
  const y = (p: number) => 10 + (1 - p) * (H - 34)
  const turns = a.curve.filter((p, i) => i > 0 && p.turn !== a.curve[i - 1]!.turn)
  const summary = tr('Chance to win: {start} at the start, {end} at the end.', {
    start: percentText(a.curve[0]!.chance),
    end: percentText(a.curve.at(-1)!.chance),
  })
  return (
    <svg class="plot" viewBox={`0 0 ${W} ${H}`} role="img" aria-label={summary}>
      {[0, 0.5, 1].map((p) => (
        <g key={p}>
          <line class="grid" x1={LEFT} x2={W} y1={y(p)} y2={y(p)} />
          <text x={LEFT - 6} y={y(p) + 4} text-anchor="end">
            {percentText(p)}
          </text>
        </g>
      ))}
      {turns.map((p) => (
        <g key={p.n}>
          <line class="grid" x1={x(p.n)} x2={x(p.n)} y1={10} y2={H - 24} />
          <text x={x(p.n) + 3} y={H - 8}>
            {tr('Turn {n}', { n: p.turn })}
          </text>
        </g>
      ))}
      <polyline
        class="line dotted"
        style={{ stroke: t.accent(a.side) }}
        points={a.curve.map((p) => `${x(p.n).toFixed(1)},${y(p.chance).toFixed(1)}`).join(' ')}
      />
      {a.swings.map((s, i) => {
        const p = a.curve.find((c) => c.n === s.last)
        if (!p) return null
        const at = `translate(${x(p.n)} ${y(p.chance)})`
        return (
          <g key={s.last} transform={at} class="swing" onClick={() => show(s.last)}>
            {s.by === 'chance' ? <rect x="-8" y="-8" width="16" height="16" rx="3" /> : <circle r="8.500" />}
            <text y="4" text-anchor="middle">
              {'ABCDEFG'[i]}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

export function Luck({ a, show }: { a: Analysis; show: (n: number) => void }) {
  const sums: number[] = []
  for (const r of a.throws) sums.push((sums.at(-1) ?? 0) + r.luck)
  const most = Math.max(2, ...sums.map(Math.abs), ...a.throws.map((r) => Math.abs(r.luck)))
  const step = (W - LEFT - 8) / a.throws.length
  const x = (i: number) => LEFT + step * (i + 0.5)
  const y = (v: number) => H / 2 - (v / most) * (H / 2 - 14)
  const bar = Math.min(12, step * 0.7)
  return (
    <svg
      class="plot"
      viewBox={`0 0 ${W} ${H}`}
      role="img"
      aria-label={tr('Luck of {n} rolls; the sum is {sum}.', { n: a.throws.length, sum: Math.round(sums.at(-1)! * 10) / 10 })}>
      {[-most, 0, most].map((v) => (
        <g key={v}>
          <line class="grid" x1={LEFT} x2={W} y1={y(v)} y2={y(v)} />
          <text x={LEFT - 6} y={y(v) + 4} text-anchor="end">
            {Math.round(v * 10) / 10}
          </text>
        </g>
      ))}
      {a.throws.map((r, i) => (
        <rect
          key={r.n}
          class={r.luck >= 0 ? 'up' : 'down'}
          x={x(i) - bar / 2}
          width={bar}
          y={Math.min(y(0), y(r.luck))}
          height={Math.max(1.5, Math.abs(y(r.luck) - y(0)))}
          onClick={() => show(r.n)}
        />
      ))}
      <polyline class="line" points={sums.map((v, i) => `${x(i).toFixed(1)},${y(v).toFixed(1)}`).join(' ')} />
    </svg>
  )
}
