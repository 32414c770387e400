/** Selection: which units are meant, where they can go, which way. */
import { batch, computed, effect, signal } from '@preact/signals'
import { Problem } from '../server/api'
import type { Option } from '../server/types'
import { tr } from '../words'
import { refused } from './acting'
import { ask, connected, lessonLine, onLeave, onNews } from './connection'
import { find, inHand, known, mine, offer } from './offer'
import { cursor, hovered, type Refusal, say, tipHex, why } from './screen'
import { grid, isHex, live, placeName, stacks, units } from './store'

export const selected = signal<string[]>([])
/** What the selected units can do, with costs. */
export const choices = signal<Option[]>([])
export const waypoints = signal<string[]>([])
export const forced = signal<{ action: string; option: Option | null; refusal: Refusal | null; path: string[] } | null>(null)

export const openStack = signal('')
/** A stack fanned out because the pointer rests on it. */
export const peekStack = signal('')
/** Several things a click may have meant: actions, or other units to take up instead. */
export const menu = signal<{ hex: string; options: Option[]; instead?: string[] } | null>(null)

/** Where the selected units have several ways to go somewhere (march, fly, land), one of them is shown at a time. */
export const wanted = signal('')
export const ways = computed(() => [...new Set(choices.value.filter((c) => c.to).map((c) => c.verb))])
/** So few places: nobody looks for them behind a button. */
const FEW = 2
export const way = computed(() =>
  ways.value.includes(wanted.value) ? wanted.value : ways.value.includes('move') ? 'move' : (ways.value[0] ?? ''),
)
export const destinations = computed(() => {
  const out = new Map<string, Option[]>()
  const going = choices.value.filter((c) => c.to)
  const here = units.value.get(selected.value[0] ?? '')?.at
  // a way that leads to very few places (a ferry) is offered there beside the one that is shown
  const rare = ways.value.filter((v) => new Set(going.filter((c) => c.verb === v).map((c) => c.to)).size <= FEW)
  for (const verb of [way.value, ...rare.filter((v) => v !== way.value)])
    for (const c of going) if (c.verb === verb && (verb === way.value || c.to !== here)) out.set(c.to!, [...(out.get(c.to!) ?? []), c])
  return out
})

/** Selected by the table itself, not by a click: the first click on it is no wish to deselect it. */
let suggested = ''
export const isSuggested = (name: string) => suggested === name
export const meant = () => void (suggested = '')
/** A counter from the hand was being placed when the new position came. */
let placing = false
/** Numbers the questions about the selected units: an answer to an older one is not for us. */
let asked = 0

export function deselect() {
  asked++
  batch(() => {
    selected.value = []
    choices.value = []
    waypoints.value = []
    forced.value = null
    openStack.value = ''
    menu.value = null
  })
}

export function forgetWay() {
  batch(() => {
    waypoints.value = []
    forced.value = null
    why.value = null
  })
}

/** Ask what the selected units can do. One: its options. Several: what all of them reach, as one move, where the rules let them. */
let answered: Promise<void> = Promise.resolve()
/** When the question about the selected units has been answered: a quick second click waits for it. */
/** The hexes that are lit: where the selected can go, else those that can be chosen for themselves; the nearest first. */
export const lit = computed<string[]>(() => {
  if (selected.value.length) return nearest([...destinations.value.keys()].filter(isHex), selected.value)
  const own = [...units.value.values()].filter((u) => u.side === live.value?.actor && isHex(u.at))
  return nearest(
    [...(offer.value?.hexes ?? [])].filter(isHex).sort(),
    own.map((u) => u.name),
  )
})

export const choicesKnown = () => answered

function refreshChoices() {
  answered = askChoices()
  return answered
}

async function askChoices() {
  const turn = ++asked
  const names = selected.value
  if (!names.length || !connected()) return
  try {
    const each = await Promise.all(names.map((n) => ask('options', { mention: [n], details: true, limit: 2000 })))
    if (turn !== asked) return
    if (names.length === 1) return void (choices.value = each[0]!.options)
    const exact = each[0]!.options.filter((o) => o.units.length === names.length && names.every((n) => o.units.includes(n)))
    if (exact.length) return void (choices.value = exact)
    const verb = each[0]!.options.find((o) => o.to)?.verb ?? 'move'
    const reach = each.map((e) => new Set(e.options.filter((o) => o.units.length === 1 && o.verb === verb).map((o) => o.to)))
    // a few questions at a time: the server answers no more at once
    const goals = nearest(
      [...reach[0]!].filter((h) => h && reach.every((r) => r.has(h))),
      names.slice(0, 1),
    ).slice(0, 40)
    const got: Awaited<ReturnType<typeof checkAll>> = []
    for (let i = 0; i < goals.length; i += 8) {
      got.push(...(await checkAll(goals.slice(i, i + 8).map((h) => `${verb} ${names.join('+')} ${h}`))))
      if (turn !== asked) return
    }
    choices.value = got.filter((g) => g.legal && g.option).map((g) => g.option!)
    const no = got.find((g) => !g.legal)
    if (!choices.value.length && no?.refusal) why.value = { ...no.refusal, action: no.action }
  } catch (e) {
    if (turn === asked && e instanceof Problem && !['stale', 'not_yours', 'lost'].includes(e.code)) refused(e, 'options')
  }
}

