import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { State } from '../src/server/types'

type Offer = typeof import('../src/table/offer')
type Passing = typeof import('../src/table/passing')
type Store = typeof import('../src/table/store')
let { aloud, mine } = {} as Offer
let { curtain, lookFirst, passOn } = {} as Passing
let { live, sheet } = {} as Store

beforeAll(async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('document', { documentElement: { dataset: {}, style: {} } })
  vi.stubGlobal('innerWidth', 1440)
  vi.stubGlobal('innerHeight', 900)
  ;({ live, sheet } = await import('../src/table/store'))
  ;({ aloud, mine } = await import('../src/table/offer'))
  ;({ curtain, lookFirst, passOn } = await import('../src/table/passing'))
})

/** A table at which both sides sit at one screen. */
const state = (given: Partial<State>) => {
  const nothing = { curtain: null, nothing_hidden: false, unseen: [], yours: true, view: { turn: 3 } }
  live.value = { version: 7, side: 'west', actor: 'west', sides: ['east', 'west'], ...nothing, ...given } as unknown as State
}
beforeEach(() => {
  sheet.value = { hidden: true } as never
})

test('the curtain falls for a secret decision of the other side, not while both see the same', () => {
  state({})
  expect([curtain.value, mine.value, aloud.value]).toEqual(['', true, false])
  state({ actor: 'east', curtain: 'east', yours: false })
  expect([curtain.value, mine.value]).toEqual(['east', false])
  state({ actor: 'east', curtain: 'east', yours: false, nothing_hidden: true })
  expect(curtain.value).toBe('')
})

test('what both see is answered without changing places, unless who decides wants to look first', () => {
  state({ actor: 'east' })
  expect([curtain.value, mine.value, aloud.value]).toEqual(['', true, true])
  lookFirst()
  expect([curtain.value, mine.value, aloud.value]).toEqual(['east', false, false])
  state({ actor: 'east', side: 'east' })
  expect([curtain.value, mine.value, aloud.value]).toEqual(['', true, false])
  state({ actor: 'east', version: 8 })
  expect(curtain.value).toBe('')
})

test('the dice are nobody to change places with', () => {
  state({ actor: 'chance' })
  expect([curtain.value, aloud.value]).toEqual(['', false])
})

test('who passes until the turn ends is not waited for', () => {
  passOn('east')
  const pass = [{ action: 'pass' }] as never
  state({ actor: 'east', curtain: 'east', yours: false, unseen: pass, version: -1 })
  expect(curtain.value).toBe('')
  state({ actor: 'east', curtain: 'east', yours: false, unseen: [], version: -1 })
  expect(curtain.value).toBe('east')
})
