/** The live connection to a table (docs/protocol.md). */
import { learn } from '../words/sentences'
import { LOST, Problem } from './api'
import type { LayerEntry } from './facts'
import type { Bot, Choices, MarksOf, Option, Order, State, TalkLine, View } from './types'

/** A new id. (crypto.randomUUID exists only on secure pages, not on a plain address in the home network.) */
const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, '0')).join('')

/** The chance to win after two ways on, and how sure their difference is. */
export interface Judged {
  trials: number
  chances: [number, number]
  error: number
  sure: boolean
}

export interface Replies {
  act: { done: number; entries: number[]; left: string[]; stopped: string }
  undo: { action: string }
  redo: { action: string }
  propose: { taken_back: boolean }
  answer: { taken_back: boolean }
  conduct: { taken_back?: boolean }
  commit: object
  reveal: object
  say: TalkLine
  talk: { lines: TalkLine[]; muted: string[] }
  mute: { lines: TalkLine[]; muted: string[] }
  mark: object
  orders: { orders: Order[] }
  options: { count: number; options: Option[] }
  check: { legal: boolean; action: string; refusal: { rules: string[]; text: string } | null; option: Option | null }
  hint: { option: Option; reason: string; level: string }
  compare: Judged
  instead: Judged & { level: string; labels: string[]; reason: string; same: boolean }
  overlay: { hexes: Record<string, LayerEntry> }
  replay: { entry: number; of: number; view: View; prompt: string }
  show: object
  bot: Bot
  ping: object
}

export interface Listener {
  state(s: State): void
  choices(c: Choices): void
  present(p: Record<string, number>): void
  bot(b: Bot): void
  talk(line: TalkLine): void
  marks(all: MarksOf[]): void
  line(up: boolean): void
  end(text: string, code?: string): void
}

/** The live connection: questions with answers, and news pushed by the server. It comes back by itself when it was cut. */
export class Live {
  private socket: WebSocket | null = null
  private closed = false
  private greeted = false
  private wait = 250
  private waiting = new Map<string, { yes: (v: never) => void; no: (p: Problem) => void }>()

  constructor(
    readonly table: string,
    private token: string,
    private hello: () => { side?: string; have?: { version: number; entries: number } },
    private to: Listener,
  ) {
    this.open()
  }

  private open() {
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/tables/${this.table}/live`)
    this.socket = socket
    socket.onopen = () => {
      socket.send(JSON.stringify({ type: 'hello', id: newId(), token: this.token, ...this.hello() }))
      this.wait = 250
      this.to.line(true)
    }
    socket.onmessage = (e) => {
      if (this.closed) return // news of a table that was left would be taken for the next one's
      const m = JSON.parse(e.data as string)
      learn(m.said)
      for (const entry of m.entries ?? []) learn(entry.said)
      this.hear(m)
    }
    socket.onclose = (e) => {
      for (const w of this.waiting.values()) w.no(new Problem('lost', LOST))
      this.waiting.clear()
      if (this.closed) return
      if (e.code === 4401 || e.code === 4404) return this.to.end(e.reason || 'This seat is no longer open.')
      this.to.line(false)
      setTimeout(() => !this.closed && this.open(), this.wait)
      this.wait = Math.min(4000, this.wait * 1.6)
    }
  }

  private hear(m: {
    type: string
    id?: string | null
    result?: unknown
    code?: string
    text?: string
    rules?: string[]
    done?: number
    present?: Record<string, number>
    bot?: Bot
    line?: TalkLine
    marks?: MarksOf[]
  }) {
    const w = m.id ? this.waiting.get(m.id) : undefined
    if (m.id) this.waiting.delete(m.id)
    switch (m.type) {
      case 'state':
        this.greeted = true
        return this.to.state(m as unknown as State)
      case 'choices':
        return this.to.choices(m as unknown as Choices)
      case 'present':
        return this.to.present(m.present!)
      case 'bot':
        return this.to.bot(m.bot!)
      case 'talk':
        return this.to.talk(m.line!)
      case 'marks':
        return this.to.marks(m.marks!)
      case 'gone':
        return this.to.end(m.text!)
      case 'reply':
        return w?.yes(m.result as never)
      case 'error': {
        const p = new Problem(m.code!, m.text!, m.rules ?? [], m.done ?? 0)
        if (w) w.no(p)
        // no seat, or a table that cannot be rebuilt: waiting would be in vain
        else if (['unknown_table', 'bad_token', 'edition'].includes(p.code) || (p.code === 'trouble' && !this.greeted)) {
          this.closed = true
          this.to.end(p.text, p.code)
        }
      }
    }
  }

  ask<K extends keyof Replies>(type: K, fields: Record<string, unknown> = {}): Promise<Replies[K]> {
    return new Promise((yes, no) => {
      if (this.socket?.readyState !== WebSocket.OPEN) return no(new Problem('lost', LOST))
      const id = newId()
      this.waiting.set(id, { yes: yes as (v: never) => void, no })
      this.socket.send(JSON.stringify({ type, id, ...fields }))
    })
  }

  close() {
    this.closed = true
    this.socket?.close()
  }
}
