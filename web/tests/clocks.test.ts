import { expect, test } from 'vitest'
import { clockText, isShort, leftOf } from '../src/people/clocks'

const clock = { kind: 'live', left: { a: 100, b: 50 }, running: 'a', since: 1000, paused: false, time_out: 'warn', out: [] } as never

test('only the running clock loses time, and never below nothing', () => {
  expect(leftOf(clock, 'a', 1030)).toBe(70)
  expect(leftOf(clock, 'b', 1030)).toBe(50)
  expect(leftOf(clock, 'a', 2000)).toBe(0)
  expect(leftOf(clock, 'a', 990)).toBe(100)
  expect(leftOf(clock, 'c', 1030)).toBeNull()
})

test('a paused clock stands still', () => {
  expect(leftOf({ ...(clock as object), paused: true } as never, 'a', 1030)).toBe(100)
})

test('time is written in the largest units that matter', () => {
  expect(clockText(9)).toBe('0:09')
  expect(clockText(3490.2)).toBe('58:11')
  expect(clockText(3723)).toBe('1:02:03')
  expect(clockText(3 * 86_400)).toBe('3 days')
  expect(clockText(86_400 + 7200 + 5)).toBe('1 day 2 h')
})

test('little time is less than a minute live, less than a quarter of a day otherwise', () => {
  expect(isShort(clock, 59)).toBe(true)
  expect(isShort(clock, 61)).toBe(false)
  expect(isShort({ ...(clock as object), kind: 'days' } as never, 20_000)).toBe(true)
})
