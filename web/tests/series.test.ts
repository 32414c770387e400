import { expect, test } from 'vitest'
import { inSeries } from '../src/panel/series'

const option = (action: string, label: string) => ({ action, label, verb: action.split(' ')[0], units: [], to: '', path: [] }) as never

test('options that differ in a number at the end become one row', () => {
  const all = [1, 2, 3].map((n) => option(`support air ${n}`, `Add ${n} airstrike${n > 1 ? 's' : ''}`))
  expect(inSeries([...all, option('confirm', 'Roll the die')]).map((g: unknown[]) => g.length)).toEqual([3, 1])
})

test('two of a kind stay buttons', () => {
  expect(inSeries([option('roll 1', 'Roll 1'), option('roll 2', 'Roll 2')])).toHaveLength(2)
})
