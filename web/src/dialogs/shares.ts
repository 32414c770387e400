/** Who moved the chances: the dice, and the decisions of either side. Pure arithmetic over the curve. */
import type { Analysis } from '../server/api'
import { tr } from '../words'

type Point = Analysis['curve'][number]
export interface Shares {
  dice: number
  mine: number
  theirs: number
}

/** How far the chance of `side` was moved by each, in points of a hundred. */
export function sharesOf(curve: Point[], side: string): Shares {
  const moved = { dice: 0, mine: 0, theirs: 0 }
  for (const [i, p] of curve.slice(1).entries()) {
    const change = (p.chance - curve[i]!.chance) * 100
    moved[p.by === 'chance' ? 'dice' : p.by === side ? 'mine' : 'theirs'] += change
  }
  return { dice: Math.round(moved.dice), mine: Math.round(moved.mine), theirs: Math.round(moved.theirs) }
}

/** Smaller differences than this are lost in the estimate. */
const CLEAR = 10

/** Who rolled better and who played better, as far as an estimate can say it. */
export function judged(of: Shares, side: string, other: string): [string, string] {
  const rolled =
    Math.abs(of.dice) < CLEAR
      ? tr('The dice moved the chance little.')
      : tr('The dice helped {side}.', { side: of.dice > 0 ? side : other })
  const edge = of.mine + of.theirs
  const played =
    Math.abs(edge) < CLEAR ? tr('Play: about even, too close to call.') : tr('{side} played better.', { side: edge > 0 ? side : other })
  return [rolled, played]
}
