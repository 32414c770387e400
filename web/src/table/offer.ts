/** What can be done now, and with what. */
import { computed, signal } from '@preact/signals'
import type { Choices, Option } from '../server/types'
import { pieces } from '../words/sentences'
import { flash, focusHex } from './screen'
import { isHex, live, replayAt, sheet, units } from './store'

/** Does a side of this screen decide while the view of another is shown? */
const beside = computed(() => {
  const s = live.value
  return !!s?.yours && !!s.actor && s.sides.includes(s.actor) && s.side !== s.actor
})
/** The version of the game in which the side that decides asked to see its own view first. */
export const lookWanted = signal(-1)
export const handingOver = computed(() => beside.value && lookWanted.value === live.value!.version)
/** Is it for somebody at this screen to decide? */
export const mine = computed(() => replayAt.value === null && !!live.value?.yours && !live.value.curtain && !handingOver.value)
/** Is it decided beside the view of the other side, because both see everything that the decision is about? */
export const aloud = computed(() => mine.value && beside.value && !!sheet.value?.hidden)

/** The options of this decision: all, or (too many to send) only those without units; then `units` and `hexes` can be clicked. */
export interface Offer {
  complete: boolean
  list: Option[]
  units: Set<string>
  hexes: Set<string>
  count: number
  verbs: Record<string, number>
}

export const totals = signal<Choices | null>(null)

export const offer = computed<Offer | null>(() => {
  const s = live.value
  if (!mine.value || !s?.options) return null
  const o = s.options
  const c = totals.value?.version === s.version ? totals.value : null
  const list = o.complete ? o.list : (c?.list ?? [])
  const named = new Set(o.complete ? list.flatMap((x) => x.units) : (c?.units ?? o.units))
  // an option names hexes for clicking only when no unit comes first
  const hexes = new Set([...list.filter((x) => !x.units.length && x.to).map((x) => x.to), ...(c?.hexes ?? [])])
  return { complete: o.complete, list, units: named, hexes, count: c?.count ?? o.count, verbs: c?.verbs ?? o.verbs }
})
/** Options that need neither unit nor hex: buttons. */
export const plain = computed(() => (offer.value?.list ?? []).filter((o) => !o.units.length && !o.to))
/** Units that can be used now but stand nowhere yet: those to be placed. */
export const inHand = computed(() => {
  const s = live.value
  const hand = s?.options?.complete ? s.options.hand : totals.value?.version === s?.version ? totals.value?.hand : []
  return new Map((mine.value ? (hand ?? []) : []).filter((u) => !units.value.has(u.name)).map((u) => [u.name, u]))
})
export const find = (name: string) => units.value.get(name) ?? inHand.value.get(name)
/** Units that can be clicked for something now, in reading order of the map. */
export const active = computed(() => {
  const where = (n: string) => units.value.get(n)?.at ?? 'zzzz'
  return [...(offer.value?.units ?? [])].sort((a, b) => where(a).localeCompare(where(b)) || a.localeCompare(b))
})
/** Options of one unit known without asking. */
export const known = (unit: string) => (offer.value?.complete ? offer.value.list.filter((o) => o.units.includes(unit)) : null)

/** Units named in the prompt: whoever must still do something, or is being dealt with. */
export const called = computed(() => {
  const prompt = mine.value ? (live.value?.prompt ?? '') : ''
  return new Set(
    pieces(prompt)
      .filter((p) => p.kind === 'unit' && units.value.has(p.text))
      .map((p) => p.text),
  )
})
/** Where all units that can act would go, when that is one hex (an advance after combat). */
export const onlyGoal = computed(() => {
  if (!offer.value?.complete) return ''
  const going = offer.value.list.filter((o) => o.units.length && o.to && o.to !== find(o.units[0]!)?.at)
  const [goal, other] = new Set(going.map((o) => o.to!))
  return goal && !other && isHex(goal) ? goal : ''
})
export function lookAt(unit: string) {
  const at = find(unit)?.at ?? ''
  if (!isHex(at)) return
  flash.value = [at]
  focusHex.value = at
}
