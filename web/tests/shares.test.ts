import { expect, test } from 'vitest'
import { judged, sharesOf } from '../src/dialogs/shares'

const point = (chance: number, by: string, n = 0) => ({ n, turn: 1, chance, by })

test('the change of every step belongs to who made it', () => {
  const curve = [point(0.5, ''), point(0.6, 'israel'), point(0.9, 'chance'), point(0.7, 'egypt'), point(0.65, 'chance')]
  expect(sharesOf(curve, 'israel')).toEqual({ dice: 25, mine: 10, theirs: -20 })
})

test('a verdict is given only where the difference is clear', () => {
  expect(judged({ dice: 25, mine: 10, theirs: -20 }, 'Israel', 'Egypt')).toEqual(['The dice helped Israel.', 'Egypt played better.'])
  expect(judged({ dice: -4, mine: 3, theirs: 2 }, 'Israel', 'Egypt')).toEqual([
    'The dice moved the chance little.',
    'Play: about even, too close to call.',
  ])
})
