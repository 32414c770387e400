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

test('in the air it counts who loses more', () => {
  const f = { kind: 'air', defenders: [{ unit: 'airstrikes' }] } as unknown as Forecast
  const o = { losses: [], results: results({ '4 : 0': 0.25, '1 : 1': 0.25, '0 : 2': 0.5 }) } as unknown as Outlook
  expect(bands(o.results!, 'air').map((b) => b.tone)).toEqual(['good', 'warn', 'bad'])
  expect(headline(o, f)).toEqual({ chance: 0.25, text: 'that the enemy loses more aircraft than you' })
})

test('what the first of several units may hit is not what the attack brings', () => {
  const f = { kind: 'attack', defenders: [{ unit: 'EG-Gar-Rafah' }] } as unknown as Forecast
  const o = {
    losses: [{ unit: 'EG-Gar-Rafah', probability: 0.11 }],
    take_hex: 0,
    results: results({ E: 1 / 6, R: 4 / 6 }),
  } as unknown as Outlook
  expect(headline(o, f)).toEqual({ chance: 0, text: 'to push back EG-Gar-Rafah and take the hex' })
})

test('a single fire hits or does not', () => {
  const f = { kind: 'fire', defenders: [{ unit: 'EG-10' }] } as unknown as Forecast
  const o = { losses: [], results: results({ D: 0.5, 'A/G': 0.25, '-': 0.25 }) } as unknown as Outlook
  expect(headline(o, f)).toEqual({ chance: 0.5, text: 'to hit the enemy' })
  expect(['0', 'AA', '2'].map((r) => toneOf(r, 'bombardment'))).toEqual(['plain', 'bad', 'good'])
})
