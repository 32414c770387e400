/** A lesson in place of a table: the same questions and answers, worked out from the learner's story, which is kept in this browser. */
import { Problem } from '../server/api'
import type { Replies } from '../server/live'
import type { Choices, State } from '../server/types'
import { coach } from './coach'
import { markDone } from './shelf'

export interface Progress {
  name: string
  goal: string
  close: string
  rule: string
  side: string
  spotlight: string[]
  steps: { text: string }[]
  step: number
  answer: string
  hint: string
  done: boolean
  next: string
  state: State
  choices: Choices | null
}

const storyKey = (address: string) => `sandtable.story.${address}`
/** What the learner does beside acting: it moves nothing on the board. */
const isAct = (text: string) => !text.startsWith('select ') && !text.startsWith('try ')

export class LessonLine {
  private story: string[]
  private version = 0
  private last: Promise<void> = Promise.resolve()
  constructor(
    readonly address: string,
    private take: (s: State, c: Choices | null) => void,
    private fail: (text: string) => void,
  ) {
    this.story = this.kept()
    void this.follow(this.story).catch(() => this.follow([]).catch((e: Error) => this.fail(e.message)))
  }

  private kept(): string[] {
    try {
      const list: unknown = JSON.parse(localStorage.getItem(storyKey(this.address)) ?? '[]')
      return Array.isArray(list) ? list.map(String) : []
    } catch {
      return []
    }
  }

  private async post<T>(path: string, body: unknown): Promise<T> {
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
    const r = await fetch(`/api/lessons/${this.address}${path}`, init)
    const data = (await r.json()) as T & { code?: string; text?: string; rules?: string[] }
    if (!r.ok) throw new Problem(data.code ?? String(r.status), data.text ?? '', data.rules ?? [])
    return data
  }

  /** One story after the other: what is told while an answer is under way waits for it. */
  private follow(story: string[]): Promise<void> {
    const next = this.last.then(
      () => this.tell(story),
      () => this.tell(story),
    )
    this.last = next
    return next
  }

  /** Tells the story so far; what stands is what the server makes of it. */
  private async tell(story: string[]) {
    const p = await this.post<Progress>('', { story })
    const moved = story.filter(isAct).join(';') !== this.story.filter(isAct).join(';') || !this.version
    this.story = story
    localStorage.setItem(storyKey(this.address), JSON.stringify(p.done ? [] : story))
    if (p.done) markDone(this.address)
    coach.value = { ...p, back: story.length > 0 }
    if (!moved) return
    this.version++
    this.take({ ...p.state, version: this.version }, p.choices && { ...p.choices, version: this.version })
  }

  async ask<K extends keyof Replies>(type: K, fields: Record<string, unknown> = {}): Promise<Replies[K]> {
    const answer = await this.answer(type, fields)
    return answer as Replies[K]
  }

  private async answer(type: keyof Replies, fields: Record<string, unknown>): Promise<unknown> {
    switch (type) {
      case 'act': {
        const actions = fields.actions as string[]
        await this.follow([...this.story, ...actions])
        return { done: actions.length, entries: [], left: [], stopped: '' }
      }
      case 'undo':
        return this.back()
      case 'hint':
        return this.hint()
      case 'check':
        return this.check(fields.action as string)
      case 'options':
      case 'overlay':
      case 'replay':
        return this.post('/ask', { story: this.story, question: { type, id: 'lesson', ...fields } })
    }
    throw new Problem('bad_message', 'This is not part of a lesson.')
  }

  private question(action: string) {
    return this.post<Replies['check']>('/ask', { story: this.story, question: { type: 'check', id: 'lesson', action } })
  }

  /** What the rules refuse may be just what the lesson wants to show. */
  private async check(action: string) {
    const a = await this.question(action)
    if (!a.legal) await this.add(`try ${action}`)
    return a
  }

  private async hint() {
    const now = coach.value?.hint ?? ''
    const a = isAct(now) ? await this.question(now) : null
    return { option: a?.option ?? null, reason: '', level: '' }
  }

  /** Something that moves nothing: a unit picked up, a try. */
  async add(text: string) {
    if (!this.story.includes(text)) await this.follow([...this.story, text])
  }

  /** One step back: what was done last, and whatever followed from it. */
  async back() {
    const last = this.story.findLastIndex(isAct)
    await this.follow(last < 0 ? [] : this.story.slice(0, last))
    return { action: '' }
  }

  again() {
    return this.follow([])
  }

  close() {
    coach.value = null
  }
}
