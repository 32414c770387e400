/** The table's state in the browser and everything a player can do to it. Components only read signals and call these functions. */
import { batch, computed, effect, signal } from '@preact/signals'
import * as server from './api'
import { Live, Problem } from './api'
import { Grid } from './hex'
import { held, keep } from './links'
import type { Bot, Choices, Entry, Look, Option, RuleBook, Sheet, State, Unit, View } from './types'

export const table = signal('')
export const token = signal('')
export const sheet = signal<Sheet | null>(null)
export const grid = signal<Grid | null>(null)
export const mapSvg = signal('')
export const book = signal<RuleBook | null>(null)
export const live = signal<State | null>(null)
export const log = signal<Entry[]>([])
/** Why a bot did it, by entry, for as long as the page is open. */
export const reasons = signal<Record<number, string>>({})
export const present = signal<Record<string, number>>({})
export const bot = signal<Bot | null>(null)
export const online = signal(true)
export const fatal = signal('')
export const busy = signal(false)

export const selected = signal<string[]>([])
/** What the selected units can do, with costs. */
export const choices = signal<Option[]>([])
export const waypoints = signal<string[]>([])
export const forced = signal<{ action: string; option: Option | null; refusal: Refusal | null; path: string[] } | null>(null)
export const hovered = signal('')
export const cursor = signal('')
export const focusHex = signal('')
export const openStack = signal('')
/** A stack fanned out because the pointer rests on it. */
export const peekStack = signal('')
/** Several things a click may have meant: actions, or other units to take up instead. */
export const menu = signal<{ hex: string; options: Option[]; instead?: string[] } | null>(null)
export interface Refusal { rules: string[]; text: string }
export const why = signal<(Refusal & { action: string }) | null>(null)
export const hint = signal<{ option: Option | null; reason: string } | null>(null)
export const spoken = signal('')
export type Tab = 'play' | 'log' | 'rules' | 'charts'
export const tab = signal<Tab>('play')
export const ruleWanted = signal('')
export const flash = signal<string[]>([])
export const dialog = signal<'' | 'help' | 'invite' | 'result'>('')
export const overlay = signal('')
export const overlayHexes = signal<Record<string, string>>({})
export const hideCounters = signal(false)
export const rolled = signal<{ n: number; dice: string[]; text: string } | null>(null)

const setting = (key: string, first: string) => {
  const s = signal(localStorage.getItem(`sandtable.${key}`) ?? first)
  effect(() => localStorage.setItem(`sandtable.${key}`, s.value))
  return s
}
export const palette = setting('palette', 'classic')

// looking back -----------------------------------------------------------------------------------------------
export const replayAt = signal<number | null>(null)
export const replayView = signal<View | null>(null)
export const replayPlaying = signal(false)
/** What lies on the board: the present, or the moment looked back to. */
export const view = computed<View | null>(() => (replayAt.value === null ? (live.value?.view ?? null) : replayView.value))
export const last = computed(() => log.value.at(-1)?.n ?? 0)

export const look = computed<Look | null>(() => {
  const plain = sheet.value?.look
  if (!plain) return null
  if (palette.value !== 'safe') return plain
  // blue and orange of the Okabe-Ito set: told apart with every common kind of colour blindness, and light against dark
  const two = [{ fill: '#bfe0f7', ink: '#00263d', accent: '#005a8c' }, { fill: '#b34700', ink: '#fff7ec', accent: '#8f3800' }]
  const sides = sheet.value!.sides.map((s, i) => [s.id, { ...plain.side[s.id], ...two[i % 2]! }] as const)
  return { ...plain, side: { ...plain.side, ...Object.fromEntries(sides) }, nation: {}, formation: {} }
})

export const units = computed(() => new Map((view.value?.units ?? []).map((u) => [u.name, u])))
export const stacks = computed(() => {
  const out = new Map<string, Unit[]>()
  for (const u of view.value?.units ?? []) out.set(u.at, [...(out.get(u.at) ?? []), u])
  return out
})
export const isHex = (place: string) => !!grid.value?.has(place)

/** Night turns are dark on the map too. */
export const isNight = (name: string, note: string) => /night/i.test(`${name} ${note}`)
export const night = computed(() => !!view.value && isNight(view.value.turn_name, sheet.value?.turns.find((x) => x.turn === view.value!.turn)?.note ?? ''))

/** Is it for somebody at this screen to decide? */
export const mine = computed(() => replayAt.value === null && !!live.value?.yours && !live.value.curtain)

