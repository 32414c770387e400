/** Options that differ only in a number at their end (one airstrike, two, three ...) belong together. */
import type { Option } from '../server/types'
import { said } from '../words/sentences'

export const count = (o: Option) => /^(.*) (\d+)$/.exec(o.action)

export const without = (label: string, n: number | string) => label.replace(new RegExp(`\\s*\\b${n}\\b`), '')

export function inSeries(all: Option[]): Option[][] {
  const groups = new Map<string, Option[]>()
  for (const o of all) {
    const m = o.units.length || o.to ? null : count(o)
    const key = m ? `${m[1]} ${without(said(o.label), m[2]!).replaceAll(/s\b/g, '')}` : o.action
    groups.set(key, [...(groups.get(key) ?? []), o])
  }
  return [...groups.values()].flatMap((g) => (g.length > 2 ? [g] : g.map((o) => [o])))
}
