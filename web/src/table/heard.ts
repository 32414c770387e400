/** What was said and drawn beside the game, as the server told it. */
import { computed, signal } from '@preact/signals'
import type { MarksOf, TalkLine } from '../server/types'

export const talk = signal<TalkLine[]>([])
export const muted = signal<string[]>([])
/** The last line that has been read. */
export const read = signal(0)
export const unread = computed(() => talk.value.filter((x) => x.n > read.value && x.room !== 'self' && !muted.value.includes(x.by)).length)
export const marks = signal<MarksOf[]>([])

export function hear(line: TalkLine) {
  if (!talk.value.some((x) => x.n === line.n)) talk.value = [...talk.value, line]
}
