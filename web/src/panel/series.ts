/** Options of one group that differ only in a number (one airstrike, two, three ...) belong together. */
import type { Option } from '../server/types'
import { tr } from '../words'
import { said } from '../words/sentences'

const amounts = (o: Option) => o.words.filter((w) => Number.isFinite(Number(w)))

/** The number by which an option differs from the others of its series. */
export const count = (o: Option) => Number(amounts(o)[0])

/** The title of the series an option belongs to; empty where it stands alone. */
export function titleOf(o: Option): string {
  if (o.units.length || o.to || amounts(o).length !== 1) return ''
  return o.verb === 'roll' ? tr('The die shows') : said(o.group ?? '')
}

export function inSeries(all: Option[]): Option[][] {
  const groups = new Map<string, Option[]>()
  for (const o of all) {
    const title = titleOf(o)
    const rest = o.words.filter((w) => w !== amounts(o)[0]).join(' ')
    const key = title ? `${o.verb} ${rest} ${title}` : o.action
    groups.set(key, [...(groups.get(key) ?? []), o])
  }
  return [...groups.values()].flatMap((g) => (g.length > 2 ? [g] : g.map((o) => [o])))
}
