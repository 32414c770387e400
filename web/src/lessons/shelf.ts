/** Which lessons there are, and which of them are done. */
import { signal } from '@preact/signals'
import type { Said } from '../words/sentences'

export interface LessonInfo {
  title: string
  game: string
  id: string
  name: Said
  goal: Said
}

let asked: Promise<LessonInfo[]> | null = null
export const lessons = (): Promise<LessonInfo[]> =>
  (asked ??= fetch('/api/lessons').then((r) => (r.ok ? (r.json() as Promise<LessonInfo[]>) : [])))

const KEY = 'sandtable.lessons'
const kept = (): string[] => {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(list) ? list.filter((x): x is string => typeof x === 'string') : []
  } catch {
    return []
  }
}
export const doneLessons = signal<string[]>(kept())

export function markDone(lesson: string) {
  if (doneLessons.value.includes(lesson)) return
  doneLessons.value = [...doneLessons.value, lesson]
  localStorage.setItem(KEY, JSON.stringify(doneLessons.value))
}
