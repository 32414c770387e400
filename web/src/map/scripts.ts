/** For people who drive the page by script: where a hex is on the screen, how far the game is, what a click would do. */
import * as t from '../table'
import { said } from '../words/sentences'
import type { MapMoves } from './keys'

interface Eye extends MapMoves {
  box: HTMLElement | null
  point(hex: string): [number, number]
  show(hex: string, force?: boolean): void
}

export function forScripts(eye: Eye) {
  const where = (h: string) => {
    const [x, y] = eye.point(h)
    const r = eye.box!.getBoundingClientRect()
    return [x + r.left, y + r.top] as const
  }
  ;(window as unknown as { sandtable: object }).sandtable = {
    entries: () => t.last.value,
    version: () => t.live.value?.version ?? 0,
    table: () => t.table.value,
    mine: () => t.mine.value && !t.busy.value,
    canReach: () => t.destinations.value.has(t.cursor.value),
    units: () => [...t.units.value.keys(), ...t.inHand.value.keys()],
    hexes: () => t.sheet.value!.map.hexes.map((h) => h.id),
    answers,
    hexPoint: (h: string) => {
      eye.show(h)
      const there = document.elementFromPoint(...where(h))
      if (!there?.closest('.world, .map') || there?.closest('.overview, .map-tools')) eye.show(h, true)
      return where(h)
    },
  }
}

/** What every one of these clicks answers: an action, a selection, a menu, an open stack, or a sentence; empty where it is dead. */
async function answers(units: string[], hexes: string[]): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const u of units) found[u] = await answerTo(() => t.clickUnit(u, false))
  for (const h of hexes) found[h] = await answerTo(() => t.clickHex(h))
  return found
}

async function answerTo(click: () => Promise<void>): Promise<string> {
  t.deselect()
  t.why.value = null
  const acts: string[] = []
  t.rehearsal.current = acts
  try {
    await click()
    await t.choicesKnown()
    // a hex with several meanings asks the server first
    for (let i = 0; i < 40 && !answered(acts); i++) await new Promise((done) => setTimeout(done, 25))
    return answered(acts)
  } finally {
    t.rehearsal.current = null
  }
}

function answered(acts: string[]): string {
  if (acts.length) return `does: ${acts[0]}`
  const why = t.why.value
  if (why) return said(why.text) && `${why.kind ?? 'refused'}: ${said(why.text)}`
  if (t.menu.value) return `menu: ${t.menu.value.options.length}`
  if (t.selected.value.length) return `selects: ${t.selected.value.join(', ')}`
  return t.openStack.value ? `stack: ${t.openStack.value}` : ''
}
