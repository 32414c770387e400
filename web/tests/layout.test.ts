import { expect, test, vi } from 'vitest'

test('large text gets the layout it needs, as a small window does', async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('document', { documentElement: { dataset: {}, style: {} } })
  vi.stubGlobal('innerWidth', 1440)
  vi.stubGlobal('innerHeight', 900)
  const { tooSmallFor } = await import('../src/table/settings')
  expect(tooSmallFor(1440, 900, 16)).toBe('')
  expect(tooSmallFor(1280, 800, 16)).toBe('90')
  expect(tooSmallFor(390, 844, 16)).toBe('90 68 60 45 32')
  expect(tooSmallFor(844, 390, 16)).toBe('90 68 60 low')
  expect(tooSmallFor(1440, 900, 32)).toBe('90 68 60 low')
  expect(tooSmallFor(1280, 800, 32)).toBe('90 68 60 low')
  vi.unstubAllGlobals()
})
