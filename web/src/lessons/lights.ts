/** Where the light falls: pure geometry over hexes. */
import type { Grid } from '../map/grid'

export type Circle = [number, number, number]
/** What lies nearer together than this, in hexes, stands in one light. */
const TOGETHER = 4
const ROOM = 1.25

/** One circle round all of these hexes, or one round each where they lie far apart. */
export function lights(hexes: string[], g: Grid): Circle[] {
  const at = hexes.map((h) => g.centre(h))
  if (!at.length) return []
  const middle = [0, 1].map((i) => (Math.min(...at.map((p) => p[i]!)) + Math.max(...at.map((p) => p[i]!))) / 2) as [number, number]
  const reach = Math.max(...at.map((p) => Math.hypot(p[0] - middle[0], p[1] - middle[1])))
  if (reach <= TOGETHER * g.pitch) return [[...middle, reach + ROOM * g.pitch]]
  return at.map((p) => [...p, g.pitch])
}
