/** A stretch of the log as a story: every fight one happening, consecutive moves together. */
import type { Entry, Event } from '../server/types'
import { diceOf, isHex } from '../table/store'
import { trn } from '../words'
import { type Said, said } from '../words/sentences'
import { entitled, type Headed, headed } from './heading'

export interface Move {
  /** The decision. */
  n: number
  who: string
  to: string
}

export interface Happening extends Headed {
  /** The last decision that belongs to it. */
  n: number
  kind: 'move' | 'fight' | 'other'
  /** The log's lines about a fight. */
  lines: Event[]
  rules: string[]
  at: string[]
  /** Ways of units, for the map. */
  ways: string[][]
  /** Who went where. */
  moves: Move[]
  /** So many moves of whom one does not know. */
  hidden: number
  dice: string[]
}

/** The way of a unit in this entry, hex by hex. */
function wayOf(e: Entry): string[] {
  const last = e.action?.split(' ').at(-1) ?? ''
  const hexes = last.split('-').filter(isHex)
  return hexes.length > 1 ? hexes : []
}

/** That a turn or a phase ends is nothing that somebody did. */
const isDeed = (v: Event) => v.about !== 'turn' && v.about !== 'phase'

/** Entries that begin another fight or movement. */
const BEGINS = ['attack', 'move', 'enter', 'end', 'overrun', 'bombard']

/** Who moves in this entry: one unit, or a stack. */
const whoMoves = (e: Entry): string => e.action?.split(' ')[1]?.split('+').join(', ') ?? ''

const happening = (n: number, kind: Happening['kind']): Happening => ({
  n,
  kind,
  title: '',
  whole: '',
  details: [],
  lines: [],
  rules: [],
  at: [],
  ways: [],
  moves: [],
  hidden: 0,
  dice: [],
})

/** Lines that say the same, once, with how often. */
function counted(lines: Said[]): Said[] {
  const times = new Map<string, Said[]>()
  for (const line of lines) times.set(said(line), [...(times.get(said(line)) ?? []), line])
  return [...times].map(([text, same]) => (same.length > 1 ? `${text} (×${same.length})` : same[0]!))
}

/** The happenings of these entries: every fight one, consecutive moves together, and what is done in the same way one after the other. */
export function told(entries: Entry[]): Happening[] {
  const out: Happening[] = []
  /** Does the last fight go on? */
  let open = false
  let before = ''
  for (const e of entries) {
    const verb = e.action?.split(' ')[0] ?? ''
    const dice = diceOf(e)
    const way = wayOf(e)
    // what is secret has no verb: the same kind of thing happens under the same paragraph
    const like = verb || `${e.phase} ${e.events[0]?.rules.join()}`
    const at = [...new Set(e.events.flatMap((v) => v.at))].filter(isHex)
    // what was done in secret is told when it begins: an attack that is announced, or something else
    const announced = e.events.some((v) => v.about === 'fight')
    if (BEGINS.includes(verb) || e.secret) open = false
    const going = (kind: Happening['kind'], on: boolean): Happening => {
      const last = out.at(-1)
      if (on && last?.kind === kind) return last
      out.push(happening(e.n, kind))
      return out.at(-1)!
    }
    const fighting = open && out.at(-1)?.kind === 'fight'
    if (way.length && !fighting && !dice.length) {
      const moves = going('move', true)
      moves.n = e.n
      moves.ways.push(way)
      moves.moves.push({ n: e.n, who: whoMoves(e), to: way.at(-1)! })
      moves.at.push(way.at(-1)!)
    } else if (dice.length || fighting || announced || (verb === 'confirm' && e.events.length)) {
      const fight = going('fight', fighting)
      open = true
      fight.n = e.n
      fight.dice.push(...dice)
      const deeds = e.events.filter(isDeed)
      fight.lines.push(...(deeds.length || fight.lines.length ? deeds : e.events))
      fight.rules.push(...e.events.flatMap((v) => v.rules))
      fight.at.push(...at)
    } else if (e.events.length && at.length) {
      const other = going('other', like === before)
      const texts = e.events.map((v) => v.text)
      other.n = e.n
      other.details.push(...(other.title ? texts : texts.slice(1)))
      other.title ||= texts[0]!
      if (e.secret && e.events.every((v) => v.about === 'move')) other.hidden += texts.length
      other.rules.push(...e.events.flatMap((v) => v.rules))
      other.at.push(...at)
    }
    before = like
  }
  for (const h of out) {
    if (h.kind === 'fight') Object.assign(h, headed(h.lines))
    if (h.kind === 'other') {
      const [title = '', ...details] = counted([h.title, ...h.details])
      const secret = details.length && h.hidden ? trn(h.hidden, '{n} move in secret', '{n} moves in secret') : ''
      Object.assign(h, secret ? entitled(secret, [title, ...details]) : entitled(title, details))
    }
  }
  return out
}
