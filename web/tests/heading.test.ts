import { expect, test } from 'vitest'
import { entitled, headed } from '../src/story/heading'
import { said } from '../src/words/sentences'

const line = (text: string, about: string) => ({ text, about, rules: [], at: [] })

test('a fight is headed by what it came to; the arithmetic follows', () => {
  const fight = [line('Matt-3 attacks 16/4: 3 - 2 = +1.', 'fight'), line('Rolled 4.', 'result'), line('Matt-3 is eliminated.', 'loss')]
  expect(headed(fight)).toMatchObject({ title: 'Matt-3 is eliminated.', details: ['Matt-3 attacks 16/4: 3 - 2 = +1.', 'Rolled 4.'] })
  expect(headed(fight.slice(0, 2)).title).toBe('Matt-3 attacks 16/4: 3 - 2 = +1.')
  expect(headed([])).toEqual({ title: '', whole: '', details: [] })
})

const unit = (text: string) => ({ kind: 'unit', text })

test('a long line is cut to what it says; whoever opens it reads it whole, and nothing twice', () => {
  const text = '16/7 has no safe hex to retreat to (of the hexes around it enemies hold 1, enemy zones cover 5) and is eliminated.'
  const why = 'of the hexes around it enemies hold 1, enemy zones cover 5'
  const line = { text, id: '{unit} has no safe hex to retreat to ({why}) and is eliminated.', values: { unit: unit('16/7'), why } }
  const { title, whole, details } = entitled(line, ['Rolled 4.'])
  expect(said(title)).toBe('16/7 has no safe hex to retreat to and is eliminated.')
  expect([whole, ...details].map(said)).toEqual([text, 'Rolled 4.'])
})

test('of many attackers the first is named; a clause after a colon waits below', () => {
  const by = { kind: 'list', last: 'and', items: ['1P', '2 British airstrikes', 'British naval gunfire'].map(unit) }
  const line = {
    text: 'Attack by 1P, 2 British airstrikes and British naval gunfire on 1R in 4004: no effect.',
    id: 'Attack by {by} on {unit} in {hex}: no effect.',
    values: { by, unit: unit('1R'), hex: { kind: 'hex', text: '4004' } },
  }
  expect(said(entitled(line, []).title)).toBe('Attack by 1P and 2 more on 1R in 4004.')
})

test('a short line stays as it is', () => {
  const line = '7-AT is eliminated in 3828.'
  expect(entitled(line, [])).toEqual({ title: line, whole: line, details: [] })
})
