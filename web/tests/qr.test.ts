import { expect, test } from 'vitest'
import { qr } from '../src/people/qr'

/** "sandtable" with mask 2, as another program draws it. */
const KNOWN = `
#######...#...#######
#.....#..###..#.....#
#.###.#.##..#.#.###.#
#.###.#.##..#.#.###.#
#.###.#.#.#.#.#.###.#
#.....#.####..#.....#
#######.#.#.#.#######
........##...........
#.#####....#..#####..
..##....#..######.#.#
##.#..#.###.#....###.
######...#.###.######
###..###.##.#.##.....
........###.##.###.##
#######...##.#.....#.
#.....#.##.......###.
#.###.#.##.#...#....#
#.###.#.#..########..
#.###.#.#.#.#.#...#..
#.....#..#######.##..
#######.##..#....#.#.`
const drawn = (grid: boolean[][]) => grid.map((row) => row.map((d) => (d ? '#' : '.')).join('')).join('\n')

test('a short text is drawn as other programs draw it', () => {
  expect(drawn(qr('sandtable', 2)!)).toBe(KNOWN.trim())
})

test('the size follows the length, and what is too long is not drawn', () => {
  expect(qr('x'.repeat(14))).toHaveLength(21)
  expect(qr('x'.repeat(15))).toHaveLength(25)
  expect(qr('x'.repeat(213))).toHaveLength(57)
  expect(qr('x'.repeat(214))).toBeNull()
})

test('the mask that reads best is taken', () => {
  const best = drawn(qr('https://games.example.org/#/table/a/b')!)
  const all = [0, 1, 2, 3, 4, 5, 6, 7].map((m) => drawn(qr('https://games.example.org/#/table/a/b', m)!))
  expect(new Set(all).size).toBe(8)
  expect(all).toContain(best)
})