/** The options of this decision: all of them, or (too many to send) only those without units; then `units` and `hexes` say what can be clicked. */
export interface Offer { complete: boolean; list: Option[]; units: Set<string>; hexes: Set<string>; count: number; verbs: Record<string, number> }
const totals = signal<Choices | null>(null)
export const offer = computed<Offer | null>(() => {
  const s = live.value
  if (!mine.value || !s?.options) return null
  const o = s.options
  const c = totals.value?.version === s.version ? totals.value : null
  const list = o.complete ? o.list : (c?.list ?? [])
  const named = new Set(o.complete ? list.flatMap((x) => x.units) : (c?.units ?? o.units))
  // an option names hexes for clicking only when no unit comes first
  const hexes = new Set([...list.filter((x) => !x.units.length && x.to).map((x) => x.to), ...(c?.hexes ?? [])])
  return { complete: o.complete, list, units: named, hexes, count: c?.count ?? o.count, verbs: c?.verbs ?? o.verbs }
})
/** Options that need neither unit nor hex: buttons. */
export const plain = computed(() => (offer.value?.list ?? []).filter((o) => !o.units.length && !o.to))
/** Units that can be used now but stand nowhere yet: those to be placed. */
export const inHand = computed(() => {
  const s = live.value
  const hand = s?.options?.complete ? s.options.hand : totals.value?.version === s?.version ? totals.value?.hand : []
  return new Map((mine.value ? (hand ?? []) : []).filter((u) => !units.value.has(u.name)).map((u) => [u.name, u]))
})
export const find = (name: string) => units.value.get(name) ?? inHand.value.get(name)
/** Units that can be clicked for something now, in reading order of the map. */
export const active = computed(() => {
  const where = (n: string) => units.value.get(n)?.at ?? 'zzzz'
  return [...(offer.value?.units ?? [])].sort((a, b) => where(a).localeCompare(where(b)) || a.localeCompare(b))
})
/** Options of one unit known without asking. */
export const known = (unit: string) => (offer.value?.complete ? offer.value.list.filter((o) => o.units.includes(unit)) : null)
/** Where the selected units have several ways to go somewhere (march, fly, land), one of them is shown at a time. */
export const wanted = signal('')
export const ways = computed(() => [...new Set(choices.value.filter((c) => c.to).map((c) => c.verb))])
export const way = computed(() => (ways.value.includes(wanted.value) ? wanted.value : ways.value.includes('move') ? 'move' : (ways.value[0] ?? '')))
export const destinations = computed(() => {
  const out = new Map<string, Option[]>()
  for (const c of choices.value) if (c.to && c.verb === way.value) out.set(c.to, [...(out.get(c.to) ?? []), c])
  return out
})
export const sideName = (id: string | null | undefined) => (id === 'chance' ? 'The dice' : (look.value?.side[id ?? '']?.name ?? sheet.value?.sides.find((s) => s.id === id)?.name ?? id ?? ''))
export const accent = (id: string | null | undefined) => look.value?.side[id ?? '']?.accent ?? '#5b4a36'

/** Units named in the prompt: whoever must still do something, or is being dealt with. */
export const called = computed(() => {
  const text = mine.value ? (live.value?.prompt ?? '') : ''
  const words = new Set(text.replaceAll(/\[[^\]]*\]/g, ' ').split(/[\s,;:()]+/).map((w) => w.replace(/\.$/, '')))
  return new Set([...units.value.keys()].filter((n) => words.has(n)))
})
export function lookAt(unit: string) {
  const at = find(unit)?.at ?? ''
  if (!isHex(at)) return
  flash.value = [at]
  focusHex.value = at
}

/** Events as running text: every sentence ends. */
export const sentences = (events: { text: string }[]) => events.map((e) => (/[.!?:”]$/.test(e.text) ? e.text : `${e.text}.`)).join(' ')

export function say(text: string) {
  spoken.value = spoken.value === text ? `${text}\u00a0` : text
}

// coming and going -------------------------------------------------------------------------------------------
let connection: Live | null = null
let sheetOf = ''

export function open(id: string, given: string) {
  if (given) {
    keep(id, { token: given })
    history.replaceState(null, '', `/#/table/${id}`)
  }
  const t = held(id)?.token
  if (!t) {
    fatal.value = 'This address names a table but no seat. Ask for your seat link, or open the table from the lobby.'
    return
  }
  batch(() => {
    table.value = id
    token.value = t
    fatal.value = ''
  })
  connection = new Live(id, t, () => (live.value ? { side: live.value.side, have: { version: live.value.version, entries: last.value } } : {}), {
    state: take,
    choices: (c) => (totals.value = c),
    present: (p) => (present.value = p),
    bot: (b) => (bot.value = b),
    line: (up) => (online.value = up),
    end: (text) => (fatal.value = text),
  })
}

