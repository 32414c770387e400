/** Sentences of the rules as they travel: a template with typed values (the twin of core/sentences.py). */
import { language, tr } from './index'
import { citedLast, type Mark, marks } from './template'

export type Value =
  | string
  | number
  | { kind: 'list'; items: Value[]; last: string }
  | { kind: 'sentence'; text: string; id?: string; values?: Record<string, Value> }
  | { kind: string; text: string }
export interface SaidFacts {
  text: string
  id?: string
  values?: Record<string, Value>
}
export type Said = string | SaidFacts
/** A piece of running text: plain, or a thing that can be pointed at. */
export interface Piece {
  text: string
  kind: string
  /** The paragraphs of a citation. */
  rules?: string[]
}

function countOf(v: Value): number {
  if (typeof v === 'number') return v
  return typeof v === 'object' && v.kind === 'list' ? (v as { items: Value[] }).items.length : 1
}

/** Halves are written as the counters write them. */
export const number = (n: number) => (n % 1 === 0.5 || n % 1 === -0.5 ? `${n < 0 ? '-' : ''}${Math.floor(Math.abs(n)) || ''}½` : String(n))

/** Kinds of things that are called the same in every language; other terms are words: a side, a kind of terrain, a result. */
const NAMES = ['unit', 'hex', 'box', 'place', 'rule', 'number']

function piecesOf(v: Value): Piece[] {
  if (typeof v === 'string') return pieces(v)
  if (typeof v === 'number') return [{ text: number(v), kind: 'number' }]
  if (v.kind === 'list') {
    const { items, last } = v as { items: Value[]; last: string }
    return items.flatMap((x, i) => {
      const between = i === 0 ? '' : i === items.length - 1 ? ` ${tr(last)} ` : ', '
      return between ? [{ text: between, kind: '' }, ...piecesOf(x)] : piecesOf(x)
    })
  }
  if (v.kind === 'sentence') return pieces(v as SaidFacts)
  const { text } = v as { text: string }
  return [{ text: NAMES.includes(v.kind) ? text : tr(text), kind: v.kind }]
}

/** What the texts heard so far are made of: it travels beside them, by their English (docs/protocol.md). */
const heard = new Map<string, Omit<SaidFacts, 'text'>>()
export type Glossary = Record<string, Omit<SaidFacts, 'text'>>

/** Remember the sentences of a message. */
export function learn(glossary?: Glossary | null) {
  for (const [text, made] of Object.entries(glossary ?? {})) heard.set(text, made)
  while (heard.size > 4000) heard.delete(heard.keys().next().value!)
}

export const withParts = (s: Said): SaidFacts => (typeof s === 'string' ? { text: s, ...heard.get(s) } : s)

/** The sentence in the reader's language, in pieces. */
export function pieces(words: Said): Piece[] {
  const s = withParts(words)
  // without values the English text is the message id itself
  return citedLast(marks(tr(s.id ?? s.text))).flatMap((m) => filled(m, s.values ?? {}))
}

/** One mark of a template with its values; a place without a value stays as it is. */
function filled(m: Mark, values: Record<string, Value>): Piece[] {
  if (m.kind === 'text') return [{ text: m.text, kind: '' }]
  if (m.kind === 'cited') return cited(m.marks.flatMap((x) => filled(x, values)))
  const v = values[m.name]
  if (v === undefined) return [{ text: `{${m.name}}`, kind: '' }]
  if (m.kind === 'count') return [{ text: countOf(v) === 1 ? m.one : m.many, kind: '' }]
  const [first, ...rest] = piecesOf(v)
  return first && m.capital ? [{ ...first, text: first.text.charAt(0).toUpperCase() + first.text.slice(1) }, ...rest] : piecesOf(v)
}

/** `[7.1, 7.2]`: its text, and the paragraphs. */
function cited(inner: Piece[]): Piece[] {
  const rules = inner.flatMap((p) => (p.kind === 'rule' ? [p.text] : p.text.split(', '))).filter(Boolean)
  return [{ text: `[${inner.map((p) => p.text).join('')}]`, kind: 'cited', rules }]
}

const STOPS = '.,;:'
/** As it is drawn: a citation is a button there, and the stop that followed it stands before it. */
export function stopsFirst(all: Piece[]): Piece[] {
  const out = all.map((p) => ({ ...p }))
  for (const [i, p] of out.entries()) {
    const stop = STOPS.includes(p.text.charAt(0)) ? p.text.charAt(0) : ''
    const before = out[i - 2]
    if (p.kind || !stop || out[i - 1]?.kind !== 'cited' || !before || before.kind) continue
    before.text = `${before.text.trimEnd()}${stop} `
    p.text = p.text.slice(1)
  }
  return out.filter((p) => p.text)
}

/** The sentence without its citations: where there is no room for them. */
export const bare = (words: Said): string =>
  pieces(words)
    .filter((p) => p.kind !== 'cited')
    .map((p) => p.text)
    .join('')
    .trim()

/** As plain text; English is what the server said. */
export function said(s: Said): string {
  return language.value === 'en'
    ? withParts(s).text
    : pieces(s)
        .map((p) => p.text)
        .join('')
}
