/** What a click, a key or a typed word means. */
import { batch } from '@preact/signals'
import { tr } from '../words'
import { said } from '../words/sentences'
import { act, attempt, note } from './acting'
import { explainHex, explainUnit } from './answers'
import * as c from './choosing'
import { ask, connected } from './connection'
import { active, called, find, known, lookAt, offer, onlyGoal } from './offer'
import { cursor, focusHex, rulesPart, ruleWanted, say, tab, why } from './screen'
import { grid, isHex, live, stacks, units } from './store'
import { drawAt, drawing } from './talking'

/** A click on a counter: use it where it can only be used, else select it. */
export async function clickUnit(name: string, add: boolean) {
  const u = find(name)
  if (!u) return
  if (drawing.value) return drawAt(u.at)
  if (c.selected.value.length && !c.selected.value.includes(name) && !c.choices.value.length) await c.choicesKnown()
  const can = offer.value?.units.has(name)
  if (c.selected.value.length && !c.selected.value.includes(name) && c.destinations.value.has(u.at) && !add) {
    const others = (stacks.value.get(u.at) ?? [])
      .map((x) => x.name)
      .filter((n) => offer.value?.units.has(n) && !c.selected.value.includes(n) && find(n)?.side === live.value?.actor)
    if (!others.length) return clickHex(u.at, add)
    cursor.value = u.at
    return void (c.menu.value = { hex: u.at, options: c.destinations.value.get(u.at)!, instead: others })
  }
  if (can) {
    // where units are only named (who attacks, who is lost), a click names one; where they go somewhere, it selects
    const named = offer.value!.complete && !offer.value!.list.some((o) => o.units.length && o.to && o.to !== find(o.units[0]!)?.at)
    const all = named ? known(name)! : []
    if (all.length === 1 && all[0]!.units.length === 1) return void act(all[0]!.action)
    if (!add && c.selected.value.length === 1 && c.selected.value[0] === name && !c.isSuggested(name)) return c.deselect()
    c.meant()
    return c.select(name, add)
  }
  if (offer.value?.hexes.has(u.at) || (c.selected.value.length && isHex(u.at) && u.side === live.value?.actor)) return clickHex(u.at, add)
  if (c.selected.value.length && c.destinations.value.has(u.at)) return clickHex(u.at, add)
  cursor.value = isHex(u.at) ? u.at : cursor.value
  if ((stacks.value.get(u.at) ?? []).length > 1) c.openStack.value = c.openStack.value === u.at ? '' : u.at
  await explainUnit(name)
}

/** A click on a hex: go there, act on it, or be told why not. With `add`, the way is forced through it. */
export async function clickHex(h: string, add = false): Promise<void> {
  if (!h) return c.deselect()
  if (drawing.value) return drawAt(h)
  if (c.selected.value.length && !c.choices.value.length) await c.choicesKnown()
  batch(() => {
    cursor.value = h
    c.menu.value = null
  })
  const o = offer.value
  const names = c.selected.value
  if (o && names.length) {
    if (units.value.get(names[0]!)?.at === h && !c.destinations.value.has(h)) return c.deselect()
    if (add) return void wayThrough(h)
    if (c.waypoints.value.length && c.waypoints.value.at(-1) !== h && !(await closed(h))) return
    if (c.waypoints.value.length && c.forced.value)
      return void (c.forced.value.refusal
        ? (why.value = { ...c.forced.value.refusal, action: c.forced.value.action })
        : act(c.forced.value.action))
    const there = c.destinations.value.get(h)
    if (there?.length === 1) return void act(there[0]!.action)
    if (there?.length) return void (c.menu.value = { hex: h, options: there })
    return void attempt(`${c.way.value || 'move'} ${names.join('+')} ${h}`)
  }
  if (o?.hexes.has(h)) {
    const here = o.list.filter((x) => !x.units.length && x.to === h)
    if (here.length === 1) return void act(here[0]!.action)
    if (here.length) return void (c.menu.value = { hex: h, options: here })
    void ask('options', { mention: [h], limit: 40 }).then((r) => {
      const only = r.options.filter((x) => !x.units.length)
      if (only.length === 1) void act(only[0]!.action)
      else c.menu.value = { hex: h, options: only }
    })
    return
  }
  if (o && h === onlyGoal.value) return void (c.menu.value = { hex: h, options: o.list.filter((x) => x.to === h) })
  c.openStack.value = (stacks.value.get(h) ?? []).length > 1 && c.openStack.value !== h ? h : ''
  explainHex(h)
}

