/** A film in place of a table: it answers what a replay asks, and nothing else. */
import { Problem } from '../server/api'
import type { Replies } from '../server/live'
import type { State } from '../server/types'
import { tr } from '../words'
import { type Film, sheetOf } from './film'

const CANNOT = { can: false, why: '', action: '' }

export class FilmLine {
  private viewer: string
  constructor(
    readonly film: Film,
    private take: (s: State) => void,
  ) {
    this.viewer = film.viewers.includes('spectator') ? 'spectator' : film.viewers[0]!
    queueMicrotask(() => this.take(this.state()))
  }

  private state(): State {
    const views = this.film.views[this.viewer]!
    const view = views.at(-1)!
    const players = Object.fromEntries(
      [...new Set(this.film.entries.map((e) => e.actor))]
        .filter((side) => side !== 'chance')
        .map((side) => [side, { kind: 'here' as const, name: this.film.header[side] ?? '', level: '', taken: false, stand_in: '' }]),
    )
    return {
      type: 'state',
      table: '',
      version: 1,
      kind: 'replay',
      name: this.film.header.title ?? '',
      sheet: sheetOf(this.film),
      role: 'spectator',
      sides: [],
      side: this.viewer,
      view,
      actor: null,
      yours: false,
      curtain: null,
      nothing_hidden: true,
      unseen: [],
      prompt: view.prompt,
      rules: [],
      options: null,
      forecast: null,
      keep: 0,
      entries: this.film.entries,
      undo: CANNOT,
      redo: CANNOT,
      take_back: null,
      bot: { sides: {}, thinking: '', paused: false, delay: 0, reason: '', trouble: '' },
      players,
      present: {},
      ended: this.film.header.ended ?? '',
      won: '',
      next: '',
      offer: null,
      clock: null,
      terms: {},
      dice: { kind: 'typed', stream: '', commitments: {}, handed: [], settled: true, after: 0, wanted: [] },
      play_on: { can: false, why: tr('This is a film: it can be watched, not played.') },
    } as unknown as State
  }

  async ask<K extends keyof Replies>(type: K, fields: Record<string, unknown> = {}): Promise<Replies[K]> {
    return this.answer(type, fields) as Replies[K]
  }

  private answer(type: keyof Replies, fields: Record<string, unknown>): unknown {
    const views = this.film.views[this.viewer]!
    if (type === 'replay') {
      const entry = Math.max(0, Math.min(Number(fields.entry), views.length - 1))
      return { entry, of: views.length - 1, view: views[entry], prompt: views[entry]!.prompt }
    }
    if (type === 'show' && this.film.viewers.includes(String(fields.side))) {
      this.viewer = String(fields.side)
      this.take({ ...this.state(), version: 2 })
      return {}
    }
    throw new Problem('film', tr('This is a film of the game: it can be watched, but not asked or played.'))
  }

  close() {}
}
