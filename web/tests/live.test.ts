import { afterEach, expect, test, vi } from 'vitest'
import { Live } from '../src/server/live'

/** A socket that only remembers. */
class Socket {
  static OPEN = 1
  static last: Socket
  readyState = 1
  onmessage: (e: { data: string }) => void = () => undefined
  constructor(readonly address: string) {
    Socket.last = this
  }
  send() {}
  close() {}
}

afterEach(() => vi.unstubAllGlobals())

test('what comes from a table after it was left is not heard', () => {
  vi.stubGlobal('WebSocket', Socket)
  vi.stubGlobal('location', { protocol: 'http:', host: 'here' })
  const heard: unknown[] = []
  const state = (s: unknown) => heard.push(s)
  const nothing = () => undefined
  const to = { state, choices: nothing, present: nothing, bot: nothing, talk: nothing, marks: nothing, line: nothing, end: nothing }
  const live = new Live('t', 'token', () => ({}), to as never)
  const news = { data: JSON.stringify({ type: 'state', version: 1 }) }
  Socket.last.onmessage(news)
  expect(heard).toHaveLength(1)
  live.close()
  Socket.last.onmessage(news)
  expect(heard).toHaveLength(1)
})