/** Way-points: the path goes through every hex clicked with Shift, and the engine prices it. */
async function wayThrough(h: string) {
  const names = c.selected.value
  const from = units.value.get(names[0]!)?.at ?? ''
  if (!isHex(from)) return
  const points = [...c.waypoints.value, h]
  const path = [from]
  for (const p of points) path.push(...grid.value!.chain(path.at(-1)!, p, (x) => c.destinations.value.has(x)).slice(1))
  c.waypoints.value = points
  const action = `${c.way.value || 'move'} ${names.join('+')} ${path.join('-')}`
  const a = await ask('check', { action })
  c.forced.value = { action: a.action, option: a.option, refusal: a.refusal, path }
  why.value = a.refusal ? { ...a.refusal, action } : null
  say(
    a.refusal
      ? tr('Not possible: {why}', { why: said(a.refusal.text) })
      : tr('Way through {hexes}. Choose {last} again to go.', { hexes: points.join(', '), last: h }),
  )
}

/** On to a hex by the way-points. A way that stays refused for the same reason is forgotten: the click means the hex alone. */
async function closed(h: string): Promise<boolean> {
  const before = c.forced.value?.refusal
  await wayThrough(h)
  const now = c.forced.value?.refusal
  if (!before || !now || said(now.text) !== said(before.text)) return false
  c.forgetWay()
  return true
}

/** The next unit that can act; where none can be picked, the next that must do something. */
export function nextActive(direction: 1 | -1) {
  const list = active.value
  if (!list.length) return nextCalled(direction)
  const name = following(list, c.selected.value[0] ?? '', direction)
  c.select(name)
  const at = find(name)?.at ?? ''
  if (isHex(at)) focusHex.value = at
}

/** The next unit that must still act: the map goes there, and the panel says what it waits for. */
export function nextCalled(direction: 1 | -1) {
  const own = (n: string) => find(n)?.side === live.value?.actor && isHex(find(n)!.at)
  const list = [...called.value].filter(own)
  if (!list.length) return note(tr('No unit can act now.'))
  const here = list.find((n) => find(n)!.at === cursor.value) ?? ''
  const name = following(list, here, direction)
  cursor.value = find(name)!.at
  lookAt(name)
  note(tr('{unit} in {hex} must still act.', { unit: name, hex: cursor.value }))
}

/** The one after this in a list that goes round; the first or last where this is none of them. */
export const following = (list: string[], now: string, direction: 1 | -1): string => {
  const i = list.indexOf(now)
  return list[i < 0 ? (direction > 0 ? 0 : list.length - 1) : (i + direction + list.length) % list.length]!
}

export function showRule(id: string) {
  batch(() => {
    ruleWanted.value = id
    rulesPart.value = 'text'
    tab.value = 'rules'
  })
}

/** Completions for the command line. */
export async function complete(text: string): Promise<string[]> {
  if (!offer.value || !connected()) return []
  const words = text.split(' ')
  if (words.length <= 1) return Object.keys(offer.value.verbs).filter((v) => v.startsWith(text.toLowerCase()))
  const got = await ask('options', { prefix: text, limit: 60 })
  const heads = (n: number) => [...new Set(got.options.map((o) => o.action.split(' ').slice(0, n).join(' ')))]
  const now = heads(words.length)
  // a word that is complete already: on to the next
  return (now.length === 1 && now[0]!.toLowerCase() === text.toLowerCase() ? heads(words.length + 1) : now).slice(0, 40)
}
