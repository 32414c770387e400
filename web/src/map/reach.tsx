/** Where the selected units can go, and who attacks whom. */
import * as t from '../table'
import { half } from './words'
import './reach.css'

/** Where the selected units can go, with what is left there; the way to the hex under the pointer. */
export function Reach() {
  const g = t.grid.value!
  const to = t.destinations.value
  const aim = to.has(t.hovered.value) ? t.hovered.value : t.cursor.value
  const force = t.forced.value
  const hinted = t.hint.value?.option
  const best = force ? force.option : (to.get(aim)?.[0] ?? (hinted && hinted.path.length > 1 ? hinted : undefined))
  const path = force ? force.path : best ? (best.details?.path?.length ? best.details.path : best.path) : []
  const steps = best?.details?.steps ?? []
  const targets = t.offer.value && !t.selected.value.length ? [...t.offer.value.hexes] : []
  const goal = t.mine.value && !t.selected.value.length && t.replayAt.value === null ? t.onlyGoal.value : ''
  return (
    <g class="reach" aria-hidden="true">
      {[...to]
        .filter(([h]) => g.has(h))
        .map(([h, c]) => {
          const [x, y] = g.centre(h)
          const left = c[0]!.details?.left
          const foe = t.stacks.value.get(h)?.some((u) => u.side !== t.live.value?.actor)
          const looks = foe ? 'foe' : c[0]!.details?.warning ? 'warn' : left == null && to.size > 30 ? 'area' : ''
          return (
            <g key={h} class={looks} data-reach={h}>
              <polygon points={g.corners(h, 0.94)} />
              {left != null && (
                <text x={x} y={y + 6}>
                  {half(left)}
                </text>
              )}
            </g>
          )
        })}
      {goal && (
        <g class="area">
          <polygon points={g.corners(goal, 0.94)} />
        </g>
      )}
      {targets
        .filter((h) => g.has(h))
        .map((h) => (
          <polygon key={h} class="target" data-target={h} points={g.corners(h, 0.92)} />
        ))}
      {path.length > 1 && path.every((h) => g.has(h)) && (
        <g class={force?.refusal ? 'way refused' : best === hinted ? 'way hinted' : 'way'}>
          <polyline points={path.map((h) => g.centre(h).join(',')).join(' ')} class="under" />
          <polyline points={path.map((h) => g.centre(h).join(',')).join(' ')} />
          {path.slice(1).map((h, i) => {
            const [x, y] = g.centre(h)
            return (
              <g key={h + i} transform={`translate(${x} ${y})`}>
                <circle r="9" />
                <text y="3.500">{half(steps.find((x) => x.to === h)?.cost)}</text>
              </g>
            )
          })}
        </g>
      )}
    </g>
  )
}

const enemiesCalled = () => [...t.called.value].filter((n) => t.find(n)!.side !== t.live.value!.actor)

/** Who attacks whom in the fight being prepared. */
export function Aim() {
  const g = t.grid.value!
  if (t.replayAt.value !== null) return null
  const f = t.live.value?.forecast
  const at = (n: string) => t.units.value.get(n)?.at ?? n
  const from = [...new Set((f?.attackers ?? []).map((x) => at(x.unit)))].filter(g.has)
  // before the first attacker is chosen it is the enemy of whom the prompt speaks
  const aimed = f ? (f.defenders ?? []).map((x) => x.unit) : enemiesCalled()
  const to = [...new Set(aimed.map(at))].filter(g.has)
  const near = (h: string) => to.reduce((best, x) => (far(h, x) < far(h, best) ? x : best), to[0]!)
  const far = (a: string, b: string) => Math.hypot(g.centre(a)[0] - g.centre(b)[0], g.centre(a)[1] - g.centre(b)[1])
  if (!to.length) return null
  return (
    <g class="aim" aria-hidden="true">
      {[...new Set(to)].map((h) => (
        <polygon key={h} class="aimed" points={g.corners(h, 0.9)} />
      ))}
      {from.map((h) => {
        const [x, y] = g.centre(h),
          [p, q] = g.centre(near(h))
        const d = Math.hypot(p - x, q - y) || 1,
          u = (p - x) / d,
          v = (q - y) / d
        // next to each other the head stands on the hexside, clear of both counters' figures
        const next = g.by.get(h)?.neighbours.includes(near(h))
        const [ex, ey] = next ? [(x + p) / 2, (y + q) / 2] : [p - u * 30, q - v * 30]
        const line = { x1: x + u * 24, y1: y + v * 24, x2: ex - u * 6, y2: ey - v * 6 }
        const corner = (along: number, across: number) => `${ex + u * along - v * across} ${ey + v * along + u * across}`
        return (
          <g key={h}>
            {!next && (
              <>
                <line class="under" {...line} />
                <line {...line} />
              </>
            )}
            <path d={`M${corner(10, 0)}L${corner(-8, 9)}L${corner(-4, 0)}L${corner(-8, -9)}Z`} />
          </g>
        )
      })}
    </g>
  )
}
