/** What the page shows besides the board: tab, dialog, cursor, what is said. */
import { signal } from '@preact/signals'
import type { Said } from '../words/sentences'

export const hovered = signal('')
export const cursor = signal('')
export const focusHex = signal('')
/** The hex that is explained beside the pointer: rested on with the mouse, or long under a finger. */
export const tipHex = signal('')

export interface Refusal {
  rules: string[]
  text: Said
}
/** A refusal, or a note about what was clicked. */
export const why = signal<(Refusal & { action: string; kind?: 'note' }) | null>(null)

/** What is said to whoever listens: every saying a node of its own, so that only the new one is read out. */
export const spoken = signal<{ n: number; text: string }[]>([])
export type Tab = 'play' | 'log' | 'board' | 'rules' | 'talk'
export const tab = signal<Tab>('play')
export const ruleWanted = signal('')
export const rulesPart = signal<'text' | 'charts'>('text')
/** How far the sheet of a phone is drawn up. */
export const sheetStop = signal<'peek' | 'half' | 'full'>('half')
export const flash = signal<string[]>([])
export const dialog = signal<'' | 'help' | 'invite' | 'result'>('')

/** The command line shows itself when it is asked for. */
export const commandOpen = signal(false)
/** On a phone the tools hide behind a button. */
export const toolsOpen = signal(false)
export const hideCounters = signal(false)

/** News is not talked over: what follows at once is said after it. */
const BREATH = 400
let toldAt = Number.NEGATIVE_INFINITY
let sayings = 0

export function say(text: string) {
  const before = performance.now() - toldAt < BREATH ? spoken.value : []
  spoken.value = [...before, { n: ++sayings, text }]
}

/** What has just happened on the board. */
export function tellNews(text: string) {
  toldAt = Number.NEGATIVE_INFINITY
  say(text)
  toldAt = performance.now()
}

/** Leads the eye to these hexes: they flash, and the map goes to the first of them. */
export function showHexes(hexes: string[]) {
  flash.value = [...hexes]
  focusHex.value = hexes[0] ?? ''
}

/** Hands a file to the reader. */
export function download(what: Blob, name: string) {
  const a = document.createElement('a')
  a.href = URL.createObjectURL(what)
  a.download = name
  a.click()
  setTimeout(() => URL.revokeObjectURL(a.href), 5000)
}
