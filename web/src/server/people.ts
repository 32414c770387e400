/** Calls about people: who somebody is, his games, sitting down (docs/protocol.md, "People"). */
import { signal } from '@preact/signals'
import { call, Problem } from './api'
import type { Invitation, Me, MyGame } from './types'

/** The key of this browser: whoever holds it is the same person, on any device. It is made when it is first needed. */
const KEPT = 'sandtable.key'
export const key = signal(localStorage.getItem(KEPT) ?? '')
export const me = signal<Me | null>(null)

export function keepKey(k: string) {
  key.value = k
  me.value = null
  if (k) localStorage.setItem(KEPT, k)
  else localStorage.removeItem(KEPT)
}

/** Who I am, asked once; null for somebody without a key. A key that the server does not know any more is forgotten. */
export async function whoAmI(): Promise<Me | null> {
  if (!key.value || me.value) return me.value
  try {
    me.value = await call<Me>('GET', '/api/me', undefined, key.value)
  } catch (e) {
    if (!(e instanceof Problem) || e.code !== 'bad_token') throw e
    keepKey('')
  }
  return me.value
}

/** My key; a new one where there is none yet. Without one a game can be played all the same. */
export async function myKey(name = ''): Promise<string> {
  try {
    if (!(await whoAmI())) {
      const made = await call<{ key: string; me: Me }>('POST', '/api/people', { name })
      keepKey(made.key)
      me.value = made.me
    } else if (name && !me.value!.name) await changeMe({ name })
  } catch (e) {
    if (!(e instanceof Problem)) throw e
    return ''
  }
  return key.value
}

export async function changeMe(m: Partial<Omit<Me, 'id'>>) {
  me.value = await call<Me>('PATCH', '/api/me', m, key.value)
}
export async function restore(phrase: string) {
  const made = await call<{ key: string; me: Me }>('POST', '/api/people/restore', { phrase })
  keepKey(made.key)
  me.value = made.me
}
export const newPhrase = async () => (await call<{ phrase: string }>('POST', '/api/me/phrase', {}, key.value)).phrase
export const newFeed = async () => (await call<{ address: string }>('POST', '/api/me/feed', {}, key.value)).address
export async function forgetMe() {
  await call<unknown>('DELETE', '/api/me', undefined, key.value)
  keepKey('')
}
export const myGames = async () => (await call<{ games: MyGame[] }>('GET', '/api/me/games', undefined, key.value)).games

// sitting down ---------------------------------------------------------------------------------------------------
export const invitations = async () => (await call<{ invitations: Invitation[] }>('GET', '/api/invitations')).invitations
/** What a link invites to; without a token, what the lobby offers. */
export const invitation = (table: string, token = '') => call<Invitation>('GET', `/api/tables/${table}/invitation`, undefined, token)
export const sit = async (table: string, token: string, name: string, side?: string) =>
  call<{ table: string; side: string; token: string }>('POST', `/api/tables/${table}/sit`, { side, name }, token, await myKey(name))
export const handOver = (table: string, token: string, body: { side: string; to: 'bot' | 'link'; level?: string }) =>
  call<{ link: string }>('POST', `/api/tables/${table}/hand-over`, body, token)
export const rematch = (table: string, token: string, swap: boolean) =>
  call<{ table: string }>('POST', `/api/tables/${table}/rematch`, { swap }, token)
