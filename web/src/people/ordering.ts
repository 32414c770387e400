/** Standing orders in words, and which make sense at a decision. */
import type { Order } from '../server/types'
import { tr } from '../words'

const NO = ['decline', 'pass', 'done', 'end']
const GOES = ['retreat', 'advance', 'displace', 'withdraw', 'pursue']
/** Verbs that prepare or take back, and are no question by themselves. */
const OTHER = [...NO, 'cancel', 'without', 'confirm']

const order = (o: Partial<Order>): Order => ({ kind: 'single', verb: '', hex: '', unless: [], value: 0, turn: null, ...o })

export interface Moment {
  /** What can be done now. */
  verbs: string[]
  /** The button that says no; empty where one cannot. */
  no: string
  /** The hex that is pointed at. */
  hex: string
  /** The odds. */
  value: number | null
}

/** What may be answered for good, at this decision. */
export function suggestions(m: Moment): Order[] {
  const out = [order({ kind: 'single' })]
  const asked = m.verbs.filter((v) => !OTHER.includes(v))
  const small = m.no && asked.length > 0 && asked.length <= 2 && !asked.includes('move')
  if (small) out.push(order({ kind: 'decline', verb: asked[0]! }))
  if (small && m.value !== null) out.push(order({ kind: 'below', verb: asked[0]!, value: m.value }))
  const goes = asked.find((v) => GOES.includes(v))
  if (goes && m.hex) out.push(order({ kind: 'toward', verb: goes, hex: m.hex }))
  return out
}

/** The verbs of the rules as a player says them. */
const VERBS = (): Record<string, string> => ({
  advance: tr('advance'),
  retreat: tr('retreat'),
  fire: tr('fire'),
  attack: tr('attack'),
  support: tr('give support'),
  intercept: tr('intercept'),
  pursue: tr('pursue'),
  displace: tr('give way'),
  withdraw: tr('withdraw'),
})
const verbOf = (v: string) => VERBS()[v] ?? v.replaceAll('-', ' ')

export function inWords(o: Order): string {
  const verb = verbOf(o.verb ?? '')
  const what = {
    single: tr('Where I have one choice only, take it'),
    decline: o.unless?.length
      ? tr('Never {verb}, unless into {hexes}', { verb, hexes: o.unless.join(', ') })
      : tr('Never {verb}: always say no', { verb }),
    toward: tr('Always {verb} toward {hex}', { verb, hex: o.hex ?? '' }),
    below: tr('Do not {verb} at odds below {value}', { verb, value: o.value ?? 0 }),
  }[o.kind]
  return o.turn ? tr('{order} (in turn {n})', { order: what, n: o.turn }) : what
}
