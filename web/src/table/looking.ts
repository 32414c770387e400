/** Looking back over the game. */
import { batch, effect, signal } from '@preact/signals'
import * as server from '../server/api'
import { keepCreated } from '../server/links'
import { tr } from '../words'
import { refused } from './acting'
import { deselect } from './choosing'
import { ask, onLeave } from './connection'
import { overlay, refreshOverlay } from './layers'
import { flash } from './screen'
import { isHex, last, live, log, replayAt, replayView, sheet, table, token } from './store'

export const replayPlaying = signal(false)

/** The moment asked for last: an answer that comes late does not take anybody back. */
let wanted = 0

export async function replayTo(n: number | null) {
  const mine = ++wanted
  if (n === null) {
    batch(() => {
      replayAt.value = replayView.value = null
      replayPlaying.value = false
    })
    return
  }
  const at = Math.max(0, Math.min(n, last.value))
  const first = replayAt.value === null
  try {
    const r = await ask('replay', { entry: at, side: live.value!.side })
    if (mine !== wanted) return
    batch(() => {
      if (first) deselect()
      replayView.value = r.view
      replayAt.value = at
      const e = log.value.find((x) => x.n === at)
      flash.value = e ? [...new Set(e.events.flatMap((x) => x.at))].filter(isHex) : []
      if (overlay.value) void refreshOverlay()
    })
  } catch (e) {
    replayPlaying.value = false
    refused(e, 'replay')
  }
}

export async function forkHere() {
  const players = Object.fromEntries(
    Object.entries(live.value!.players)
      .filter(([, p]) => p.kind !== 'bot')
      .map(([side, p]) => [side, { kind: 'here' as const, name: p.name ?? '', level: '' }]),
  )
  const at = replayAt.value ?? last.value
  const name = tr('{name} (from {n})', { name: live.value!.name || sheet.value!.title, n: at })
  const c = await server.fork(table.value, token.value, { entry: at, players, name }, live.value!.side)
  keepCreated(c)
  location.hash = `#/table/${c.table}`
}

effect(() => {
  if (!replayPlaying.value) return
  const timer = setInterval(() => {
    const at = replayAt.peek() ?? 0
    if (at >= last.peek()) replayPlaying.value = false
    else void replayTo(at + 1)
  }, 500)
  return () => clearInterval(timer)
})

onLeave(() => {
  replayPlaying.value = false
})
