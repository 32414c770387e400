/** The map by keyboard: the cursor, what is under it, and the camera. */
import * as t from '../table'
import { tr } from '../words'
import { describe } from './words'

/** What the map can be asked for by keys, wherever the focus is. */
export interface MapMoves {
  zoom(factor: number): void
  pan(dx: number, dy: number): void
  whole(): void
  begin(): void
  show(hex: string): void
  /** The hex in the middle of what is seen. */
  middle(): string
}
export const mapKeys: { current: MapMoves | null } = { current: null }

const STEP = 80
const PAN: Record<string, [number, number]> = {
  ArrowLeft: [STEP, 0],
  ArrowRight: [-STEP, 0],
  ArrowUp: [0, STEP],
  ArrowDown: [0, -STEP],
}

function step(key: string, move: MapMoves) {
  const g = t.grid.value!
  const chosen = t.units.value.get(t.selected.value[0] ?? '')?.at ?? ''
  const from = [t.cursor.value, chosen, move.middle()].find(g.has)
  if (from) goTo(g.step(from, key))
}

/** The cursor goes to a hex, and it is told what is there. */
function goTo(h: string) {
  t.cursor.value = h
  t.say(describe(h))
  mapKeys.current?.show(h)
}

/** The next or previous hex of those that are lit. */
export async function nextLit(direction: 1 | -1) {
  if (t.selected.value.length && !t.choices.value.length) await t.choicesKnown()
  const all = t.lit.value
  if (all.length) goTo(t.following(all, t.cursor.value, direction))
  else t.note(t.selected.value.length ? tr('No hex can be chosen with it.') : tr('No hex can be chosen now.'))
}

/** Enter: as a click on what is under the cursor. */
function choose(shift: boolean) {
  const h = t.cursor.value
  const useful = (t.stacks.value.get(h) ?? []).filter((x) => t.offer.value?.units.has(x.name))
  const at = t.selected.value.length ? t.units.value.get(t.selected.value[0]!)?.at : ''
  // a unit that is only named (a target, an attacker) is named by Enter
  const named = t.selected.value.length === 1 && !t.destinations.value.size ? t.known(t.selected.value[0]!) : null
  // Enter never lets go of what N has just picked
  if (at === h && named?.length === 1) void t.act(named[0]!.action)
  else if (at === h && !t.destinations.value.has(h) && !shift)
    t.note(
      tr('{unit} is selected. J and K go through the hexes it can choose, or move the cursor; Enter goes there.', {
        unit: t.selected.value.join(', '),
      }),
    )
  else if (t.selected.value.length && (t.destinations.value.has(h) || shift)) void t.clickHex(h, shift)
  else if (useful.length > 1) t.openStack.value = h
  else if (useful.length === 1) void t.clickUnit(useful[0]!.name, shift)
  else void t.clickHex(h, shift)
}

export function pressed(e: KeyboardEvent, move: MapMoves) {
  if (PAN[e.key]) {
    e.preventDefault()
    if (e.shiftKey) move.pan(...PAN[e.key]!)
    else step(e.key, move)
  } else if ((e.key === 'Enter' || e.key === ' ') && t.cursor.value) {
    e.preventDefault()
    choose(e.shiftKey)
  } else if (e.key === '+' || e.key === '=') move.zoom(1.25)
  else if (e.key === '-') move.zoom(0.8)
  else if (e.key === '0' || e.key === 'f') move.whole()
  else if (e.key === 'F') move.begin()
}