export function leave() {
  connection?.close()
  connection = null
  sheetOf = ''
  batch(() => {
    for (const s of [sheet, grid, live, replayAt, replayView, why, hint, book, totals, bot, rolled] as { value: unknown }[]) s.value = null
    mapSvg.value = fatal.value = dialog.value = overlay.value = cursor.value = ''
    log.value = []
    reasons.value = {}
    tab.value = 'play'
    replayPlaying.value = false
    deselect()
  })
}

/** The part of the sheet's address that names the owner's components. */
export const componentsIn = (path: string) => path.match(/[?&](components=[^&]*)/)?.[1]?.replace(/^/, '?') ?? ''

async function loadSheet(path: string) {
  sheetOf = path
  try {
    const s = await server.sheet(path)
    batch(() => {
      grid.value = new Grid(s.map)
      sheet.value = s
    })
    mapSvg.value = await server.mapText(s.map.url)
    book.value = await server.rules(s.game, componentsIn(path))
  } catch (e) {
    fatal.value = e instanceof Problem ? e.text : String(e)
  }
}

/** A new state from the server. */
function take(s: State) {
  if (sheetOf !== s.sheet) void loadSheet(s.sheet)
  // both players see the same: no curtain between them
  if (s.curtain && s.nothing_hidden) void connection?.ask('show', { side: s.curtain }).catch(() => undefined)
  const old = live.value
  placing = selected.value.length === 1 && inHand.value.has(selected.value[0]!)
  batch(() => {
    const kept = log.value.slice(0, s.keep)
    log.value = [...kept, ...s.entries]
    live.value = s
    present.value = s.present
    bot.value = s.bot
    if (old?.version === s.version && old.side === s.side) return
    menu.value = hint.value = forced.value = null
    waypoints.value = []
    choices.value = []
    asked++
    if (s.entries.length) why.value = null
    // a selection does not outlive its phase
    const same = old?.view.phase === s.view.phase && old?.actor === s.actor && old?.view.turn === s.view.turn
    const still = same && s.options && mine.value ? selected.value.filter((u) => offer.value?.units.has(u) || !offer.value?.complete) : []
    selected.value = still
    openStack.value = peekStack.value = ''
    if (still.length) void refreshChoices()
    const decided = s.entries.filter((e) => s.bot.sides[e.actor])
    if (s.bot.reason && decided.length === 1) reasons.value = { ...reasons.value, [decided[0]!.n]: s.bot.reason }
    const news = s.entries.flatMap((e) => e.events)
    if (old && news.length) {
      flash.value = [...new Set(news.flatMap((e) => e.at))].filter(isHex).slice(0, 12)
      say(sentences(news))
    }
    const roll = s.entries.filter((e) => e.actor === 'chance' && e.action?.startsWith('roll')).at(-1)
    if (roll) rolled.value = { n: roll.n, dice: roll.action!.split(' ').slice(1), text: sentences(roll.events) }
    else if (rolled.value && rolled.value.n > last.value) rolled.value = null
    if (s.view.outcome && old && !old.view.outcome) dialog.value = 'result'
    if (overlay.value) void refreshOverlay()
  })
}

function refused(e: unknown, action: string) {
  if (!(e instanceof Problem)) throw e
  why.value = { rules: e.rules, text: e.text, action }
  tab.value = 'play'
  say(`Not possible: ${e.text}`)
}

// acting -----------------------------------------------------------------------------------------------------
async function change(action: string, work: (c: Live, version: number) => Promise<unknown>) {
  if (busy.value || !connection || !live.value) return
  busy.value = true
  performance.mark('sandtable-click')
  try {
    await work(connection, live.value.version)
    requestAnimationFrame(() => performance.measure('sandtable-action', 'sandtable-click'))
  } catch (e) {
    refused(e, action)
  } finally {
    busy.value = false
  }
}

