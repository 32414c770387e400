/** What the server said: the table, its game, its log; and what lies on the board, now or at the moment looked back to. */
import { computed, signal } from '@preact/signals'
import type { Grid } from '../map/grid'
import type { Bot, Entry, Look, RuleBook, Sheet, State, Unit, View } from '../server/types'
import { tr } from '../words'
import { type Said, said } from '../words/sentences'
import { palette } from './settings'

export const table = signal('')
export const token = signal('')
export const sheet = signal<Sheet | null>(null)
export const grid = signal<Grid | null>(null)
export const mapSvg = signal('')
export const book = signal<RuleBook | null>(null)
export const live = signal<State | null>(null)
export const log = signal<Entry[]>([])
/** Why a bot did it, by entry, for as long as the page is open. */
export const reasons = signal<Record<number, string>>({})
export const present = signal<Record<string, number>>({})
export const bot = signal<Bot | null>(null)
export const online = signal(true)
export const fatal = signal('')
/** What kind of trouble it is (docs/protocol.md). */
export const trouble = signal('')
export const busy = signal(false)

/** Where one looks back to: the number of a decision. */
export const replayAt = signal<number | null>(null)
export const replayView = signal<View | null>(null)

/** What lies on the board: the present, or the moment looked back to. */
export const view = computed<View | null>(() => (replayAt.value === null ? (live.value?.view ?? null) : replayView.value))
export const last = computed(() => log.value.at(-1)?.n ?? 0)

export const look = computed<Look | null>(() => {
  const plain = sheet.value?.look
  if (!plain) return null
  if (palette.value !== 'safe') return plain
  // blue and orange of the Okabe-Ito set: told apart with every common kind of colour blindness, and light against dark
  const two = [
    { fill: '#bfe0f7', ink: '#00263d', accent: '#005a8c' },
    { fill: '#b34700', ink: '#fff7ec', accent: '#8f3800' },
  ]
  const sides = sheet.value!.sides.map((s, i) => [s.id, { ...plain.side[s.id], ...two[i % 2]! }] as const)
  return { ...plain, side: { ...plain.side, ...Object.fromEntries(sides) }, nation: {}, formation: {} }
})

export const units = computed(() => new Map((view.value?.units ?? []).map((u) => [u.name, u])))
export const stacks = computed(() => {
  const out = new Map<string, Unit[]>()
  for (const u of view.value?.units ?? []) out.set(u.at, [...(out.get(u.at) ?? []), u])
  return out
})
export const isHex = (place: string) => !!grid.value?.has(place)

/** A hex by its number, a box beside the map by its title. */
export const placeName = (at: string) =>
  isHex(at) ? at : said(look.value?.box.find((b) => b.id === at)?.title ?? at.replaceAll('-', ' ').replaceAll('_', ' '))

/** How the game ended, by its rules or by its players; null while it goes on. */
export const result = computed<{ winner: string | null; text: Said; reasons: Said[] } | null>(() => {
  const s = live.value
  const o = s?.view.outcome
  if (o) return { winner: o.winner, text: o.level, reasons: o.reasons }
  if (!s?.ended) return null
  const text = said(s.ended)
  return { winner: s.won || null, text: `${text.charAt(0).toUpperCase()}${text.slice(1)}.`, reasons: [] }
})

/** Night turns are dark on the map too. */
export const night = computed(() => !!view.value?.night)

export const sideName = (id: string | null | undefined) =>
  id === 'chance' ? tr('The dice') : tr(look.value?.side[id ?? '']?.name ?? sheet.value?.sides.find((s) => s.id === id)?.name ?? id ?? '')
export const accent = (id: string | null | undefined) => look.value?.side[id ?? '']?.accent ?? '#5b4a36'

/** Lines of the log as running text: every sentence ends. */
export const sentences = (lines: Said[]) => lines.map((line) => said(line) + stop(line)).join(' ')
/** The full stop that a line lacks. */
export const stop = (line: Said) => ('.!?:”'.includes(said(line).at(-1) ?? '.') ? '' : '.')

/** The faces thrown in this entry. */
export const diceOf = (e: Entry): string[] => (e.actor === 'chance' && e.action?.startsWith('roll ') ? e.action.split(' ').slice(1) : [])
