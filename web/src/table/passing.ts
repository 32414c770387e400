/** Passing for the rest of a turn, where two players share a screen: the curtain does not fall again for that. */
import { computed, effect, signal } from '@preact/signals'
import { play } from './acting'
import { onLeave } from './connection'
import { live } from './store'

export const PASS = 'pass'
/** By side: the turn in which it passes whenever it is asked. */
const until = signal<Record<string, number>>({})

/** Sides that pass in this turn. */
export const passing = computed(() => Object.keys(until.value).filter((side) => until.value[side] === live.value?.view.turn))
/** Is the side behind the curtain one of them? */
export const passes = computed(() => {
  const s = live.value
  return !!s?.curtain && passing.value.includes(s.curtain) && s.unseen.some((o) => o.action === PASS)
})
export const passOn = (side: string) => (until.value = { ...until.value, [side]: live.value!.view.turn })
export const stopPassing = (side: string) => (until.value = Object.fromEntries(Object.entries(until.value).filter(([x]) => x !== side)))

let answered = -1
effect(() => {
  const s = live.value
  if (!passes.value || !s || s.version === answered) return
  answered = s.version
  queueMicrotask(() => void play(PASS))
})
onLeave(() => {
  until.value = {}
  answered = -1
})
