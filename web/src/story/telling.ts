/** A stretch of the log as a story: every fight one happening, consecutive moves together. */
import type { Entry, Event } from '../server/types'
import { diceOf, isHex } from '../table/store'
import type { Said } from '../words/sentences'
import { headed } from './heading'

export interface Happening {
  /** The last decision that belongs to it. */
  n: number
  kind: 'move' | 'fight' | 'other'
  title: Said
  details: Said[]
  /** The log's lines about a fight. */
  lines: Event[]
  rules: string[]
  at: string[]
  /** Ways of units, for the map. */
  ways: string[][]
  dice: string[]
}

/** The way of a unit in this entry, hex by hex. */
function wayOf(e: Entry): string[] {
  const last = e.action?.split(' ').at(-1) ?? ''
  const hexes = last.split('-').filter(isHex)
  return hexes.length > 1 ? hexes : []
}

/** Entries that begin another fight or movement. */
const BEGINS = ['attack', 'move', 'enter', 'end', 'overrun', 'fire', 'bombard']

/** The happenings of these entries: every fight one, consecutive moves together. */
export function told(entries: Entry[]): Happening[] {
  const out: Happening[] = []
  /** Does the last fight go on? */
  let open = false
  for (const e of entries) {
    const verb = e.action?.split(' ')[0] ?? ''
    const dice = diceOf(e)
    const way = wayOf(e)
    const events = e.events
    const at = [...new Set(events.flatMap((v) => v.at))].filter(isHex)
    const now = out.at(-1)
    if (BEGINS.includes(verb)) open = false
    const fighting = open && now?.kind === 'fight'
    if (way.length && !fighting && !dice.length) {
      const moves: Happening =
        now?.kind === 'move' ? now : { n: e.n, kind: 'move', title: '', details: [], lines: [], rules: [], at: [], ways: [], dice: [] }
      if (moves !== now) out.push(moves)
      moves.n = e.n
      moves.ways.push(way)
      moves.details.push(...events.map((v) => v.text))
      moves.at.push(way.at(-1)!)
    } else if (dice.length || fighting || (verb === 'confirm' && events.length)) {
      const fight: Happening = fighting
        ? now
        : { n: e.n, kind: 'fight', title: '', details: [], lines: [], rules: [], at: [], ways: [], dice: [] }
      if (!fighting) out.push(fight)
      open = true
      fight.n = e.n
      fight.dice.push(...dice)
      fight.lines.push(...events)
      fight.rules.push(...events.flatMap((v) => v.rules))
      fight.at.push(...at)
    } else if (events.length && at.length) {
      out.push({
        n: e.n,
        kind: 'other',
        title: events[0]!.text,
        details: events.slice(1).map((v) => v.text),
        lines: [],
        rules: events.flatMap((v) => v.rules),
        at,
        ways: [],
        dice: [],
      })
    }
  }
  for (const h of out) if (h.kind === 'fight') [h.title, h.details] = headed(h.lines)
  return out
}
