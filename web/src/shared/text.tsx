/** Small pieces of text that several panels share. */
import * as t from '../table'
import { tr } from '../words'
import { type Piece, pieces, type Said, stopsFirst } from '../words/sentences'

/** A sentence in which every [4.5] is a link into the rules, every unit and hex a link to its place. */
export function Ruled({ text }: { text: Said }) {
  return (
    <>
      {stopsFirst(pieces(text)).map((p, i) => (
        <PieceOf key={i} piece={p} />
      ))}
    </>
  )
}

function PieceOf({ piece: { kind, text, rules } }: { piece: Piece }) {
  if (rules) return <Rules ids={rules} />
  if (kind === 'rule') return <RuleLink id={text} />
  if (kind === 'unit' && t.find(text)) return <UnitLink name={text} />
  if (kind === 'hex' && t.isHex(text))
    return (
      <button type="button" class="text place-link" onClick={() => t.showHexes([text])}>
        {text}
      </button>
    )
  return <span>{text}</span>
}

export const UnitLink = ({ name }: { name: string }) => (
  <button type="button" class={`text place-link ${t.called.value.has(name) ? 'called' : ''}`} onClick={() => t.lookAt(name)}>
    {name}
  </button>
)

export const RuleLink = ({ id }: { id: string }) => (
  <button type="button" class="rule-link" onClick={() => t.showRule(id)} aria-label={tr('Rule {rule}', { rule: id })}>
    {id}
  </button>
)

export const Rules = ({ ids }: { ids: string[] }) =>
  ids.length ? (
    <span class="rules">
      {ids.map((r) => (
        <RuleLink key={r} id={r} />
      ))}
    </span>
  ) : null

export const percent = (p: number) => (p > 0 && p < 0.005 ? '<1%' : `${Math.round(p * 100)}%`)

const SPOTS: Record<number, [number, number][]> = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
}

export function Die({ face, size = 34, lit = false, plain = false }: { face: string; size?: number; lit?: boolean; plain?: boolean }) {
  const spots = SPOTS[Number(face)]
  const name = plain ? ({ 'aria-hidden': 'true' } as const) : ({ role: 'img', 'aria-label': tr('Die: {face}', { face }) } as const)
  return (
    <svg
      class={`die ${lit ? 'lit' : ''}`}
      viewBox="-20 -20 40 40"
      style={{ width: `${size / 16}rem`, height: `${size / 16}rem` }}
      {...name}>
      <rect x="-18" y="-18" width="36" height="36" rx="7" />
      {spots ? (
        spots.map(([x, y]) => <circle key={`${x}${y}`} cx={x * 9.5} cy={y * 9.5} r="3.700" />)
      ) : (
        <text y="7" text-anchor="middle" font-size="20">
          {face}
        </text>
      )}
    </svg>
  )
}
