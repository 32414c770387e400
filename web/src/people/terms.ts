/** What is agreed before a game, in words. */
import type { Pace, Terms } from '../server/types'
import { tr, trn } from '../words'

export const TERMS: Terms = {
  pace: { kind: 'none', budget: 3600, increment: 30, days: 3, time_out: 'warn', vacation: 0 },
  listed: '',
  words: '',
  watching: '',
  behind: 0,
  draws: true,
  practice: false,
  abandon_days: 30,
}

export const minutes = (seconds: number) => trn(Math.round(seconds / 60), '{n} minute', '{n} minutes')

export function paceInWords(p: Pace): string {
  if (p.kind === 'live')
    return p.increment
      ? tr('{time} each, and {n} seconds more for every turn', { time: minutes(p.budget), n: p.increment })
      : tr('{time} each', { time: minutes(p.budget) })
  if (p.kind === 'days') return trn(p.days, '{n} day for every turn', '{n} days for every turn')
  return tr('No clock')
}

/** What happens at zero. */
export const timeOut = (p: { time_out: string }) =>
  ({
    warn: tr('When time runs out it is only noted.'),
    bot: tr('When time runs out a bot plays on until the player is back.'),
    lose: tr('Who runs out of time loses.'),
  })[p.time_out] ?? ''

export function diceInWords(dice: string): string {
  if (dice === 'typed') return tr('Dice: your own, typed in')
  if (dice === 'shared') return tr('Dice: shares of both players and the server')
  return tr('Dice: rolled by the table, fixed before the game and verifiable after it')
}

/** The points a guest should know before he sits down. */
export function termsInWords(terms: Terms, dice: string): string[] {
  const p = terms.pace
  return [
    paceInWords(p),
    p.kind === 'none' ? '' : timeOut(p),
    p.kind === 'days' && p.vacation ? trn(p.vacation, '{n} day of vacation each', '{n} days of vacation each') : '',
    diceInWords(dice),
    terms.watching === 'closed' ? tr('Nobody watches before the game is over.') : '',
    terms.behind ? trn(terms.behind, 'Spectators see it {n} turn later.', 'Spectators see it {n} turns later.') : '',
    terms.practice ? tr('A practice game: dice may be taken back against the bots.') : '',
    terms.draws ? '' : tr('No draws by agreement'),
  ].filter(Boolean)
}
