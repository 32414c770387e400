import { expect, test } from 'vitest'
import { count, inSeries, titleOf } from '../src/panel/series'

const option = (action: string, label: string, group = '') => {
  const [verb, ...words] = action.split(' ')
  return { action, label, group, verb, words, units: [], to: '', path: [] } as never
}

test('options of one group that differ in a number become one row', () => {
  const all = [1, 2, 3].map((n) => option(`support french-air ${n}`, `French: ${n}`, 'French airstrikes'))
  const rows = inSeries([...all, option('confirm', 'Roll the die')])
  expect(rows.map((g: unknown[]) => g.length)).toEqual([3, 1])
  expect(rows[0]!.map(count)).toEqual([1, 2, 3])
  expect(titleOf(all[0]!)).toBe('French airstrikes')
})

test('two nations are two rows', () => {
  const all = ['french', 'british'].flatMap((x) => [1, 2, 3].map((n) => option(`support ${x}-air ${n}`, '', `${x} airstrikes`)))
  expect(inSeries(all)).toHaveLength(2)
})

test('without a group they stay buttons, and so do two of a kind', () => {
  expect(inSeries([1, 2, 3].map((n) => option(`bid ${n}`, `Bid ${n}`)))).toHaveLength(3)
  expect(inSeries([option('roll 1', 'Roll 1'), option('roll 2', 'Roll 2')])).toHaveLength(2)
})
