/** The light on what a lesson speaks of; the rest of the map lies in the shade, and can be clicked as ever. */
import type { Grid } from '../map/grid'
import * as t from '../table'
import { coach } from './coach'
import { type Circle, lights } from './lights'

/** The hexes a lesson speaks of now: its own, those of the next step, the fight. */
function spoken(g: Grid): string[] {
  const c = coach.value!
  const words = c.hint.split(/[\s-]+/)
  const units = [...t.units.value.values()].filter((u) => c.hint.split(' ').some((w) => w.split('+').includes(u.name)))
  const f = t.live.value?.forecast
  const fight = [...(f?.attackers ?? []), ...(f?.defenders ?? [])].map((x) => t.units.value.get(x.unit)?.at ?? '')
  const next = words.filter(g.has).at(-1) ?? ''
  return [...new Set([...c.spotlight, ...units.map((u) => u.at), ...fight, next])].filter(g.has)
}

export function Spot() {
  const c = coach.value
  const g = t.grid.value!
  if (!c || c.done) return null
  const circles = lights(spoken(g), g)
  if (!circles.length) return null
  const { width, height } = g.map
  const round = ([x, y, r]: Circle) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`
  // far beyond the sheet: its margin lies in the shade as well
  const all = `M${-width} ${-height}H${2 * width}V${2 * height}H${-width}z`
  return (
    <g class="spotlight" aria-hidden="true" data-testid="spotlight">
      <path class="spot" fill-rule="evenodd" d={all + circles.map(round).join('')} />
      {circles.map(([x, y, r]) => (
        <circle key={`${x} ${y}`} class="spot-ring" cx={x} cy={y} r={r} />
      ))}
    </g>
  )
}
