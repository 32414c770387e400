/** What of a new state has not been told yet. */
import type { Event, State } from '../server/types'

type Told = Pick<State, 'side' | 'keep' | 'entries'>

/** The events to tell; `heard` is the last line of the log until now. */
export function newsOf(s: Told, before: Pick<State, 'side'> | null, heard: number, hidden: boolean): Event[] {
  // whoever takes the other's place has a log of his own, and was there when it was told
  if (!before || (hidden && before.side !== s.side)) return []
  // sent anew, as when all is revealed at the end: only what came last is new
  const fresh = s.keep < heard ? s.entries.slice(-1) : s.entries
  return fresh.flatMap((e) => e.events)
}
