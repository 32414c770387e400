/** What the page shows besides the board: tab, dialog, cursor, what is said. */
import { signal } from '@preact/signals'

export const hovered = signal('')
export const cursor = signal('')
export const focusHex = signal('')

export interface Refusal {
  rules: string[]
  text: string
}
export const why = signal<(Refusal & { action: string }) | null>(null)

export const spoken = signal('')
export type Tab = 'play' | 'log' | 'rules' | 'charts'
export const tab = signal<Tab>('play')
export const ruleWanted = signal('')
export const flash = signal<string[]>([])
export const dialog = signal<'' | 'help' | 'invite' | 'result'>('')

export const hideCounters = signal(false)

export function say(text: string) {
  spoken.value = spoken.value === text ? `${text}\u00a0` : text
}
