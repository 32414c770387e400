/** Units sorted for those who read the board as a list. */
import type { Grid } from '../map/grid'
import type { Look, Unit } from '../server/types'
import { tr } from '../words'

export type By = 'region' | 'formation' | 'side'
export interface Group {
  name: string
  units: Unit[]
}

/** The first figure of a counter is its strength. */
export const strengthOf = (units: Unit[]): number =>
  units.reduce((sum, u) => sum + (Number.parseFloat((u.factors[0] ?? '').replace(/[^\d.]/g, '')) || 0), 0)

/** The named place nearest to a hex: a region for those who cannot see the map. */
export function regionOf(hex: string, g: Grid): string {
  const [x, y] = g.centre(hex)
  let best = ''
  let least = Number.POSITIVE_INFINITY
  for (const h of g.map.hexes) {
    if (!h.places.length) continue
    const d = Math.hypot(h.x - x, h.y - y)
    if (d < least) [best, least] = [h.places[0]!, d]
  }
  return best ? tr('Near {place}', { place: best }) : tr('On the map')
}

export function grouped(by: By, units: Unit[], g: Grid, look: Look, boxTitle: (box: string) => string): Group[] {
  const groups = new Map<string, Unit[]>()
  for (const u of units) {
    const name =
      by === 'side'
        ? (look.side[u.side]?.name ?? u.side)
        : by === 'formation'
          ? (look.formation[u.formation ?? '']?.name ?? u.formation) || tr('No formation')
          : g.has(u.at)
            ? regionOf(u.at, g)
            : boxTitle(u.at)
    groups.set(name, [...(groups.get(name) ?? []), u])
  }
  const off = (group: Group) => (group.units.every((u) => !g.has(u.at)) ? 1 : 0)
  const all = [...groups].map(([name, list]) => ({
    name,
    units: list.sort((a, b) => a.side.localeCompare(b.side) || a.at.localeCompare(b.at)),
  }))
  return all.sort((a, b) => off(a) - off(b) || b.units.length - a.units.length)
}
