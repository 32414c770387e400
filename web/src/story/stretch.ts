/** Whose stretch of the game a decision belongs to: answers in the middle of the other side's fight are part of its turn. */
import type { Entry } from '../server/types'

/** The moment in which entry i was decided; the log says which phase came after. */
export const moment = (log: Entry[], i: number): { turn: number; phase: string } => log[Math.max(0, i - 1)]!

const key = (log: Entry[], i: number) => `${moment(log, i).turn}/${moment(log, i).phase}`

/** By entry: the side of its phase; where phases belong to nobody, the side that decided first in it. */
export function owners(log: Entry[], sideOf: (phase: string) => string): string[] {
  const found: string[] = []
  let from = 0
  for (let i = 1; i <= log.length; i++) {
    if (i < log.length && key(log, i) === key(log, from)) continue
    const owner = sideOf(moment(log, from).phase) || log.slice(from, i).find((e) => e.actor !== 'chance')?.actor || ''
    for (; from < i; from++) found.push(owner)
  }
  return found
}

export interface Stretch {
  side: string
  from: number
  to: number
}

/** The last stretch that was not mine: where it begins and ends. */
export function lastStretch(log: Entry[], me: string, sideOf: (phase: string) => string): Stretch | null {
  const whose = owners(log, sideOf)
  let to = log.length
  while (to > 0 && whose[to - 1] === me) to--
  let from = to
  while (from > 0 && whose[from - 1] !== me) from--
  const decided = log.slice(from, to).find((e) => e.actor !== me && e.actor !== 'chance')
  return decided ? { side: decided.actor, from, to } : null
}

/** Does the other side's stretch still go on, while I answer in its midst? */
export function goesOn(log: Entry[], me: string, sideOf: (phase: string) => string): boolean {
  const now = log.at(-1)
  if (!now) return false
  const side = sideOf(now.phase)
  if (side) return side !== me
  return owners(log, sideOf).at(-1) !== me && key(log, log.length) === key(log, log.length - 1)
}
