import { expect, test } from 'vitest'
import { goesOn, lastStretch, owners } from '../src/story/stretch'

/** n, who, and the phase after it. */
const log = (...lines: [string, string][]) => lines.map(([actor, phase], i) => ({ n: i + 1, actor, phase, turn: 1, events: [] })) as never
const sided = (phase: string) => phase.split('-')[0]!

test('an answer in the other side’s fight belongs to its turn, the end of my turn to mine', () => {
  const game = log(
    ['a', 'a-move'],
    ['a', 'a-fight'],
    ['a', 'b-move'],
    ['b', 'b-fight'],
    ['b', 'b-fight'],
    ['chance', 'b-fight'],
    ['a', 'b-fight'],
    ['b', 'a-move'],
  )
  expect(owners(game, sided)).toEqual(['a', 'a', 'a', 'b', 'b', 'b', 'b', 'b'])
  expect(lastStretch(game, 'a', sided)).toEqual({ side: 'b', from: 3, to: 8 })
  expect(goesOn(game, 'a', sided)).toBe(false)
})

test('in the midst of the other side’s fight nothing is told yet', () => {
  const game = log(['a', 'a-fight'], ['a', 'b-fight'], ['b', 'b-fight'], ['chance', 'b-fight'])
  expect(goesOn(game, 'a', sided)).toBe(true)
})

test('where phases belong to nobody, who decides first in one has it', () => {
  const nobody = () => ''
  const game = log(
    ['a', 'pick'],
    ['a', 'fight'],
    ['a', 'fight'],
    ['b', 'pick'],
    ['b', 'fight'],
    ['b', 'fight'],
    ['a', 'fight'],
    ['b', 'pick'],
  )
  expect(owners(game, nobody)).toEqual(['a', 'a', 'a', 'a', 'b', 'b', 'b', 'b'])
  expect(lastStretch(game, 'a', nobody)).toEqual({ side: 'b', from: 4, to: 8 })
  expect(goesOn(game.slice(0, 7) as never, 'a', nobody)).toBe(true)
  expect(goesOn(game, 'a', nobody)).toBe(false)
})
