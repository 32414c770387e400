/** Coming to a table and leaving it; news from the server. */
import { batch } from '@preact/signals'
import type { Film } from '../films/film'
import { FilmLine } from '../films/line'
import { LessonLine } from '../lessons/line'
import { Grid } from '../map/grid'
import * as server from '../server/api'
import { Problem } from '../server/api'
import { held, keep, whole } from '../server/links'
import { Live, type Replies } from '../server/live'
import { key } from '../server/people'
import type { Choices, State } from '../server/types'
import { tr } from '../words'
import { hear, marks } from './heard'
import { newsOf } from './news'
import { totals } from './offer'
import { cursor, dialog, flash, tab, tellNews, why } from './screen'
import * as t from './store'

/** Called before a new state is taken; what it returns is called after. */
type News = (s: State, old: State | null) => () => void
const listeners: News[] = []
export const onNews = (n: News) => void listeners.push(n)
const leaving: (() => void)[] = []
/** Something to forget when the table is left. */
export const onLeave = (f: () => void) => void leaving.push(f)

/** A table on the server, or a lesson. */
let connection: Live | LessonLine | FilmLine | null = null
export const lessonLine = (): LessonLine | null => (connection instanceof LessonLine ? connection : null)
let sheetOf = ''
export const connected = () => connection

export function ask<K extends keyof Replies>(type: K, fields: Record<string, unknown> = {}): Promise<Replies[K]> {
  return connection ? connection.ask(type, fields) : Promise.reject(new Problem('lost', server.LOST))
}

export function open(id: string, given: string) {
  if (whole(given)) {
    keep(id, { token: given })
    history.replaceState(null, '', `/#/table/${id}`)
  }
  if (given && !whole(given)) {
    t.fatal.value = tr('This link is not complete: its end is missing. Ask for it again, or copy the whole of it.')
    return
  }
  // whoever has the key of a person needs no token of his
  const seat = held(id)?.token || key.value
  if (!seat) {
    t.fatal.value = tr('This address names a table but no seat. Ask for your seat link, or open the table from the lobby.')
    return
  }
  batch(() => {
    t.table.value = id
    t.token.value = seat
    t.fatal.value = ''
  })
  connection = new Live(
    id,
    seat,
    () => (t.live.value ? { side: t.live.value.side, have: { version: t.live.value.version, entries: t.last.value } } : {}),
    {
      state: take,
      choices: (c) => (totals.value = c),
      present: (p) => (t.present.value = p),
      bot: (b) => (t.bot.value = b),
      talk: hear,
      marks: (all) => (marks.value = all),
      line: (up) => (t.online.value = up),
      end: (text, code = '') => {
        t.trouble.value = code
        t.fatal.value = text
      },
    },
  )
}

function taught(s: State, c: Choices | null) {
  take(s)
  totals.value = c
}

/** A film instead of a table. */
export function watch(film: Film) {
  t.fatal.value = ''
  connection = new FilmLine(film, take)
}
export const filmLine = (): FilmLine | null => (connection instanceof FilmLine ? connection : null)

/** A lesson instead of a table. */
export function learn(address: string) {
  t.fatal.value = ''
  connection = new LessonLine(address, taught, (text) => (t.fatal.value = text))
}

export function leave() {
  connection?.close()
  connection = null
  sheetOf = ''
  batch(() => {
    for (const s of [t.sheet, t.grid, t.live, t.replayAt, t.replayView, why, t.book, totals, t.bot] as { value: unknown }[]) s.value = null
    t.mapSvg.value = t.fatal.value = dialog.value = cursor.value = ''
    t.log.value = []
    t.reasons.value = {}
    tab.value = 'play'
    for (const f of leaving) f()
  })
}

/** On to the game that follows this one: the same tokens open it. */
export function toNext(id: string) {
  keep(id, { token: t.token.value })
  location.hash = `#/table/${id}`
}

/** The part of the sheet's address that names the owner's components. */
export const componentsIn = (path: string) => path.match(/[?&](components=[^&]*)/)?.[1]?.replace(/^/, '?') ?? ''

async function loadSheet(path: string) {
  sheetOf = path
  try {
    const s = await server.sheet(path)
    batch(() => {
      t.grid.value = new Grid(s.map)
      t.sheet.value = s
    })
    t.mapSvg.value = await server.mapText(s.map.url)
    t.book.value = await server.rules(s.game, componentsIn(path))
  } catch (e) {
    t.fatal.value = e instanceof Problem ? e.text : String(e)
  }
}

/** A new state from the server. */
function take(s: State) {
  if (sheetOf !== s.sheet) void loadSheet(s.sheet)
  // both players see the same: no curtain between them
  if (s.curtain && s.nothing_hidden) void connection?.ask('show', { side: s.curtain }).catch(() => undefined)
  const old = t.live.value
  const heard = t.last.value
  const after = listeners.map((f) => f(s, old))
  batch(() => {
    const kept = t.log.value.slice(0, s.keep)
    t.log.value = [...kept, ...s.entries]
    t.live.value = s
    t.present.value = s.present
    t.bot.value = s.bot
    if (old?.version === s.version && old.side === s.side) return
    for (const f of after) f()
    const decided = s.entries.filter((e) => s.bot.sides[e.actor])
    if (s.bot.reason && decided.length === 1) t.reasons.value = { ...t.reasons.value, [decided[0]!.n]: s.bot.reason }
    const news = newsOf(s, old, heard, !!t.sheet.value?.hidden)
    if (news.length) {
      flash.value = [...new Set(news.flatMap((e) => e.at))].filter(t.isHex).slice(0, 12)
      tellNews(t.sentences(news.map((e) => e.text)))
    }
    if ((s.view.outcome || s.ended) && old && !old.view.outcome && !old.ended && !lessonLine()) dialog.value = 'result'
  })
}
