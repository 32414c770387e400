/** Calls to the server (docs/protocol.md). Every failure becomes a Problem: a sentence, and the rules behind it where there are any. */
import { signal } from '@preact/signals'
import { type Glossary, learn } from '../words/sentences'
import type { Analysis, Created, Links, Player, Provenance, RuleBook, Sheet, TableSummary, Terms, TitleInfo } from './types'

export class Problem extends Error {
  constructor(
    readonly code: string,
    readonly text: string,
    readonly rules: string[] = [],
    readonly done = 0,
  ) {
    super(text)
  }
}
/** By how many milliseconds the server's clock is ahead of ours, from its answers. */
export const serverAhead = signal(0)
export const LOST = 'The table cannot be reached. Is the program still running? It reconnects by itself.'

/** `key`: the person who asks, where that matters (server/people.ts). */
export async function call<T>(method: string, path: string, body?: unknown, token?: string, key?: string): Promise<T> {
  const headers: Record<string, string> = {}
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  if (token) headers['Authorization'] = `Bearer ${token}`
  if (key) headers['Sandtable-Key'] = key
  let response: Response
  try {
    response = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) })
  } catch {
    throw new Problem('lost', LOST)
  }
  const told = Date.parse(response.headers.get('Date') ?? '')
  // the header counts whole seconds: a smaller difference is none
  if (told) serverAhead.value = Math.abs(told - Date.now()) > 2000 ? told - Date.now() : 0
  if (response.status === 204) return undefined as T
  const type = response.headers.get('Content-Type') ?? ''
  const data: unknown = type.includes('json') ? await response.json() : await response.text()
  if (response.ok) return data as T
  const p = data as { code?: string; text?: string }
  throw new Problem(p.code ?? String(response.status), p.text ?? `The server answered ${response.status}.`)
}

export type Players = Record<string, Player>
export const about = () => call<{ name: string; version: string; local: boolean; components: string }>('GET', '/api/about')
export const games = () => call<TitleInfo[]>('GET', '/api/games')
export async function sheet(path: string): Promise<Sheet> {
  const s = await call<Sheet>('GET', path)
  learn(s.said as Glossary)
  return s
}
export const mapText = (path: string) => call<string>('GET', path)
/** `query` names the owner's components, as the sheet's address does. */
export const rules = (game: string, query = '') => call<RuleBook>('GET', `/api/rules/${game}${query}`)
export const provenance = (game: string, query = '') => call<Provenance>('GET', `/api/provenance/${game}${query}`)
export const pictureUrl = (game: string, width: number) => `/api/picture/${game}?width=${width}`
export const lobby = (tokens: string[]) => call<{ tables: TableSummary[] }>('POST', '/api/lobby', { tokens })
export interface NewTable {
  game: string
  name: string
  options: Record<string, boolean | number | string>
  dice: 'seeded' | 'typed'
  components: string
  players: Players
  terms: Terms
}
export const create = (t: NewTable, key: string) => call<Created>('POST', '/api/tables', t, undefined, key)
export const importRecord = (record: string, as: 'game' | 'replay', name: string, players: Players) =>
  call<Created>('POST', '/api/import', { record, as, name, players })
export const claim = (table: string) => call<{ token: string }>('POST', `/api/tables/${table}/claim`, {})
export const remove = (table: string, token: string) => call<unknown>('DELETE', `/api/tables/${table}`, undefined, token)
export const change = (table: string, token: string, body: { name?: string; players?: Players }) =>
  call<TableSummary>('PATCH', `/api/tables/${table}`, body, token)
export const newLinks = (table: string, token: string) => call<Links>('POST', `/api/tables/${table}/links`, {}, token)
/** `entry` counts the lines of the side that is shown. */
export const fork = (table: string, token: string, from: { entry: number; players: Players; name: string }, side: string) =>
  call<Created>('POST', `/api/tables/${table}/fork?side=${encodeURIComponent(side)}`, from, token)
export const record = (table: string, token: string) => call<string>('GET', `/api/tables/${table}/record`, undefined, token)
export const film = (table: string, token: string) => call<string>('GET', `/api/tables/${table}/film`, undefined, token)
export async function analysis(table: string, token: string, side = ''): Promise<Analysis> {
  const a = await call<Analysis>('GET', `/api/tables/${table}/analysis${side ? `?side=${side}` : ''}`, undefined, token)
  learn(a.said as Glossary)
  return a
}
export type { Analysis }
