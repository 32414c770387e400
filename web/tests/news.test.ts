import { expect, test } from 'vitest'
import type { Entry, State } from '../src/server/types'
import { newsOf } from '../src/table/news'

const entry = (n: number): Entry => ({ n, events: [{ text: `line ${n}`, rules: [], at: [] }] }) as unknown as Entry
const state = (side: string, keep: number, ...lines: number[]) => ({ side, keep, entries: lines.map(entry) }) as State
const texts = (...given: Parameters<typeof newsOf>) => newsOf(...given).map((e) => e.text)

test('new lines of the log are told once', () => {
  expect(texts(state('west', 7, 8, 9), state('west', 0), 7, true)).toEqual(['line 8', 'line 9'])
  expect(texts(state('west', 0, 1, 2), null, 0, true)).toEqual([])
})

test('a log that is sent anew is not told from its beginning', () => {
  expect(texts(state('west', 0, 1, 2, 3, 4), state('west', 0), 3, true)).toEqual(['line 4'])
  expect(texts(state('west', 5), state('west', 0), 7, true)).toEqual([])
})

test('a change of places tells nothing; where nothing is secret there is none', () => {
  expect(texts(state('east', 0, 1, 2, 3), state('west', 0), 7, true)).toEqual([])
  expect(texts(state('east', 7, 8), state('west', 0), 7, false)).toEqual(['line 8'])
})
