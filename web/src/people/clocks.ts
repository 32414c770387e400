/** Clocks: what is left on them at a moment, and how it is written. */
import type { Clock } from '../server/types'
import { tr, trn } from '../words'

export function leftOf(c: Clock, side: string, at: number): number | null {
  const left = c.left[side]
  if (left === undefined) return null
  return c.running === side && !c.paused ? Math.max(0, left - Math.max(0, at - c.since)) : left
}

const two = (n: number) => String(n).padStart(2, '0')

/** 0:42, 58:10, 1:02:03; with days: 2 days 4 h. */
export function clockText(seconds: number): string {
  const s = Math.ceil(seconds)
  const days = Math.floor(s / 86_400)
  const hours = Math.floor((s % 86_400) / 3600)
  if (days) return [trn(days, '{n} day', '{n} days'), hours ? tr('{n} h', { n: hours }) : ''].filter(Boolean).join(' ')
  const minutes = Math.floor((s % 3600) / 60)
  return hours ? `${hours}:${two(minutes)}:${two(s % 60)}` : `${minutes}:${two(s % 60)}`
}

/** Is little time left? */
export const isShort = (c: Clock, seconds: number) => seconds < (c.kind === 'live' ? 60 : 86_400 / 4)
