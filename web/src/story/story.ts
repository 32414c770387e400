/** What happened in the other side's turn: its moves and fights in order, and what was lost, told from the log and two views. */
import { batch, computed, effect, signal } from '@preact/signals'
import type { View } from '../server/facts'
import * as t from '../table'
import { type Said, said } from '../words/sentences'
import { goesOn, lastStretch, moment, type Stretch } from './stretch'
import { type Happening, told } from './telling'

/** The side whose phase it is; empty where a phase belongs to nobody. */
const sideOf = (phase: string) => t.sheet.value?.phases.find((p) => p.id === phase)?.side ?? ''

/** The last stretch of decisions that were not mine. */
export const lastStory = computed<Stretch | null>(() => {
  const s = t.live.value
  if (s?.sides.length !== 1 || s.kind !== 'game' || !t.log.value.length || t.lessonLine()) return null
  return lastStretch(t.log.value, s.sides[0]!, sideOf)
})

/** A part of my goal that stands otherwise than before. */
export interface Change {
  text: Said
  before: Said
  now: Said
  state: string
}

/** What of my goal the stretch has changed. */
function changed(before: View, after: View): Change[] {
  const me = t.live.value!.sides[0]!
  const old = new Map((before.goals?.[me]?.parts ?? []).map((p) => [said(p.text), p]))
  return (after.goals?.[me]?.parts ?? []).flatMap((p) => {
    const was = old.get(said(p.text))
    return was && said(was.now) !== said(p.now) ? [{ text: p.text, before: was.now, now: p.now, state: p.state }] : []
  })
}

export const story = signal<{
  side: string
  happenings: Happening[]
  lost: Record<string, string[]>
  came: Record<string, string[]>
  changed: Change[]
  turn: Said
  after: View
} | null>(null)
/** Which happening is shown on the map. */
export const shown = signal(0)
export const playing = signal(false)
/** While it plays, moves are shown one after the other: which one now; -1 shows all of them. */
export const shownMove = signal(-1)
/** So many pictures of one happening at most. */
const PICTURES = 24

const standing = (v: View) => new Map(v.units.filter((u) => t.isHex(u.at) && !u.hidden).map((u) => [u.name, u]))
/** Who is out of the game; whoever has only left the map is not. */
const lost = (v: View) => new Map(v.units.filter((u) => u.at === 'eliminated').map((u) => [u.name, u]))

export async function openStory() {
  const found = lastStory.value
  if (!found) return
  const [a, b] = await Promise.all([t.ask('replay', { entry: found.from }), t.ask('replay', { entry: found.to })])
  const before = standing(a.view as View)
  const after = standing(b.view as View)
  const bySide = (names: string[], all: Map<string, { side: string }>) =>
    Object.fromEntries(t.sheet.value!.sides.map(({ id }) => [id, names.filter((n) => all.get(n)!.side === id)]))
  const happenings = told(t.log.value.slice(found.from, found.to))
  if (!happenings.length) return
  batch(() => {
    story.value = {
      side: found.side,
      happenings,
      lost: bySide(
        [...lost(b.view as View).keys()].filter((n) => !lost(a.view as View).has(n)),
        lost(b.view as View),
      ),
      came: bySide(
        [...after.keys()].filter((n) => !before.has(n)),
        after,
      ),
      changed: changed(a.view as View, b.view as View),
      turn: t.sheet.value!.turns.find((x) => x.turn === moment(t.log.value, found.from).turn)?.name ?? '',
      after: b.view as View,
    }
    shown.value = 0
    shownMove.value = -1
    playing.value = t.pace.value !== 'once' && !t.stillMotion.value
    if (playing.value && happenings[0]!.moves.length > 1) shownMove.value = 0
    t.tab.value = 'play'
  })
}

export function closeStory() {
  batch(() => {
    story.value = null
    shownMove.value = -1
    playing.value = false
  })
  void t.replayTo(null)
}

export const step = (by: number) => {
  playing.value = false
  const s = story.value
  if (!s) return
  batch(() => {
    shownMove.value = -1
    shown.value = Math.max(0, Math.min(s.happenings.length - 1, shown.value + by))
  })
}

// the map shows the board as it stood after the happening, or after the move that plays
effect(() => {
  const s = story.value
  const h = s?.happenings[shown.value]
  if (!h) return
  const move = h.moves[shownMove.value]
  void t.replayTo(move?.n ?? h.n).then(() => {
    t.flash.value = move ? [move.to] : h.at.slice(0, 5)
  })
})
/** On to the next move of this happening, to the next happening, or to the end. */
function on() {
  const s = story.value
  if (!s) return
  const moves = s.happenings[shown.value]!.moves.length
  const next = shownMove.value < 0 ? moves : shownMove.value + Math.ceil(moves / PICTURES)
  if (next < moves) return void (shownMove.value = next)
  if (shown.value + 1 >= s.happenings.length) return stay()
  batch(() => {
    shown.value++
    shownMove.value = s.happenings[shown.value]!.moves.length > 1 ? 0 : -1
  })
}
const stay = () => {
  batch(() => {
    shownMove.value = -1
    playing.value = false
  })
}
/** Play from here, or stop. */
export function play() {
  const h = story.value?.happenings[shown.value]
  batch(() => {
    playing.value = !playing.value
    if (playing.value && h && h.moves.length > 1 && shownMove.value < 0) shownMove.value = 0
  })
}
// slow motion: a move or a fight after the other
effect(() => {
  const s = story.value
  if (!s || !playing.value) return
  const moving = shownMove.value >= 0
  const slow = t.pace.value === 'slow'
  const at = shown.value
  const timer = setTimeout(() => at === shown.value && on(), moving ? (slow ? 900 : 450) : slow ? 3600 : 1900)
  return () => clearTimeout(timer)
})
// after the other side's turn it opens by itself, once
let seen = ''
effect(() => {
  const s = t.live.value
  const found = lastStory.value
  // the news may be here before the sheet is
  if (!s || !t.sheet.value || !found || !t.mine.value || t.tellStory.value === 'off' || s.view.outcome) return
  const telling = told(t.log.value.slice(found.from, found.to)).some((h) => h.kind !== 'other')
  const key = `${t.table.value} ${found.from} ${found.to}`
  if (found.to !== t.last.value || seen === key || !telling || s.forecast || goesOn(t.log.value, s.sides[0]!, sideOf)) return
  seen = key
  queueMicrotask(() => void openStory())
})
t.onLeave(() => {
  story.value = null
  playing.value = false
})
