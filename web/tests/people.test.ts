import { expect, test } from 'vitest'
import { inWords, suggestions } from '../src/people/ordering'
import { diceState } from '../src/people/shares'
import { TERMS, termsInWords } from '../src/people/terms'

const moment = { verbs: [] as string[], no: '', hex: '', value: null }

test('a small question may be answered for good; a movement phase may not', () => {
  expect(suggestions({ ...moment, verbs: ['advance', 'decline'], no: 'Stay' }).map((o) => o.kind)).toEqual(['single', 'decline'])
  expect(suggestions({ ...moment, verbs: ['move', 'end'], no: 'End phase' }).map((o) => o.kind)).toEqual(['single'])
})

test('who retreats may say where to; who sees odds may say from which on', () => {
  const retreat = suggestions({ ...moment, verbs: ['retreat'], hex: '0911' })
  expect(retreat.map(inWords)).toContain('Always retreat toward 0911')
  const fire = suggestions({ ...moment, verbs: ['fire', 'pass'], no: 'Hold fire', value: 2 })
  expect(fire.map(inWords)).toContain('Do not fire at odds below 2')
})

test('an order for one turn says so', () => {
  const [single] = suggestions(moment)
  expect(inWords({ ...single!, turn: 3 })).toBe('Where I have one choice only, take it (in turn 3)')
})

const hash = 'sha256:00'
test('a share counts when it was promised and handed in, in time', () => {
  const base = { kind: 'shared' as const, settled: true }
  expect(diceState({ ...base, commitments: { server: hash, a: hash, b: hash }, handed: ['a', 'b'] }).state).toBe('shared')
  expect(diceState({ ...base, commitments: { server: hash, a: hash, b: 'none' }, handed: ['a'] })).toEqual({
    state: 'partly',
    shares: ['a'],
    missing: ['b'],
  })
  expect(diceState({ ...base, commitments: { server: hash, a: `late:${hash}`, b: 'none' }, handed: ['a'] }).state).toBe('server')
  expect(diceState({ ...base, settled: false, commitments: { server: hash, a: hash, b: hash }, handed: ['a'] }).state).toBe('waiting')
  expect(diceState({ kind: 'server', settled: true, commitments: { server: hash }, handed: [] }).state).toBe('server')
})

test('a guest reads the pace, what happens at zero, and the dice', () => {
  const terms = { ...TERMS, pace: { ...TERMS.pace, kind: 'days' as const, days: 3, time_out: 'lose' as const, vacation: 7 } }
  expect(termsInWords(terms, 'seeded').slice(0, 3)).toEqual([
    '3 days for every turn',
    'Who runs out of time loses.',
    '7 days of vacation each',
  ])
  expect(termsInWords(TERMS, 'typed')).toEqual(['No clock', 'Dice: your own, typed in'])
})
