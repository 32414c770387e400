/** Who has a part in the dice, from what the server says of them. */
import type { Dice } from '../server/types'

export interface Shares {
  state: 'server' | 'waiting' | 'shared' | 'partly'
  /** Players whose share is in the dice. */
  shares: string[]
  /** Players whose share is not there (yet, or ever). */
  missing: string[]
}

export function diceState(d: Pick<Dice, 'kind' | 'commitments' | 'handed' | 'settled'>): Shares {
  const players = Object.keys(d.commitments).filter((x) => x !== 'server')
  if (d.kind === 'server' || !players.length) return { state: 'server', shares: [], missing: [] }
  const shares = players.filter((x) => d.handed.includes(x) && !d.commitments[x]!.startsWith('late:') && d.commitments[x] !== 'none')
  const missing = players.filter((x) => !shares.includes(x))
  if (!missing.length) return { state: 'shared', shares, missing }
  if (!d.settled) return { state: 'waiting', shares, missing }
  return { state: shares.length ? 'partly' : 'server', shares, missing }
}
