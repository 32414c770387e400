/** A counter as SVG, 42 units square, centred on 0, 0: the twin of render/counters.py, from the same symbols. */

import drawn from '../../../src/sandtable/render/symbols.json'
import type { Look, Unit } from '../server/types'
import { tr } from '../words'
import { memo } from './memo'

const symbols = drawn as unknown as { types: Record<string, string>; sizes: Record<string, string>; aliases: Record<string, string> }

export function paint(u: Unit, look: Look) {
  const all = [look.side[u.side], look.nation[(u.nation ?? '').toLowerCase()], look.formation[u.formation ?? ''], look.unit[u.name]]
  const pick = (key: 'fill' | 'ink' | 'band', first: string) =>
    all.reduce((v, e) => (e as Record<string, string> | undefined)?.[key] ?? v, first)
  return { fill: pick('fill', '#e6e0d2'), ink: pick('ink', '#222222'), band: pick('band', '') }
}

/** Letters of a designation: as large as its length leaves room for beside the unit's size; a long one is narrower, not smaller. */
const [LARGE, SMALL, ROOM, LINE] = [9.4, 7.4, 47, 28]

/** What a counter is called; with `designation = "number"` a name of ours, "Eg-mech-7", is told by its symbol and its number. */
export function designation(u: Unit, look: Look): string {
  const said = look.unit[u.name]?.label ?? u.printed ?? u.name
  return said === u.name && look.counter.designation === 'number' ? u.name.split('-').at(-1)! : said
}

function symbol(u: Unit, look: Look): string {
  let kind = look.unit[u.name]?.symbol ?? look.symbol[u.type ?? ''] ?? u.type ?? ''
  if (!kind) return ''
  kind = symbols.aliases[kind] ?? kind
  if (symbols.types[kind]) return symbols.types[kind]!
  const letters =
    kind
      .split('_')
      .map((w) => w[0] ?? '')
      .join('')
      .replace(/[^\p{L}\p{N}]/gu, '')
      .slice(0, 3)
      .toUpperCase() || '?'
  return `<text x="100" y="121" text-anchor="middle" font-size="58" font-weight="700" fill="currentColor">${letters}</text>`
}

/** What a symbol stands for, where the data's own word would not say it. */
const KINDS = (): Record<string, string> => ({
  arm: tr('tank'),
  armor: tr('tank'),
  mech: tr('mechanized infantry'),
  inf: tr('infantry'),
  motorized: tr('motorized infantry'),
  para: tr('parachute'),
  airborne: tr('parachute'),
  mech_para: tr('mechanized parachute'),
  recon: tr('reconnaissance'),
  sam: tr('anti-aircraft missile'),
  atgm: tr('anti-tank missile'),
})
const kindName = (kind: string) => KINDS()[kind] ?? tr(kind.replaceAll('_', ' '))

/** What a counter says, in words: side, kind, factors, state. */
export function describeUnit(u: Unit, look: Look): string[] {
  const side = tr(look.side[u.side]?.name ?? u.side)
  const marks = u.status.map((s) => tr(look.mark[s]?.text ?? s.replaceAll('_', ' ')))
  if (u.hidden) return [tr('a face-down unit of {side}', { side }), ...marks].filter(Boolean)
  const kind = [kindName(u.type ?? ''), u.size ? tr(u.size) : ''].filter(Boolean).join(' ')
  return [side, kind, u.factors.join('-'), ...marks].filter(Boolean)
}

/** What a screen reader says of it, with its name. */
export const speak = (u: Unit, look: Look): string => (u.hidden ? describeUnit(u, look) : [u.name, ...describeUnit(u, look)]).join(', ')

export const CounterFace = memo(
  function CounterFace({ unit: u, look }: { unit: Unit; look: Look }) {
    const c = paint(u, look)
    const label = designation(u, look)
    const factors = u.factors.join('-')
    const font = Math.min(LARGE, Math.max(SMALL, ROOM / label.length))
    const narrow = ROOM / label.length < SMALL ? ({ textLength: LINE, lengthAdjust: 'spacingAndGlyphs' } as const) : {}
    const size = symbols.sizes[u.size ?? '']
    return (
      <g style={{ color: c.ink }} class="face">
        <rect x="-19.400" y="-19" width="42" height="42" rx="3.400" fill="#2b1d0c" fill-opacity=".34" />
        <rect
          class="paper"
          x="-21"
          y="-21"
          width="42"
          height="42"
          rx="3"
          fill={c.fill}
          stroke={c.ink}
          stroke-opacity=".8"
          stroke-width=".9"
        />
        {c.band && <path d="M-18 -21H18a3 3 0 0 1 3 3v2.200H-21v-2.200a3 3 0 0 1 3-3z" fill={c.band} />}
        {u.hidden ? (
          <text y="9" text-anchor="middle" font-size="26" font-weight="700" fill="currentColor">
            ?
          </text>
        ) : (
          <>
            <text x="-17.800" y={c.band ? -11.4 : -11.8} font-size={font} font-weight="600" fill="currentColor" {...narrow}>
              {label}
            </text>
            {size && <g transform="translate(-1.2 -18.6) scale(.16)" dangerouslySetInnerHTML={{ __html: size }} />}
            <g transform={`translate(-16.5 ${factors ? -17.3 : -14.5}) scale(.165)`}>
              <path d="M25,50h150v100h-150z" fill="#fff" fill-opacity=".28" stroke="currentColor" stroke-width="7" />
              <g dangerouslySetInnerHTML={{ __html: symbol(u, look) }} />
            </g>
            {factors && (
              <text y="17.900" text-anchor="middle" font-size={factors.length <= 5 ? 11.6 : 9.4} font-weight="700" fill="currentColor">
                {factors}
              </text>
            )}
          </>
        )}
        {u.status
          .filter((s) => s !== 'hidden')
          .slice(0, 4)
          .map((s, i) => (
            <g key={s} transform={`translate(${i < 2 ? -17 : 17} ${i % 2 ? -4 : 7})`} class={`mark mark-${s}`}>
              <circle r="5.200" fill="#fffaf0" stroke="#2a2018" stroke-width="1" />
              <text y="2.900" text-anchor="middle" font-size="8" font-weight="800" fill="#2a2018">
                {look.mark[s]?.letter ?? s[0]!.toUpperCase()}
              </text>
            </g>
          ))}
      </g>
    )
  },
  (a, b) => a.look === b.look && JSON.stringify(a.unit) === JSON.stringify(b.unit),
)

/** A counter as a picture of its own, for panels and menus. */
export function CounterPicture({ unit, look, size = 48 }: { unit: Unit; look: Look; size?: number }) {
  return (
    <svg class="counter-picture" viewBox="-22 -22 45 46" style={{ width: `${size / 16}rem`, height: `${size / 16}rem` }} aria-hidden="true">
      <CounterFace unit={unit} look={look} />
    </svg>
  )
}
