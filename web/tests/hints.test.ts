import { beforeAll, expect, test, vi } from 'vitest'

let unsaid: (reason: string) => string
beforeAll(async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('document', { documentElement: { dataset: {}, style: {} } })
  vi.stubGlobal('innerWidth', 1440)
  vi.stubGlobal('innerHeight', 900)
  ;({ unsaid } = await import('../src/table/acting'))
})

test('a plan that holds on is heard once, the reason of each hint always', () => {
  const plan = 'Convoy: the tanks drive off the map, and the city is left alone.'
  expect(unsaid(`Takes position for the attack on 3307. ${plan}`)).toBe(`Takes position for the attack on 3307. ${plan}`)
  expect(unsaid(`0.2 of his units are lost. ${plan}`)).toBe('0.2 of his units are lost.')
  expect(unsaid(`0.3 of his units are lost. ${plan}`)).toBe('0.3 of his units are lost.')
  expect(unsaid(`0.3 of his units are lost. ${plan}`)).toBe('0.3 of his units are lost.')
})