const checkAll = (actions: string[]) => Promise.all(actions.map((action) => ask('check', { action })))

/** Hexes by how far they are from the nearest of some units. */
function nearest(hexes: string[], from: string[]) {
  const g = grid.value!
  const places = from.map((n) => g.centre(units.value.get(n)?.at ?? ''))
  const far = new Map(hexes.map((h) => [h, Math.min(...places.map(([x, y]) => Math.hypot(g.centre(h)[0] - x, g.centre(h)[1] - y)))]))
  return hexes.sort((a, b) => far.get(a)! - far.get(b)!)
}

export function select(name: string, add = false) {
  batch(() => {
    const had = selected.value
    selected.value = add ? (had.includes(name) ? had.filter((n) => n !== name) : [...had, name]) : [name]
    choices.value = add ? [] : (known(name) ?? [])
    wanted.value = ''
    waypoints.value = []
    forced.value = null
    why.value = null
    const u = find(name)
    if (u && isHex(u.at)) cursor.value = u.at
    say(u?.at ? tr('Selected {unit} in {hex}', { unit: name, hex: placeName(u.at) }) : tr('Selected {unit}', { unit: name }))
  })
  void refreshChoices()
}

/** All of a stack at once, where stacks move together. */
export function selectAll(names: string[]) {
  select(names[0]!)
  batch(() => {
    selected.value = names
    choices.value = []
    say(tr('Selected {unit}', { unit: names.join(', ') }))
  })
  void refreshChoices()
}

// where only one unit can be meant (a retreat, a unit to be placed), it is selected already
effect(() => {
  const o = offer.value
  if (o?.units.size === 1 && !selected.peek().length && !lessonLine()) {
    const only = [...o.units][0]!
    const all = o.complete ? o.list.filter((x) => x.units.includes(only)) : null
    if (!all || all.some((x) => x.to && x.to !== units.peek().get(only)?.at)) {
      select(only)
      suggested = only
    }
  }
})

// one counter placed: the next one is in the hand already
effect(() => {
  const next = [...inHand.value.keys()][0]
  if (selected.value.length || !placing || !next) return
  placing = false
  select(next)
})

// once the options are known, whoever has none is no longer selected
effect(() => {
  const o = offer.value
  if (!o || (!o.complete && !o.count)) return
  const still = selected.peek().filter((n) => o.units.has(n))
  if (still.length !== selected.peek().length) {
    if (still.length) selected.value = still
    else deselect()
  }
})

effect(() => {
  const h = hovered.value
  peekStack.value = tipHex.value = ''
  if (!h) return
  const timer = setTimeout(() => (tipHex.value = openStack.peek() || menu.peek() ? '' : h), 300)
  return () => clearTimeout(timer)
})
effect(() => {
  const h = hovered.value
  if (!h || (stacks.peek().get(h)?.length ?? 0) < 2) return
  const taken = () => openStack.peek() || destinations.peek().has(h) || selected.peek().some((n) => units.peek().get(n)?.at === h)
  const timer = setTimeout(() => (peekStack.value = taken() ? '' : h), 450)
  return () => clearTimeout(timer)
})

onNews((s, old) => {
  placing = selected.value.length === 1 && inHand.value.has(selected.value[0]!)
  return () => {
    menu.value = forced.value = null
    // what has just changed is not covered by a word about it
    tipHex.value = ''
    waypoints.value = []
    choices.value = []
    asked++
    // a selection does not outlive its phase
    const same = old?.view.phase === s.view.phase && old?.actor === s.actor && old?.view.turn === s.view.turn
    const still = same && s.options && mine.value ? selected.value.filter((u) => offer.value?.units.has(u) || !offer.value?.complete) : []
    selected.value = still
    openStack.value = peekStack.value = ''
    if (still.length) void refreshChoices()
  }
})

onLeave(deselect)
