/** The time, as the server counts it: its clock counts, ours is set by it. */
import { effect, signal } from '@preact/signals'
import { serverAhead } from '../server/api'
import * as t from '../table'

/** Seconds since 1970; it ticks while a clock runs. */
export const now = signal(0)
const serverNow = () => (Date.now() + serverAhead.value) / 1000

effect(() => {
  const c = t.live.value?.clock
  now.value = serverNow()
  if (!c?.running || c.paused) return
  const timer = setInterval(() => (now.value = serverNow()), 1000)
  return () => clearInterval(timer)
})
