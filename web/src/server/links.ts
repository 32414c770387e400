/** The tokens this browser holds, in its local storage. A link hands one over behind the `#`, which never reaches a server's log. */
import type { Created } from './types'

export interface Held {
  token: string
  seats?: Record<string, string>
  spectator?: string
}
const KEY = 'sandtable.tables'
/** What a token looks like: a link that was cut off on its way is known before anybody is asked. */
const TOKEN = /^[\w-]{20,200}$/
export const whole = (token: string) => TOKEN.test(token)

function all(): Record<string, Held> {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Held>
    return Object.fromEntries(Object.entries(kept).filter(([, h]) => whole(h?.token ?? '')))
  } catch {
    return {}
  }
}

export const held = (table: string): Held | undefined => all()[table]
export const tokens = (): string[] =>
  Object.values(all())
    .map((h) => h.token)
    .slice(-500)

export function keep(table: string, h: Held) {
  localStorage.setItem(KEY, JSON.stringify({ ...all(), [table]: { ...all()[table], ...h } }))
}

export function forget(table: string) {
  const every = all()
  delete every[table]
  localStorage.setItem(KEY, JSON.stringify(every))
}

export const keepCreated = (c: Created) => keep(c.table, { token: c.owner, seats: c.seats, spectator: c.spectator })
export const linkTo = (table: string, token: string) => `${location.origin}/#/table/${table}/${token}`

export interface Address {
  page: 'lobby' | 'table' | 'join' | 'me' | 'film' | 'new' | 'settings' | 'learn'
  table: string
  token: string
  game: string
  lesson: string
}

/**
 * What the address asks for: the lobby, a new game (`#/new/sinai/1967`), settings, a lesson, an open
 * invitation, a film, one's own page (`#/me`, with a key to become that person), or a table (a token is kept and hidden).
 */
export function where(): Address {
  const [, page, first = '', second = ''] = location.hash.slice(1).split('/')
  const nothing: Address = { page: 'lobby', table: '', token: '', game: '', lesson: '' }
  if (page === 'table') return { ...nothing, page, table: first, token: second }
  if (page === 'film') return { ...nothing, page, table: first }
  if (page === 'me') return { ...nothing, page, token: first }
  if (page === 'join') return { ...nothing, page, table: first }
  if (page === 'settings') return { ...nothing, page }
  if (page === 'learn') return { ...nothing, page, game: first, lesson: second }
  return page === 'new' ? { ...nothing, page, game: decodeURIComponent([first, second].filter(Boolean).join('/')) } : nothing
}
