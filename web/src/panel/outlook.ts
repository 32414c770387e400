/** What a fight comes to: consequences before codes. Pure arithmetic over the forecast's facts. */
import type { Forecast, Outlook, Result } from '../server/facts'
import { listed, tr } from '../words'
import { said } from '../words/sentences'

export type Tone = 'good' | 'bad' | 'warn' | 'plain'
export interface Band extends Result {
  tone: Tone
  dice: string[]
}

/** Whom a result hurts, by the letter with which most tables begin it: the defender, the attacker, or both. Fire hurts whom it hits. */
export function toneOf(result: string, kind = 'combat'): Tone {
  // aircraft lost by them and by us
  const [theirs, ours] = result.split(' : ').map(Number)
  if (kind === 'air') return theirs! > ours! ? 'good' : theirs! < ours! ? 'bad' : 'warn'
  // the guns of the defenders
  if (kind === 'bombardment' && result === 'AA') return 'bad'
  if (kind !== 'combat') return ['-', 'A/G', '0'].includes(result) ? 'plain' : 'good'
  // a number is how far the defender retreats
  if (Number(result) > 0) return 'good'
  if (result.toUpperCase() === 'AX') return 'warn'
  const first = result.charAt(0).toUpperCase()
  return first === 'D' ? 'good' : first === 'A' ? 'bad' : first === 'E' || first === 'B' ? 'warn' : 'plain'
}

/** The results in the order of the faces that give them; those that come to the same are one. */
export function bands(results: Result[], kind = 'combat'): Band[] {
  const first = (r: Result) => Number(r.dice?.[0] ?? 0)
  const all = results.map((r) => ({ ...r, dice: r.dice ?? [], tone: toneOf(r.result, kind) })).sort((a, b) => first(a) - first(b))
  const found: Band[] = []
  for (const b of all) {
    const last = found.at(-1)
    if (last && b.name && said(last.name ?? '') === said(b.name) && last.tone === b.tone)
      found[found.length - 1] = { ...last, dice: [...last.dice, ...b.dice], probability: last.probability + b.probability }
    else found.push(b)
  }
  return found
}

/** The one figure a player looks for: a defender destroyed where that is likely, else the hex taken, else the best result. */
export function headline(o: Outlook, f: Forecast | null): { chance: number; text: string } | null {
  const defenders = new Set((f?.defenders ?? []).map((d) => d.unit))
  const doomed = (o.losses ?? []).filter((l) => defenders.has(l.unit) && l.probability >= 0.5)
  if (doomed.length) {
    const chance = Math.min(...doomed.map((l) => l.probability))
    const units = listed(doomed.map((l) => l.unit))
    return { chance, text: doomed.length === 1 ? tr('that {units} is destroyed', { units }) : tr('that {units} are destroyed', { units }) }
  }
  const names = listed([...defenders].slice(0, 3))
  const good = (o.results ?? []).filter((r) => toneOf(r.result, f?.kind) === 'good')
  if (f?.kind === 'air')
    return { chance: good.reduce((sum, r) => sum + r.probability, 0), text: tr('that the enemy loses more aircraft than you') }
  // guns alone take no hex: what they can do is push back; of an attack of several fires the results are those of the first alone
  if (o.take_hex || (o.take_hex === 0 && (!good.length || f?.kind === 'attack'))) {
    const taken = o.take_hex
    // who cannot retreat is destroyed where the hex falls
    const held = (o.losses ?? []).filter((l) => defenders.has(l.unit) && l.probability >= taken)
    if (!defenders.size) return { chance: taken, text: tr('to take the hex') }
    const destroys = taken > 0 && held.length === defenders.size
    const text = destroys
      ? tr('to destroy {units} and take the hex', { units: names })
      : tr('to push back {units} and take the hex', { units: names })
    return { chance: taken, text }
  }
  if (!good.length) return null
  if (f?.kind === 'fire' || f?.kind === 'bombardment')
    return { chance: good.reduce((sum, r) => sum + r.probability, 0), text: tr('to hit the enemy') }
  // the defender leaves where both sides are hurt, too
  const leaves = (o.results ?? []).filter((r) => ['good', 'warn'].includes(toneOf(r.result, f?.kind)))
  return { chance: leaves.reduce((sum, r) => sum + r.probability, 0), text: tr('that {units} must give way', { units: names }) }
}
