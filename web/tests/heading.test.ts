import { expect, test } from 'vitest'
import { headed } from '../src/story/heading'

const line = (text: string, about: string) => ({ text, about, rules: [], at: [] })

test('a fight is headed by what it came to; the arithmetic follows', () => {
  const fight = [line('Matt-3 attacks 16/4: 3 - 2 = +1.', 'fight'), line('Rolled 4.', 'result'), line('Matt-3 is eliminated.', 'loss')]
  expect(headed(fight)).toEqual(['Matt-3 is eliminated.', ['Matt-3 attacks 16/4: 3 - 2 = +1.', 'Rolled 4.']])
  expect(headed(fight.slice(0, 2))[0]).toBe('Matt-3 attacks 16/4: 3 - 2 = +1.')
  expect(headed([])).toEqual(['', []])
})
