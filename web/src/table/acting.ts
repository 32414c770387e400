/** Doing things: actions, undo, take-backs, hints. */
import { effect, signal } from '@preact/signals'
import { Problem } from '../server/api'
import type { Judged } from '../server/live'
import type { Option } from '../server/types'
import { tr } from '../words'
import { type Said, said } from '../words/sentences'
import { ask, connected, onLeave, onNews } from './connection'
import { active, plain } from './offer'
import { flash, type Refusal, say, sheetStop, tab, why } from './screen'
import { confirmEnd } from './settings'
import { bot, busy, diceOf, isHex, last, live } from './store'

/** Whoever answers: a table or a lesson. */
type Line = NonNullable<ReturnType<typeof connected>>

export const hint = signal<{ option: Option | null; reason: Said } | null>(null)
/** My own move beside the hint: chosen by making it, judged before it is played. */
export interface Comparison {
  mine: Option | null
  judged: Judged | null
}
export const comparing = signal<Comparison | null>(null)

export const rolled = signal<{ n: number; dice: string[]; texts: Said[] } | null>(null)

export function refused(e: unknown, action: string) {
  if (!(e instanceof Problem)) throw e
  why.value = { rules: e.rules, text: e.text, action }
  tab.value = 'play'
  sheetStop.value = 'half'
  say(tr('Not possible: {why}', { why: e.text }))
}

/** While a script only asks what a click would do, decisions are noted here and not sent. */
export const rehearsal: { current: string[] | null } = { current: null }

async function change(action: string, work: (c: Line, version: number) => Promise<unknown>) {
  const c = connected()
  if (busy.value || !c || !live.value) return
  if (rehearsal.current) return void rehearsal.current.push(action)
  busy.value = true
  performance.mark('sandtable-click')
  try {
    await work(c, live.value.version)
    requestAnimationFrame(() => performance.measure('sandtable-action', 'sandtable-click'))
  } catch (e) {
    refused(e, action)
  } finally {
    busy.value = false
  }
}

export async function act(...actions: string[]) {
  if (comparing.value && !comparing.value.mine && actions.length === 1) return compareWith(actions[0]!)
  await play(...actions)
}

/** Judges my move and the hint by the same trials. */
async function compareWith(action: string) {
  const other = hint.value?.option
  if (!other) return void (comparing.value = null)
  try {
    const a = await ask('check', { action })
    if (!a.legal || !a.option) return refuse(a.refusal!, action)
    comparing.value = { mine: a.option, judged: null }
    const judged = await ask('compare', { first: [a.action], second: [other.action] })
    if (comparing.value?.mine?.action === a.action) comparing.value = { mine: a.option, judged }
  } catch (e) {
    comparing.value = null
    refused(e, action)
  }
}

/** Plays what was compared. */
export const play = (...actions: string[]) => change(actions.join('; '), (c, version) => c.ask('act', { version, actions }))
export const undo = () =>
  change('undo', async (c, version) => {
    await c.ask('undo', { version })
    say(tr('Undone.'))
  })
export const redo = () =>
  change('redo', async (c, version) => {
    await c.ask('redo', { version })
    say(tr('Done again.'))
  })
export const propose = (to?: number) =>
  change('take back', (c, version) => c.ask('propose', to === undefined ? { version } : { version, to }))
/** To what is shown: something else that is proposed meanwhile is not accepted. */
export const answer = (accept: boolean) => {
  const back = live.value?.take_back
  const shown = back ? { what: 'take back', to: back.to } : live.value?.offer ? { what: live.value.offer.what } : {}
  return change('take back', (c) => c.ask('answer', { accept, ...shown }))
}
export const controlBot = (fields: { paused?: boolean; delay?: number; step?: boolean }) =>
  change('bot', async (c) => (bot.value = await c.ask('bot', fields)))
/** What players do beside the rules (people/conduct.tsx). */
export const conduct = (what: string, days: number) => change(what, (c, version) => c.ask('conduct', { version, what, days }))
export const show = (side: string) => change('show', (c) => c.ask('show', { side }))

/** A plan that holds for the whole turn is told once: what of a reason the last hint did not say. */
let lastReason: string[] = []
export function unsaid(reason: string): string {
  const all = reason.split('. ').map((x, i, every) => (i < every.length - 1 ? `${x}.` : x))
  const fresh = all.filter((x) => !lastReason.includes(x))
  lastReason = all
  return (fresh.length ? fresh : all.slice(0, 1)).join(' ')
}

export async function askHint() {
  comparing.value = null
  hint.value = { option: null, reason: '' }
  try {
    const h = await ask('hint')
    hint.value = { option: h.option, reason: h.reason }
    flash.value = h.option.path.filter(isHex)
    say(tr('Hint: {action}. {reason}', { action: said(h.option.label), reason: unsaid(said(h.reason)) }))
  } catch (e) {
    hint.value = null
    refused(e, 'hint')
  }
}

/** A refusal of the rules: who, why with numbers, the paragraph. */
export function refuse(r: Refusal, action: string) {
  why.value = { ...r, action }
  tab.value = 'play'
  say(tr('Not possible: {why}', { why: said(r.text) }))
}

/** An answer to a click that is no refusal. */
export function note(text: string) {
  why.value = { rules: [], text, action: '', kind: 'note' }
  say(text)
}

/** Ends a phase: at once, or after asking where units could still act and the player wants to be asked. */
export const ending = signal<Option | null>(null)
export async function finish(o: Option) {
  const idle = o.verb === 'end' && confirmEnd.value === 'on' && active.value.length > 0
  if (idle && ending.value?.action !== o.action) return void (ending.value = o)
  ending.value = null
  await act(o.action)
}

/** Why can this not be done? The engine's own words go to the why panel; if it can be done, it is. */
export async function attempt(action: string) {
  try {
    const a = await ask('check', { action })
    if (a.legal) return await act(a.action)
    refuse(a.refusal!, action)
  } catch (e) {
    refused(e, action)
  }
}

/** What a player should know before ending a phase, by action. */
export const warnings = signal<Record<string, Said>>({})
effect(() => {
  const end = plain.value.filter((o) => o.verb === 'end' || o.verb === 'confirm')
  warnings.value = {}
  const version = live.peek()?.version
  for (const o of end)
    void ask('check', { action: o.action }).then(
      (a) => {
        const text = a.option?.details?.warning
        if (text && live.peek()?.version === version) warnings.value = { ...warnings.peek(), [o.action]: text }
      },
      () => undefined,
    )
})

onNews((s) => () => {
  hint.value = ending.value = comparing.value = null
  if (s.entries.length) why.value = null
  const roll = s.entries.filter((e) => diceOf(e).length).at(-1)
  if (roll) rolled.value = { n: roll.n, dice: diceOf(roll), texts: roll.events.map((e) => e.text) }
  else if (rolled.value && rolled.value.n > last.value) rolled.value = null
})

onLeave(() => {
  hint.value = rolled.value = comparing.value = null
})
