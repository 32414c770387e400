/** The tokens this browser holds, in its local storage. A link hands one over behind the `#`, which never reaches a server's log. */
import type { Created } from './types'

export interface Held {
  token: string
  seats?: Record<string, string>
  spectator?: string
}
const KEY = 'sandtable.tables'

function all(): Record<string, Held> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Held>
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

/** What the address asks for: the lobby, a new game (`#/new/sinai/1967`), or a table (a token is kept and taken out of sight). */
export function where(): { table: string; token: string; game: string } {
  const [, page, first = '', second = ''] = location.hash.slice(1).split('/')
  const nothing = { table: '', token: '', game: '' }
  if (page === 'table') return { ...nothing, table: first, token: second }
  return page === 'new' ? { ...nothing, game: decodeURIComponent([first, second].filter(Boolean).join('/')) } : nothing
}
