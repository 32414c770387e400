/**
 * The words of the page. The English sentence is the message id (gettext's convention); a language is a folder of `languages`,
 * called by its code, with a `messages.po` (CONTRIBUTING.md). `pseudo` is made by a rule: what stays plain English in it has not
 * gone through here.
 */
import { signal } from '@preact/signals'
import { type Catalogue, cataloguesOf, nameOf } from './catalogue'

export type Values = Record<string, string | number>

const folders = cataloguesOf(import.meta.glob<string>('./languages/*/messages.po', { query: '?raw', import: 'default', eager: true }))
const languages: Record<string, Catalogue | ((id: string) => string)> = { en: {}, ...folders, pseudo }
export const LANGUAGES = ['en', ...Object.keys(folders).sort()].map((code): [string, string] => [code, nameOf(code)])
export const language = signal(globalThis.localStorage?.getItem('sandtable.language') ?? 'en')

const ACCENTS: Record<string, string> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ó',
  u: 'ú',
  n: 'ñ',
  A: 'Á',
  E: 'É',
  I: 'Í',
  O: 'Ó',
  U: 'Ú',
  c: 'ç',
  s: 'š',
}

/** Every letter outside of places gets an accent, and brackets show where a message begins and ends. */
export function pseudo(id: string): string {
  const accented = (text: string) => text.replace(/[aeiounAEIOUcs]/g, (c) => ACCENTS[c] ?? c)
  // of a place `{n#point|points}` the words are translated too
  const place = (text: string) => text.replace(/#.*$/, accented)
  const parts = id.split(/(\{[^}]*\})/)
  return `⟦${parts.map((p) => (p.startsWith('{') ? place(p) : accented(p))).join('')}⟧`
}

function translated(id: string): string {
  const l = languages[language.value]
  return (typeof l === 'function' ? l(id) : l?.[id]) ?? id
}

const filled = (template: string, values: Values) => template.replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all))

/** A sentence with its values. */
export const tr = (id: string, values: Values = {}) => filled(translated(id), values)
/** One or many; `{n}` is the number. */
export const trn = (n: number, one: string, many: string, values: Values = {}) => tr(n === 1 ? one : many, { n, ...values })

/** "A, B and C". */
export function listed(items: string[]): string {
  if (items.length < 2) return items.join('')
  return tr('{first} and {last}', { first: items.slice(0, -1).join(', '), last: items.at(-1)! })
}
