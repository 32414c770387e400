/** "It is your turn": said by the tab's title and icon, and by a message of the browser where it is wanted; the knock is table/sound.ts. */
import { computed, effect } from '@preact/signals'
import * as t from '../table'
import { notify } from '../table/settings'
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

// as the knock (table/sound.ts): when the turn begins, to somebody who looks elsewhere
t.onNews((s, old) => {
  const waited = !!old && !old.yours
  return () => {
    if (notify.value === 'on' && mayNotify() && waited && s.yours && !t.result.value && t.isAway()) message()
  }
})
