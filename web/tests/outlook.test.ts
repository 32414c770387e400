import { expect, test } from 'vitest'
import { bands, headline, toneOf } from '../src/panel/outlook'
import type { Forecast, Outlook } from '../src/server/facts'

const results = (given: Record<string, number>) =>
  Object.entries(given).map(([result, probability]) => ({ result, probability, name: result, dice: [] }))

test('a result is good, bad or both by whom it hurts', () => {
  expect(['D2', 'A1', 'EX', 'BR', 'AX', '3', '-'].map((r) => toneOf(r))).toEqual(['good', 'bad', 'warn', 'warn', 'warn', 'good', 'plain'])
})

test('who gives way is counted wherever the defender leaves, at whatever price', () => {
  const f = { kind: 'combat', defenders: [{ unit: '2NG' }] } as unknown as Forecast
  const o = { losses: [], results: results({ D2: 1 / 6, AX: 1 / 6, EX: 1 / 6, BR: 1 / 6, A1: 2 / 6 }) } as unknown as Outlook
  expect(headline(o, f)).toEqual({ chance: expect.closeTo(4 / 6), text: 'that 2NG must give way' })
})

test('a defender who is more likely lost than not is said to be destroyed', () => {
  const f = { kind: 'combat', defenders: [{ unit: '2NG' }] } as unknown as Forecast
  const o = { losses: [{ unit: '2NG', probability: 0.5 }], take_hex: 0.5, results: [] } as unknown as Outlook
  expect(headline(o, f)).toEqual({ chance: 0.5, text: 'that 2NG is destroyed' })
  const less = { ...o, losses: [{ unit: '2NG', probability: 0.35 }], take_hex: 0.35 } as Outlook
  expect(headline(less, f)).toEqual({ chance: 0.35, text: 'to destroy 2NG and take the hex' })
  const fled = { ...less, take_hex: 0.6 } as Outlook
  expect(headline(fled, f)).toEqual({ chance: 0.6, text: 'to push back 2NG and take the hex' })
})

test('where nobody stands the hex is taken, nobody destroyed', () => {
  const f = { kind: 'combat', defenders: [] } as unknown as Forecast
  const o = { losses: [], take_hex: 2 / 3, results: results({ 1: 1 / 3 }) } as unknown as Outlook
  expect(headline(o, f)).toEqual({ chance: 2 / 3, text: 'to take the hex' })
})

test('results that come to the same are one band', () => {
  const given = [
    { result: '2', name: 'the position falls', probability: 1 / 3, dice: ['3', '4'] },
    { result: '1', name: 'the position falls', probability: 1 / 3, dice: ['1', '2'] },
    { result: '-', name: 'no effect', probability: 1 / 3, dice: ['5', '6'] },
  ]
  expect(bands(given).map((b) => [b.dice.join(''), b.tone])).toEqual([
    ['1234', 'good'],
    ['56', 'plain'],
  ])
})
