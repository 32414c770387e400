/** Keys that work wherever the focus is, except while typing. */
import { effect } from '@preact/signals'
import { mapKeys, nextLit } from '../map/keys'
import { hands } from '../shared/hands'
import { closeStory, play, step, story } from '../story/story'
import * as t from '../table'
import { tr } from '../words'

const toMap = () => document.querySelector<HTMLElement>('.map')?.focus()
const next = (direction: 1 | -1) => {
  t.nextActive(direction)
  toMap()
}
const nextHex = (direction: 1 | -1) => {
  void nextLit(direction)
  toMap()
}
/** To the main button, or the first there is. */
function toButtons() {
  const found =
    document.querySelector<HTMLElement>('.actions button.main:enabled') ?? document.querySelector<HTMLElement>('.actions button:enabled')
  if (found) found.focus()
  else t.say(tr('There is nothing to decide here now.'))
}
/** Opens a tab of the panel and goes to what is in it. */
function toTab(tab: t.Tab) {
  t.tab.value = tab
  requestAnimationFrame(() =>
    (document.querySelector<HTMLElement>('#panel [role="treeitem"][tabindex="0"]') ?? document.getElementById('panel'))?.focus(),
  )
}

/** Keys of the story: next, previous, play, on. */
function told(e: KeyboardEvent): boolean {
  const act: Record<string, () => void> = { ',': () => step(-1), '.': () => step(1), Escape: closeStory }
  if (!(e.target as HTMLElement).closest('button')) {
    act[' '] = play
    act.Enter = closeStory
  }
  act[e.key]?.()
  return e.key in act
}

export function keys(e: KeyboardEvent) {
  const typing = (e.target as HTMLElement).closest('input, textarea, select, [contenteditable]')
  if (story.value && !typing && told(e)) return e.preventDefault()
  if (e.key === 'Escape') {
    if (t.dialog.value) t.dialog.value = ''
    else if (t.commandOpen.value) t.commandOpen.value = false
    else if (t.drawing.value) t.draws(false)
    else if (typing) (e.target as HTMLElement).blur()
    else t.deselect()
    return
  }
  if (typing || e.ctrlKey || e.metaKey || e.altKey || t.dialog.value) return
  const overlays = t.overlays.value
  const act: Record<string, () => void> = {
    n: () => next(1),
    p: () => next(-1),
    u: () => void t.undo(),
    r: () => void t.redo(),
    h: () => (t.hideCounters.value = !t.hideCounters.value),
    '?': () => (t.dialog.value = 'help'),
    '/': () => (t.commandOpen.value = true),
    m: toMap,
    s: () => (t.openStack.value = t.openStack.value ? '' : t.cursor.value || t.hovered.value),
    '+': () => mapKeys.current?.zoom(1.25),
    '-': () => mapKeys.current?.zoom(0.8),
    f: () => mapKeys.current?.whole(),
    F: () => mapKeys.current?.begin(),
    b: () => void t.replayTo(t.replayAt.value === null ? t.last.value : null),
    j: () => nextHex(1),
    k: () => nextHex(-1),
    d: toButtons,
    g: () => toTab('board'),
    o: () => document.querySelector<HTMLElement>('.goals .goal:not(:disabled)')?.focus(),
    i: () => (t.cursor.value || t.hovered.value) && t.explainHex(t.cursor.value || t.hovered.value),
    l: () => toTab('log'),
    t: () => t.live.value?.kind === 'game' && !t.lessonLine() && toTab('talk'),
    x: () => void t.askHint(),
    ',': () => t.replayAt.value !== null && void t.replayTo(t.replayAt.value - 1),
    '.': () => t.replayAt.value !== null && void t.replayTo(t.replayAt.value + 1),
  }
  for (const [i, o] of overlays.slice(0, 9).entries()) act[String(i + 1)] = () => void t.setOverlay(o.id)
  const f = act[e.key]
  if (f && !(e.key === 'f' && (e.target as HTMLElement).closest('.map'))) {
    e.preventDefault()
    f()
  }
}

/** Whoever plays by keys is never left nowhere: when the button that had the focus is gone, the map has it. Returns how to stop. */
export const keepPlace = () =>
  effect(() => {
    void [
      t.live.value,
      t.busy.value,
      t.hint.value,
      t.why.value,
      t.commandOpen.value,
      t.selected.value,
      t.dialog.value,
      t.mapSvg.value,
      story.value,
    ]
    const timer = setTimeout(() => hands.keys && document.activeElement === document.body && toMap(), 50)
    return () => clearTimeout(timer)
  })