export const act = (...actions: string[]) => change(actions.join('; '), (c, version) => c.ask('act', { version, actions }))
export const undo = () => change('undo', (c, version) => c.ask('undo', { version }))
export const redo = () => change('redo', (c, version) => c.ask('redo', { version }))
export const propose = (to?: number) => change('take back', (c, version) => c.ask('propose', to === undefined ? { version } : { version, to }))
export const answer = (accept: boolean) => change('take back', (c) => c.ask('answer', { accept }))
export const controlBot = (fields: { paused?: boolean; delay?: number; step?: boolean }) => change('bot', async (c) => (bot.value = await c.ask('bot', fields)))
export const show = (side: string) => change('show', (c) => c.ask('show', { side }))

export async function askHint() {
  hint.value = { option: null, reason: '' }
  try {
    const h = await connection!.ask('hint')
    hint.value = { option: h.option, reason: h.reason }
    flash.value = h.option.path.filter(isHex)
    say(`Hint: ${h.option.label}. ${h.reason}`)
  } catch (e) {
    hint.value = null
    refused(e, 'hint')
  }
}

/** Why can this not be done? The engine's own words go to the why panel; if it can be done, it is. */
export async function attempt(action: string) {
  try {
    const a = await connection!.ask('check', { action })
    if (a.legal) return await act(a.action)
    why.value = { ...a.refusal!, action }
    tab.value = 'play'
    say(`Not possible: ${a.refusal!.text}`)
  } catch (e) {
    refused(e, action)
  }
}

// choosing ---------------------------------------------------------------------------------------------------
/** Selected by the table itself, not by a click: the first click on it is no wish to deselect it. */
let suggested = ''
/** A counter from the hand was being placed when the new position came. */
let placing = false
/** Numbers the questions about the selected units: an answer to an older one is not for us. */
let asked = 0

export function deselect() {
  asked++
  batch(() => {
    selected.value = []
    choices.value = []
    waypoints.value = []
    forced.value = null
    openStack.value = ''
    menu.value = null
  })
}

/** Ask what the selected units can do. One unit: its options. Several: the hexes all of them reach, as one move, where the rules let them go together. */
async function refreshChoices() {
  const turn = ++asked
  const names = selected.value
  if (!names.length || !connection) return
  try {
    const each = await Promise.all(names.map((n) => connection!.ask('options', { mention: [n], details: true, limit: 2000 })))
    if (turn !== asked) return
    if (names.length === 1) return void (choices.value = each[0]!.options)
    const exact = each[0]!.options.filter((o) => o.units.length === names.length && names.every((n) => o.units.includes(n)))
    if (exact.length) return void (choices.value = exact)
    const verb = each[0]!.options.find((o) => o.to)?.verb ?? 'move'
    const common = each.map((e) => new Set(e.options.filter((o) => o.units.length === 1 && o.verb === verb).map((o) => o.to))).reduce((a, b) => new Set([...a].filter((x) => b.has(x))))
    // a few questions at a time: the server answers no more at once
    const goals = nearest([...common].filter(Boolean), names[0]!).slice(0, 40)
    const got: Awaited<ReturnType<typeof checkAll>> = []
    for (let i = 0; i < goals.length; i += 8) {
      got.push(...(await checkAll(goals.slice(i, i + 8).map((h) => `${verb} ${names.join('+')} ${h}`))))
      if (turn !== asked) return
    }
    choices.value = got.filter((g) => g.legal && g.option).map((g) => g.option!)
    const no = got.find((g) => !g.legal)
    if (!choices.value.length && no?.refusal) why.value = { ...no.refusal, action: no.action }
  } catch (e) {
    if (turn === asked && e instanceof Problem && !['stale', 'not_yours', 'lost'].includes(e.code)) refused(e, 'options')
  }
}

const checkAll = (actions: string[]) => Promise.all(actions.map((action) => connection!.ask('check', { action })))

function nearest(hexes: string[], unit: string) {
  const g = grid.value!
  const [x, y] = g.centre(units.value.get(unit)?.at ?? '')
  const far = (h: string) => Math.hypot(g.centre(h)[0] - x, g.centre(h)[1] - y)
  return hexes.sort((a, b) => far(a) - far(b))
}

export function select(name: string, add = false) {
  batch(() => {
    const had = selected.value
    selected.value = add ? (had.includes(name) ? had.filter((n) => n !== name) : [...had, name]) : [name]
    choices.value = add ? [] : (known(name) ?? [])
    wanted.value = ''
    waypoints.value = []
    forced.value = null
    why.value = null
    const u = find(name)
    if (u && isHex(u.at)) cursor.value = u.at
    say(u?.at ? `Selected ${name} in ${u.at}` : `Selected ${name}`)
  })
  void refreshChoices()
}

