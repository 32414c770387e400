/** Two plots of a game: the chance to win, and luck. Each is an image with a sentence; the table beside it has the figures. */
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Analysis } from '../server/api'
import * as t from '../table'
import { tr } from '../words'
import { percentText } from '../words/numbers'
import './result.css'

const H = 210
const LEFT = 46
const RIGHT = 14
const TOP = 12
const FOOT = 26
/** So much room the name of a turn needs; a number alone needs less. */
const NAMED = 54
const NUMBERED = 18

/** How much larger than usual the reader's text is. */
const larger = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16

/** As wide as the room there is, so that its text has the size of all text. */
function Plot({ label, children }: { label: string; children: (width: number) => ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null)
  const width = useSignal(640)
  useEffect(() => {
    const watch = new ResizeObserver(() => (width.value = Math.max(240, (box.current?.clientWidth ?? 640) / larger())))
    watch.observe(box.current!)
    return () => watch.disconnect()
  }, [])
  return (
    <div ref={box}>
      <svg class="plot" viewBox={`0 0 ${width.value} ${H}`} height={H * larger()} role="img" aria-label={label}>
        {children(width.value)}
      </svg>
    </div>
  )
}

/** Horizontal lines with their figures. */
const Levels = ({ at, y, name, w }: { at: number[]; y: (v: number) => number; name: (v: number) => string; w: number }) => (
  <>
    {at.map((v) => (
      <g key={v}>
        <line class="grid" x1={LEFT} x2={w - RIGHT} y1={y(v)} y2={y(v)} />
        <text x={LEFT - 7} y={y(v) + 4} text-anchor="end">
          {name(v)}
        </text>
      </g>
    ))}
  </>
)

/** The turns below a plot, each in its own stretch; nights are shaded. */
function Turns({ from, w }: { from: { turn: number; x: number }[]; w: number }) {
  const nights = new Set(t.sheet.value!.turns.filter((x) => x.night).map((x) => x.turn))
  return (
    <>
      {from.map(({ turn, x }, i) => {
        const wide = (from[i + 1]?.x ?? w - RIGHT) - x
        const name = wide > NAMED ? tr('Turn {n}', { n: turn }) : wide > NUMBERED ? String(turn) : ''
        return (
          <g key={`${turn} ${x}`}>
            {nights.has(turn) && <rect class="night" x={x} y={TOP} width={Math.max(0, wide)} height={H - TOP - FOOT} />}
            {i > 0 && <line class="grid" x1={x} x2={x} y1={TOP} y2={H - FOOT} />}
            {name && (
              <text x={x + wide / 2} y={H - 8} text-anchor="middle">
                {name}
              </text>
            )}
          </g>
        )
      })}
    </>
  )
}

/** Where each turn begins. */
const beginnings = (turns: number[], x: (i: number) => number) =>
  turns.flatMap((turn, i) => (turn !== turns[i - 1] ? [{ turn, x: x(i) }] : []))

/** Where the truth lies nine times in ten. */
function Band({ a, x, y }: { a: Analysis; x: (n: number) => number; y: (p: number) => number }) {
  const edge = (of: Analysis['curve'], at: (p: Analysis['curve'][number]) => number) =>
    of.map((p) => `${x(p.n).toFixed(1)},${y(at(p)).toFixed(1)}`)
  const points = [...edge(a.curve, (p) => p.high), ...edge([...a.curve].reverse(), (p) => p.low)].join(' ')
  return <polygon class="band" data-testid="band" style={{ fill: t.accent(a.side) }} points={points} />
}

export function Curve({ a, show }: { a: Analysis; show: (n: number) => void }) {
  const end = Math.max(1, a.curve.at(-1)!.n)
  const y = (p: number) => TOP + (1 - p) * (H - TOP - FOOT)
  const { chance, low, high } = a.curve[0]!
  const summary = [
    tr('Chance to win: {start} at the start, {end} at the end.', { start: percentText(chance), end: percentText(a.curve.at(-1)!.chance) }),
    a.judged ? tr('At the start it lies between {low} and {high}.', { low: percentText(low), high: percentText(high) }) : '',
  ].join(' ')
  return (
    <Plot label={summary}>
      {(w) => {
        const x = (n: number) => LEFT + (n / end) * (w - LEFT - RIGHT)
        return (
          <>
            <Turns
              from={beginnings(
                a.curve.map((p) => p.turn),
                (i) => x(a.curve[i]!.n),
              )}
              w={w}
            />
            {a.judged && <Band a={a} x={x} y={y} />}
            <Levels at={[0, 0.5, 1]} y={y} name={percentText} w={w} />
            <polyline
              class="line dotted"
              style={{ stroke: t.accent(a.side) }}
              points={a.curve.map((p) => `${x(p.n).toFixed(1)},${y(p.chance).toFixed(1)}`).join(' ')}
            />
            {a.swings.map((s, i) => {
              const p = a.curve.find((c) => c.n === s.last)
              if (!p) return null
              return (
                <g key={s.last} transform={`translate(${x(p.n)} ${y(p.chance)})`} class={`swing ${s.by}`} onClick={() => show(s.last)}>
                  {s.by === 'chance' ? <rect x="-9" y="-9" width="18" height="18" rx="3" /> : <circle r="9.500" />}
                  <text y="4.200" text-anchor="middle">
                    {'ABCDEFG'[i]}
                  </text>
                </g>
              )
            })}
          </>
        )
      }}
    </Plot>
  )
}

export function Luck({ a, show }: { a: Analysis; show: (n: number) => void }) {
  const sums: number[] = []
  for (const r of a.throws) sums.push((sums.at(-1) ?? 0) + r.luck)
  const most = Math.max(2, ...sums.map(Math.abs), ...a.throws.map((r) => Math.abs(r.luck)))
  const middle = (TOP + H - FOOT) / 2
  const y = (v: number) => middle - (v / most) * (middle - TOP)
  const rounded = (v: number) => String(Math.round(v * 10) / 10).replace('-', '−')
  const label = tr('Luck of {n} rolls; the sum is {sum}.', { n: a.throws.length, sum: Math.round(sums.at(-1)! * 10) / 10 })
  return (
    <Plot label={label}>
      {(w) => {
        const step = (w - LEFT - RIGHT) / a.throws.length
        const x = (i: number) => LEFT + step * (i + 0.5)
        const bar = Math.min(12, step * 0.7)
        return (
          <>
            <Turns
              from={beginnings(
                a.throws.map((r) => r.turn),
                (i) => LEFT + step * i,
              )}
              w={w}
            />
            <Levels at={[-most, 0, most]} y={y} name={rounded} w={w} />
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
          </>
        )
      }}
    </Plot>
  )
}
