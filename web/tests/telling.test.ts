import { expect, test, vi } from 'vitest'

const entry = (n: number, actor: string, action: string, ...lines: [string, string][]) => ({
  n,
  actor,
  action,
  events: lines.map(([text, about]) => ({ text, about, rules: [], at: [] })),
})

test('every fight is a happening of its own', async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('document', { documentElement: { dataset: {}, style: {} } })
  vi.stubGlobal('innerWidth', 1440)
  vi.stubGlobal('innerHeight', 900)
  const { told } = await import('../src/story/telling')
  const fight = (n: number, target: string, loss: string) => [
    entry(n, 'israel', `attack ${target}`),
    entry(n + 1, 'israel', 'with Sharon'),
    entry(n + 2, 'israel', 'confirm', [`Sharon attacks ${target}.`, 'fight']),
    entry(n + 3, 'chance', 'roll 2', ['Rolled 2.', 'result'], [loss, 'loss']),
  ]
  const found = told([...fight(1, '16/2', '16/2 is eliminated.'), ...fight(5, '16/4', 'Sharon is eliminated.')] as never)
  expect(found.map((h) => [h.kind, h.title, h.dice])).toEqual([
    ['fight', '16/2 is eliminated.', ['2']],
    ['fight', 'Sharon is eliminated.', ['2']],
  ])
  const last = entry(9, 'israel', 'decline', ['Sharon stays.', 'ground'], ['Game-Turn 1 ends.', 'turn'])
  expect(told([...fight(5, '16/4', 'Sharon is eliminated.'), last] as never)[0]!.details.at(-1)).toBe('Sharon stays.')
  vi.unstubAllGlobals()
})
