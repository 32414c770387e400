import { beforeEach, expect, test, vi } from 'vitest'

const kept = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (k: string) => kept.get(k) ?? null,
  setItem: (k: string, v: string) => kept.set(k, v),
})
beforeEach(() => kept.clear())

const TOKEN = 'abcdefghij-klmnopq_rst'

test('a link that was cut on its way is known as such', async () => {
  const { whole } = await import('../src/server/links')
  expect(whole(TOKEN)).toBe(true)
  expect(whole(TOKEN.slice(0, 19))).toBe(false)
  expect(whole('')).toBe(false)
  expect(whole(`${TOKEN} and more`)).toBe(false)
})

test('what a damaged link once left behind makes no lobby unusable', async () => {
  kept.set('sandtable.tables', JSON.stringify({ a: { token: TOKEN.slice(0, 12) }, b: { token: TOKEN }, c: null }))
  const { held, tokens } = await import('../src/server/links')
  expect(tokens()).toEqual([TOKEN])
  expect(held('a')).toBe(undefined)
  kept.set('sandtable.tables', 'no json')
  expect(tokens()).toEqual([])
})