/** All of a stack at once, where stacks move together. */
export function selectAll(names: string[]) {
  select(names[0]!)
  batch(() => {
    selected.value = names
    choices.value = []
    say(`Selected ${names.join(', ')}`)
  })
  void refreshChoices()
}

/** A click on a counter: use it where it can only be used, else select it. */
export async function clickUnit(name: string, add: boolean) {
  const u = find(name)
  if (!u) return
  const can = offer.value?.units.has(name)
  if (selected.value.length && !selected.value.includes(name) && destinations.value.has(u.at) && !add) {
    const others = (stacks.value.get(u.at) ?? []).map((x) => x.name).filter((n) => offer.value?.units.has(n) && !selected.value.includes(n) && find(n)?.side === live.value?.actor)
    if (!others.length) return clickHex(u.at, add)
    cursor.value = u.at
    return void (menu.value = { hex: u.at, options: destinations.value.get(u.at)!, instead: others })
  }
  if (can) {
    // where units are only named (who attacks, who is lost), a click names one; where they go somewhere, it selects
    const named = offer.value!.complete && !offer.value!.list.some((o) => o.units.length && o.to && o.to !== find(o.units[0]!)?.at)
    const all = named ? known(name)! : []
    if (all.length === 1 && all[0]!.units.length === 1) return void act(all[0]!.action)
    if (!add && selected.value.length === 1 && selected.value[0] === name && suggested !== name) return deselect()
    suggested = ''
    return select(name, add)
  }
  if (offer.value?.hexes.has(u.at) || (selected.value.length && isHex(u.at))) return clickHex(u.at, add)
  openStack.value = openStack.value === u.at ? '' : u.at
}

/** A click on a hex: go there, act on it, or be told why not. With `add`, the way is forced through it. */
export function clickHex(h: string, add = false) {
  if (!h) return deselect()
  batch(() => {
    cursor.value = h
    menu.value = null
  })
  const o = offer.value
  const names = selected.value
  if (o && names.length) {
    if (units.value.get(names[0]!)?.at === h && !destinations.value.has(h)) return deselect()
    if (add) return void wayThrough(h)
    if (waypoints.value.length && waypoints.value.at(-1) !== h) return void wayThrough(h)
    if (waypoints.value.length && forced.value) return void (forced.value.refusal ? (why.value = { ...forced.value.refusal, action: forced.value.action }) : act(forced.value.action))
    const there = destinations.value.get(h)
    if (there?.length === 1) return void act(there[0]!.action)
    if (there?.length) return void (menu.value = { hex: h, options: there })
    return void attempt(`${way.value || 'move'} ${names.join('+')} ${h}`)
  }
  if (o?.hexes.has(h)) {
    const here = o.list.filter((x) => !x.units.length && x.to === h)
    if (here.length === 1) return void act(here[0]!.action)
    if (here.length) return void (menu.value = { hex: h, options: here })
    void connection!.ask('options', { mention: [h], limit: 40 }).then((r) => {
      const only = r.options.filter((x) => !x.units.length)
      if (only.length === 1) void act(only[0]!.action)
      else menu.value = { hex: h, options: only }
    })
    return
  }
  openStack.value = stacks.value.has(h) && openStack.value !== h ? h : ''
}

/** Way-points: the path goes through every hex clicked with Shift, and the engine prices it. */
async function wayThrough(h: string) {
  const names = selected.value
  const from = units.value.get(names[0]!)?.at ?? ''
  if (!isHex(from)) return
  const points = [...waypoints.value, h]
  const path = [from]
  for (const p of points) path.push(...grid.value!.chain(path.at(-1)!, p, (x) => destinations.value.has(x)).slice(1))
  waypoints.value = points
  const action = `${way.value || 'move'} ${names.join('+')} ${path.join('-')}`
  const a = await connection!.ask('check', { action })
  forced.value = { action: a.action, option: a.option, refusal: a.refusal, path }
  why.value = a.refusal ? { ...a.refusal, action } : null
  say(a.refusal ? `Not possible: ${a.refusal.text}` : `Way through ${points.join(', ')}. Choose ${h} again to go.`)
}

export function nextActive(direction: 1 | -1) {
  const list = active.value
  if (!list.length) return say('No unit can act now.')
  const i = list.indexOf(selected.value[0] ?? '')
  const name = list[i < 0 ? (direction > 0 ? 0 : list.length - 1) : (i + direction + list.length) % list.length]!
  select(name)
  const at = find(name)?.at ?? ''
  if (isHex(at)) focusHex.value = at
}

