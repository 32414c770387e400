/** Small pieces of text that several panels share. */
import { called, lookAt, showRule } from '../table'

/** Text in which every [4.5] is a link into the rules panel. */
export function Ruled({ text, named = false }: { text: string; named?: boolean }) {
  const parts = text.split(/(\[[^\]]*\d[^\]]*\])/g)
  return (
    <>
      {parts.map((p, i) => {
        const m = /^\[([^\]]*)\]$/.exec(p)
        if (!m) return named ? <Named key={i} text={p} /> : p
        return (
          <span key={i} class="rules">
            {m[1]!.split(/,\s*/).map((r) => (
              <RuleLink key={r} id={r} />
            ))}
          </span>
        )
      })}
    </>
  )
}

/** Text in which every unit the prompt calls is a link to its place on the map. */
function Named({ text }: { text: string }) {
  const names = called.value
  if (!names.size) return <>{text}</>
  return (
    <>
      {text.split(/([\s,;:()]+)/g).map((w, i) => {
        const name = w.replace(/\.$/, '')
        return names.has(name) ? (
          <span key={i}>
            <button type="button" class="place-link called" onClick={() => lookAt(name)}>
              {name}
            </button>
            {w.slice(name.length)}
          </span>
        ) : (
          w
        )
      })}
    </>
  )
}

export const RuleLink = ({ id }: { id: string }) => (
  <button type="button" class="rule-link" onClick={() => showRule(id)} aria-label={`Rule ${id}`}>
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

export function Die({ face, size = 34 }: { face: string; size?: number }) {
  const n = Number(face)
  const spots: Record<number, [number, number][]> = {
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
  return (
    <svg class="die" viewBox="-20 -20 40 40" width={size} height={size} role="img" aria-label={`Die: ${face}`}>
      <rect x="-18" y="-18" width="36" height="36" rx="7" />
      {spots[n] ? (
        spots[n]!.map(([x, y]) => <circle key={`${x}${y}`} cx={x * 9.5} cy={y * 9.5} r="3.700" />)
      ) : (
        <text y="7" text-anchor="middle" font-size="20">
          {face}
        </text>
      )}
    </svg>
  )
}
