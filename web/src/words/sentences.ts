/** Sentences of the rules as they travel: a template with typed values (the twin of core/sentences.py). */
import { language, tr } from './index'

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
}

const PLACE = /\{(\w+)(\^?)(?:#([^|{}]*)\|([^{}]*))?\}/g

function countOf(v: Value): number {
  if (typeof v === 'number') return v
  return typeof v === 'object' && v.kind === 'list' ? (v as { items: Value[] }).items.length : 1
}

const number = (n: number) => (n % 1 === 0.5 || n % 1 === -0.5 ? `${n < 0 ? '-' : ''}${Math.floor(Math.abs(n)) || ''}½` : String(n))

/** Kinds of things that are called the same in every language; other terms are words: a side, a kind of terrain, a result. */
const NAMES = ['unit', 'hex', 'box', 'place', 'rule', 'number']

function piecesOf(v: Value): Piece[] {
  if (typeof v === 'string') return [{ text: tr(v), kind: '' }]
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

const withParts = (s: Said): SaidFacts => (typeof s === 'string' ? { text: s, ...heard.get(s) } : s)

/** The sentence in the reader's language, in pieces. */
export function pieces(words: Said): Piece[] {
  const s = withParts(words)
  // without values the English text is the message id itself
  if (s.id === undefined) return [{ text: tr(s.text), kind: '' }]
  const template = tr(s.id)
  const out: Piece[] = []
  let end = 0
  for (const m of template.matchAll(PLACE)) {
    if (m.index > end) out.push({ text: template.slice(end, m.index), kind: '' })
    end = m.index + m[0].length
    const v = s.values?.[m[1]!] ?? m[0]
    const made = m[3] === undefined ? piecesOf(v) : [{ text: countOf(v) === 1 ? m[3] : m[4]!, kind: '' }]
    if (m[2] && made[0]) made[0] = { ...made[0], text: made[0].text.charAt(0).toUpperCase() + made[0].text.slice(1) }
    out.push(...made)
  }
  if (end < template.length) out.push({ text: template.slice(end), kind: '' })
  return out
}

/** As plain text; English is what the server said. */
export function said(s: Said): string {
  return language.value === 'en'
    ? withParts(s).text
    : pieces(s)
        .map((p) => p.text)
        .join('')
}
