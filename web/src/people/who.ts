/** Who plays which side, in words. */
import { held, linkTo } from '../server/links'
import type { PlayerInfo, State } from '../server/types'
import { botName } from '../shared/names'
import * as t from '../table'
import { tr } from '../words'

/** Does this browser hold the side? */
export const isMine = (s: State, side: string) => s.sides.includes(side)
/** Does a seat wait for somebody to sit down? */
export const isFree = (p: PlayerInfo | undefined) => p?.kind === 'elsewhere' && !p.taken

export const freeSides = (s: State): string[] => Object.keys(s.players).filter((side) => isFree(s.players[side]))
/** Is somebody elsewhere at this table, or a clock running? Then who sits where is always in sight. */
export const inCompany = (s: State) =>
  s.kind === 'game' && !t.lessonLine() && (!!s.clock || Object.values(s.players).some((p) => p.kind === 'elsewhere'))

export function whoPlays(s: State, side: string): string {
  const p = s.players[side]
  if (!p) return ''
  if (p.stand_in) return tr('{bot}, for {name}', { bot: botName(p.stand_in), name: p.name || t.sideName(side) })
  if (p.kind === 'bot') return botName(p.level ?? '')
  if (isMine(s, side)) return p.name ? tr('{name} (you)', { name: p.name }) : tr('You')
  if (isFree(p)) return p.name ? tr('For {name}', { name: p.name }) : tr('Nobody yet')
  return p.name || (p.kind === 'here' ? tr('At the first screen') : tr('By link'))
}

export type Presence = 'here' | 'away' | 'free' | 'bot'
export function presence(s: State, side: string): Presence {
  const p = s.players[side]
  if (p?.kind === 'bot' || p?.stand_in) return 'bot'
  if (isFree(p) && !t.present.value[side]) return 'free'
  return t.present.value[side] ? 'here' : 'away'
}
export const presenceText = (p: Presence) => ({ here: tr('at the table'), away: tr('away'), free: tr('link not used yet'), bot: '' })[p]

/** The link of a free seat, where this browser made it. */
export function linkOf(side: string): string {
  const token = held(t.table.value)?.seats?.[side]
  return token ? linkTo(t.table.value, token) : ''
}