export function showRule(id: string) {
  batch(() => {
    ruleWanted.value = id
    tab.value = 'rules'
  })
}

/** Completions for the command line. */
export async function complete(text: string): Promise<string[]> {
  if (!offer.value || !connection) return []
  const words = text.split(' ')
  if (words.length <= 1) return Object.keys(offer.value.verbs).filter((v) => v.startsWith(text.toLowerCase()))
  const got = await connection.ask('options', { prefix: text, limit: 60 })
  const heads = (n: number) => [...new Set(got.options.map((o) => o.action.split(' ').slice(0, n).join(' ')))]
  const now = heads(words.length)
  // a word that is complete already: on to the next
  return (now.length === 1 && now[0]!.toLowerCase() === text.toLowerCase() ? heads(words.length + 1) : now).slice(0, 40)
}

// overlays ---------------------------------------------------------------------------------------------------
export const overlays = computed(() => sheet.value?.overlays ?? [])

export async function setOverlay(name: string) {
  overlay.value = overlay.value === name ? '' : name
  await refreshOverlay()
}

async function refreshOverlay() {
  const name = overlay.value
  if (!name) return void (overlayHexes.value = {})
  try {
    const got = await connection!.ask('overlay', { overlay: name, ...(replayAt.value === null ? {} : { entry: replayAt.value }) })
    if (overlay.value === name) overlayHexes.value = got.hexes
  } catch (e) {
    overlay.value = ''
    refused(e, 'overlay')
  }
}

// looking back -----------------------------------------------------------------------------------------------
export async function replayTo(n: number | null) {
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
    const r = await connection!.ask('replay', { entry: at, side: live.value!.side })
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
  const players = Object.fromEntries(Object.entries(live.value!.players).map(([s, p]) => [s, p.kind === 'elsewhere' ? { ...p, kind: 'here' as const } : p]))
  const c = await server.fork(table.value, token.value, replayAt.value ?? last.value, players, `${live.value!.name} (from ${replayAt.value ?? last.value})`)
  keep(c.table, { token: c.owner, seats: c.seats, spectator: c.spectator })
  location.hash = `#/table/${c.table}`
}

// where only one unit can be meant (a retreat, a unit to be placed), it is selected already
effect(() => {
  const o = offer.value
  if (o?.units.size === 1 && !selected.peek().length) {
    const only = [...o.units][0]!
    const all = o.complete ? o.list.filter((x) => x.units.includes(only)) : null
    if (!all || all.some((x) => x.to && x.to !== units.peek().get(only)?.at)) {
      select(only)
      suggested = only
    }
  }
})

// one counter placed: the next one is in the hand already
effect(() => {
  const next = [...inHand.value.keys()][0]
  if (selected.value.length || !placing || !next) return
  placing = false
  select(next)
})

// once the options are known, whoever has none is no longer selected
effect(() => {
  const o = offer.value
  if (!o || (!o.complete && !o.count)) return
  const still = selected.peek().filter((n) => o.units.has(n))
  if (still.length !== selected.peek().length) {
    if (still.length) selected.value = still
    else deselect()
  }
})

/** What a player should know before ending a phase, by action. */
export const warnings = signal<Record<string, string>>({})
effect(() => {
  const end = plain.value.filter((o) => o.verb === 'end' || o.verb === 'confirm')
  warnings.value = {}
  const version = live.peek()?.version
  for (const o of end)
    void connection?.ask('check', { action: o.action }).then((a) => {
      const text = a.option?.details?.warning
      if (text && live.peek()?.version === version) warnings.value = { ...warnings.peek(), [o.action]: text }
    }, () => undefined)
})

effect(() => {
  const h = hovered.value
  peekStack.value = ''
  if (!h || (stacks.peek().get(h)?.length ?? 0) < 2) return
  const taken = () => openStack.peek() || destinations.peek().has(h) || selected.peek().some((n) => units.peek().get(n)?.at === h)
  const timer = setTimeout(() => (peekStack.value = taken() ? '' : h), 450)
  return () => clearTimeout(timer)
})

effect(() => {
  if (!replayPlaying.value) return
  const timer = setInterval(() => {
    const at = replayAt.peek() ?? 0
    if (at >= last.peek()) replayPlaying.value = false
    else void replayTo(at + 1)
  }, 500)
  return () => clearInterval(timer)
})
