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
/** A list of names kept in this browser. */
export function remembered(key: string): string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(list) ? list.filter((x): x is string => typeof x === 'string') : []
  } catch {
    return []
  }
}
/** One name more in it. */
export function remember(key: string, name: string): string[] {
  const list = [...new Set([...remembered(key), name])]
  localStorage.setItem(key, JSON.stringify(list))
  return list
}
export const doneLessons = signal<string[]>(remembered(KEY))

export function markDone(lesson: string) {
  doneLessons.value = remember(KEY, lesson)
}
