import { expect, test } from 'vitest'
import { Grid } from '../src/map/grid'

/** A row of flat hexes with two neighbours each. */
function row(n: number) {
  const id = (i: number) => `0${i}01`
  const hexes = Array.from({ length: n }, (_, i) => ({
    id: id(i),
    x: 50 + 60 * i,
    y: 50,
    terrain: 'clear',
    places: [],
    features: [],
    neighbours: [i - 1, i + 1].filter((j) => j >= 0 && j < n).map(id),
  }))
  return new Grid({ hexes, pitch: 60, flat: false, width: 60 * n, height: 100, url: '' } as never)
}

test('the hex under a point, and none beside the sheet', () => {
  const g = row(4)
  expect(g.at(112, 55)).toBe('0101')
  expect(g.at(112, 400)).toBe('')
})

test('arrow keys go to the neighbour in that direction, or stay', () => {
  const g = row(3)
  expect(g.step('0101', 'ArrowRight')).toBe('0201')
  expect(g.step('0201', 'ArrowRight')).toBe('0201')
})

test('a chain uses only hexes that are allowed', () => {
  const g = row(5)
  expect(g.chain('0001', '0301', () => true)).toEqual(['0001', '0101', '0201', '0301'])
  expect(g.chain('0001', '0301', (h) => h !== '0201')).toEqual(['0001', '0301'])
})
