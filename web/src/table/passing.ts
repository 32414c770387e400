/** Two players at one screen: when the curtain is down, and passing for the rest of a turn, for which it does not fall. */
import { computed, effect, signal } from '@preact/signals'
import { play } from './acting'
import { onLeave } from './connection'
import { handingOver, lookWanted } from './offer'
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

/** The side for whose eyes the table waits behind a curtain; empty when there is none. */
export const curtain = computed(() => {
  const s = live.value
  if (s?.curtain) return s.nothing_hidden || passes.value ? '' : s.curtain
  return handingOver.value ? s!.actor! : ''
})
/** The side that decides wants to see its own view first. */
export const lookFirst = () => (lookWanted.value = live.value!.version)

let answered = -1
effect(() => {
  const s = live.value
  if (!passes.value || !s || s.version === answered) return
  answered = s.version
  queueMicrotask(() => void play(PASS))
})
onLeave(() => {
  until.value = {}
  lookWanted.value = -1
  answered = -1
})
