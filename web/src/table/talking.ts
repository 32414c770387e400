/** Talking and drawing at the table, beside the game. */
import { batch, computed, effect, signal } from '@preact/signals'
import type { MarkItem } from '../server/types'
import { tr } from '../words'
import { refused } from './acting'
import { ask, lessonLine, onLeave } from './connection'
import { hear, marks, muted, read, talk } from './heard'
import { say, tab } from './screen'
import { isHex, live, online, table } from './store'

/** The name under which I speak and draw (docs/protocol.md: the `by` of a line). */
export const iAm = computed(() => {
  const s = live.value
  if (!s) return ''
  if (s.role === 'owner') return 'owner'
  return s.role === 'seat' ? `side ${s.sides[0]}` : (marks.value.find((m) => m.by.startsWith('watcher '))?.by ?? 'watcher')
})

export async function speak(room: 'table' | 'watchers' | 'self', text: string) {
  hear(await ask('say', { room, text }))
}
export async function mute(who: string, on: boolean) {
  muted.value = (await ask('mute', { who, on })).muted
}

// what was said before one came
let asked = ''
effect(() => {
  const id = live.value && online.value && !lessonLine() ? table.value : ''
  if (!id) asked = ''
  if (!id || id === asked) return
  asked = id
  void ask('talk').then(
    (t) =>
      batch(() => {
        // what was there before is no news; what came while we were away is
        if (!read.value) read.value = t.lines.at(-1)?.n ?? 0
        muted.value = t.muted
        for (const line of t.lines) hear(line)
        talk.value = [...talk.value].sort((a, b) => a.n - b.n)
      }),
    () => undefined,
  )
})
// a line that one does not see is spoken
let told = 0
effect(() => {
  const last = talk.value.at(-1)
  if (!last || last.n <= told) return
  if (told && tab.peek() !== 'talk' && last.by !== iAm.peek() && !muted.peek().includes(last.by))
    say(tr('{name} says: {text}', { name: last.name, text: last.text }))
  told = last.n
})

// marks ----------------------------------------------------------------------------------------------------------
/** Does a click on the map draw? */
export const drawing = signal(false)
/** Where an arrow begins that has no end yet. */
export const drawFrom = signal('')
export const myMarks = computed(() => marks.value.find((m) => m.by === iAm.value)?.marks ?? [])
const wish = signal<boolean | null>(null)
export const marksShared = computed(() => wish.value ?? marks.value.find((m) => m.by === iAm.value)?.shared ?? false)

export async function setMarks(all: MarkItem[], shared = marksShared.value) {
  wish.value = shared
  const others = marks.value.filter((m) => m.by !== iAm.value)
  marks.value = all.length ? [...others, { by: iAm.value, shared, marks: all }] : others
  try {
    await ask('mark', { marks: all, shared })
  } catch (e) {
    refused(e, 'mark')
  }
}

const same = (a: MarkItem, b: MarkItem) => a.kind === b.kind && a.at.join() === b.at.join()

/** A hex was chosen while drawing: the beginning of something, or its end. What is there already is removed. */
export function drawAt(hex: string) {
  if (!isHex(hex)) return
  const from = drawFrom.value
  if (!from) return void (drawFrom.value = hex)
  drawFrom.value = ''
  const mark: MarkItem =
    from === hex ? { kind: 'hex', at: [hex], text: '', colour: '' } : { kind: 'arrow', at: [from, hex], text: '', colour: '' }
  const rest = myMarks.value.filter((m) => !same(m, mark))
  const added = rest.length === myMarks.value.length
  say(
    from === hex
      ? tr(added ? 'Ring around {hex}.' : 'Ring around {hex} removed.', { hex })
      : tr(added ? 'Arrow from {from} to {hex}.' : 'Arrow from {from} to {hex} removed.', { from, hex }),
  )
  void setMarks(added ? [...rest, mark] : rest)
}

export function draws(on: boolean) {
  drawing.value = on
  drawFrom.value = ''
}

onLeave(() =>
  batch(() => {
    talk.value = []
    marks.value = []
    muted.value = []
    read.value = told = 0
    wish.value = null
    draws(false)
  }),
)
