/** "It is your turn": said by the tab's title and icon, by a soft knock and by a message of the browser, where these are wanted. */
import { computed, effect, signal } from '@preact/signals'
import * as t from '../table'
import { notify, sound } from '../table/settings'
import { tr } from '../words'

/** Mine to decide, while others decide at other times. */
export const myTurn = computed(() => t.mine.value && t.live.value!.sides.length === 1 && !t.result.value && !t.lessonLine())

const plainTitle = computed(() => {
  const s = t.live.value
  const name = s?.name || t.sheet.value?.title
  return s && name ? `${name} · Sandtable` : ''
})
effect(() => {
  if (!plainTitle.value) return
  document.title = myTurn.value ? tr('● Your turn · {title}', { title: plainTitle.value }) : plainTitle.value
})

const icon = (lit: boolean) => (lit ? '/icon-turn.svg' : '/icon.svg')
effect(() => {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (link) link.href = icon(myTurn.value)
})
t.onLeave(() => {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (link) link.href = icon(false)
})

/** When the player last did something with this page. */
let active = Date.now()
for (const what of ['pointerdown', 'keydown', 'pointermove']) addEventListener(what, () => (active = Date.now()), { passive: true })
const IDLE = 20_000
const away = () => document.hidden || Date.now() - active > IDLE

/** How often the knock was heard; for tests, and nothing else. */
export const knocks = signal(0)

/** One soft knock on wood. */
export function knock() {
  knocks.value++
  const audio = new AudioContext()
  const at = audio.currentTime
  for (const [delay, pitch] of [
    [0, 190],
    [0.13, 160],
  ] as const) {
    const tone = audio.createOscillator()
    const volume = audio.createGain()
    tone.frequency.setValueAtTime(pitch, at + delay)
    tone.frequency.exponentialRampToValueAtTime(pitch / 2, at + delay + 0.09)
    volume.gain.setValueAtTime(0.25, at + delay)
    volume.gain.exponentialRampToValueAtTime(0.001, at + delay + 0.12)
    tone.connect(volume).connect(audio.destination)
    tone.start(at + delay)
    tone.stop(at + delay + 0.15)
  }
  setTimeout(() => void audio.close(), 600)
}

export const mayNotify = () => typeof Notification !== 'undefined' && Notification.permission === 'granted'
/** Asks the browser, and remembers what it said. */
export async function wantNotices(on: boolean) {
  if (on && typeof Notification !== 'undefined' && Notification.permission !== 'granted') await Notification.requestPermission()
  notify.value = on && mayNotify() ? 'on' : 'off'
}

function message() {
  const s = t.live.value!
  const note = new Notification(tr('Your turn'), {
    body: tr('{title}: you play {side}.', { title: s.name || t.sheet.value!.title, side: t.sideName(s.sides[0]) }),
    tag: `sandtable ${s.table}`,
    icon: '/icon-turn.svg',
  })
  note.onclick = () => {
    window.focus()
    note.close()
  }
}

let before = false
effect(() => {
  const now = myTurn.value
  const begins = now && !before
  before = now
  // coming to a table is no news
  if (!begins || !t.live.peek() || t.last.peek() === 0 || !away()) return
  if (sound.peek() === 'on') knock()
  if (notify.peek() === 'on' && mayNotify()) message()
})
