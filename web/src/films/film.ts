/** A film of a game: views line by line, which need no rules to be shown (docs/trust.md; the twin of session/film.py). */
import type { Unit, View } from '../server/facts'
import type { Entry } from '../server/types'

export const FIRST_LINE = 'sandtable film 1'

type Difference = Partial<Omit<View, 'units'>> & { gone?: string[]; units?: { are: string[]; news: Unit[] } }
interface Line {
  views: Record<string, Difference>
  prompts: Record<string, string>
  events?: [string, string[], string[], string[]][]
}

export interface Film {
  record: string
  header: Record<string, string>
  viewers: string[]
  entries: Entry[]
  /** By viewer: what stood on the table at the start and after every entry. */
  views: Record<string, View[]>
}

export class Damaged extends Error {}

/** The view after these changes. */
function changed(before: View | undefined, d: Difference): View {
  const { gone = [], units: change, ...rest } = d
  const after = { ...before, ...rest } as View & Record<string, unknown>
  for (const key of gone) delete after[key]
  if (change) {
    const known = new Map((before?.units ?? []).map((u) => [u.name, u]))
    for (const u of change.news) known.set(u.name, u)
    after.units = change.are.map((name) => known.get(name)!)
  }
  after.units ??= []
  return after
}

const ENTRY = /^(\d+)\. ([\w-]+): (.*?)(?: @(\d+)\S*)?(?: #[0-9a-f]{8})?$/

/** Header and decisions of a record, as far as a film needs them. */
function recordOf(text: string): { header: Record<string, string>; played: { actor: string; action: string }[] } {
  const header: Record<string, string> = {}
  const played: { actor: string; action: string }[] = []
  for (const line of text.split('\n').slice(1)) {
    const m = ENTRY.exec(line)
    if (m) played.push({ actor: m[2]!, action: m[3]! })
    else if (line && !line.startsWith(';') && line.includes(': '))
      header[line.slice(0, line.indexOf(': '))] = line.slice(line.indexOf(': ') + 2)
  }
  return { header, played }
}

export const isFilm = (text: string) => text.startsWith(`${FIRST_LINE}\n`)

/** Damaged says what is wrong with it. */
export function readFilm(text: string): Film {
  const [first, ...rest] = text.split('\n').filter(Boolean)
  if (first !== FIRST_LINE) throw new Damaged('This is no film of a game.')
  let head: { record: string; viewers: string[] }
  let lines: Line[]
  try {
    ;[head, ...lines] = rest.map((x) => JSON.parse(x)) as [typeof head, ...Line[]]
  } catch {
    throw new Damaged('This film is damaged: one of its lines cannot be read.')
  }
  const { header, played } = recordOf(head?.record ?? '')
  if (!header.game || !head.viewers?.length || lines.length !== played.length + 1)
    throw new Damaged('This film is damaged: a part of it is missing.')
  const views: Record<string, View[]> = {}
  for (const viewer of head.viewers) {
    views[viewer] = []
    for (const line of lines)
      views[viewer].push({ ...changed(views[viewer].at(-1), line.views[viewer] ?? {}), prompt: line.prompts[viewer] ?? '' })
  }
  const seen = views[head.viewers[0]!]!
  const entries = played.map(
    (p, i): Entry => ({
      n: i + 1,
      actor: p.actor,
      action: p.action,
      secret: false,
      label: p.action,
      draw: 0,
      cut: false,
      turn: seen[i + 1]!.turn,
      phase: seen[i]!.phase,
      events: (lines[i + 1]!.events ?? []).map(([text, rules, at]) => ({ text, rules, at })),
    }),
  )
  return { record: head.record, header, viewers: head.viewers, entries, views }
}

/** The address of what never changes during the game. */
export function sheetOf(film: Film): string {
  const options = film.header.options
  return `/api/sheet/${film.header.game}${options ? `?options=${encodeURIComponent(options)}` : ''}`
}
