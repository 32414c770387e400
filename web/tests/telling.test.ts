import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const entry = (n: number, actor: string, action: string, ...lines: [string, string][]) => ({
  n,
  actor,
  action,
  events: lines.map(([text, about]) => ({ text, about, rules: [], at: [] })),
})

beforeAll(() => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('document', { documentElement: { dataset: {}, style: {} } })
  vi.stubGlobal('innerWidth', 1440)
  vi.stubGlobal('innerHeight', 900)
})
afterAll(() => void vi.unstubAllGlobals())

test('every fight is a happening of its own', async () => {
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
})

/** A decision that the reader learns of by what comes of it alone. */
const secret = (n: number, ...lines: [string, string][]) => ({ ...entry(n, 'east', '', ...lines), action: null, secret: true })

test('a fight that was prepared in secret is one, from its announcement on', async () => {
  const { told } = await import('../src/story/telling')
  const found = told([
    secret(1),
    secret(2, ['EG-2-MFF is revealed.', ''], ['EG-2-MFF attacks IS-4.', 'fight']),
    entry(3, 'east', 'support 1', ['1 airstrike flies close air support.', '']),
    entry(4, 'west', 'fire IS-4', ['IS-4 fires.', 'fight']),
    entry(5, 'chance', 'roll 2', ['EG-2-MFF retreats.', 'retreat']),
    secret(6, ['EG-7 attacks IS-9.', 'fight']),
    entry(7, 'chance', 'roll 5', ['No effect.', 'result']),
  ] as never)
  expect(found.map((h) => [h.kind, h.title, h.dice])).toEqual([
    ['fight', 'EG-2-MFF retreats.', ['2']],
    ['fight', 'EG-7 attacks IS-9.', ['5']],
  ])
})

test('what happens twice in the same words is said once', async () => {
  vi.resetModules()
  vi.doMock('../src/table/store', async (real) => ({ ...(await real<object>()), isHex: () => true }))
  const { told } = await import('../src/story/telling')
  const enters = (n: number) => {
    const e = secret(n, ['A unit of Egypt enters the map in Giza.', 'arrival'])
    return { ...e, events: e.events.map((v) => ({ ...v, at: ['3214'] })) }
  }
  const [h] = told([enters(1), enters(2)] as never)
  expect([h!.title, h!.details]).toEqual(['A unit of Egypt enters the map in Giza. (×2)', []])
  // several moves by units one does not know are headed by how many there were, not by the first of them
  const moves = (n: number, to: string) => {
    const text = `A unit of Egypt moves from Giza to ${to}.`
    const e = secret(n, [text, 'move'])
    return { ...e, events: e.events.map((v) => ({ ...v, at: [to] })) }
  }
  const [run] = told([moves(1, '3214'), moves(2, '3215'), moves(3, '3215')] as never)
  expect([run!.title, run!.details]).toEqual([
    '3 moves in secret',
    ['A unit of Egypt moves from Giza to 3214.', 'A unit of Egypt moves from Giza to 3215. (×2)'],
  ])
  expect(told([moves(1, '3214')] as never)[0]!.title).toBe('A unit of Egypt moves from Giza to 3214.')
  vi.doUnmock('../src/table/store')
})
