/** A small map of the whole, where the sheet is larger than the window. */
import type { Look, Sheet } from '../server/types'
import { memo } from '../shared/memo'
import * as t from '../table'

export function Overview({
  sight,
  go,
}: {
  sight: { value: { x: number; y: number; w: number; h: number } }
  go: (x: number, y: number) => void
}) {
  const l = t.sheet.value!.map,
    g = t.grid.value!
  const s = sight.value
  // a lesson shows what it speaks of: nothing may lie over it
  if (t.lessonLine() || (s.w >= l.width * 0.96 && s.h >= l.height * 0.96)) return null
  const scale = Math.min(150 / l.width, 190 / l.height)
  const look = t.look.value!
  return (
    <svg
      class="overview"
      viewBox={`0 0 ${l.width} ${l.height}`}
      style={{ width: `${l.width * scale}px`, height: `${l.height * scale}px` }}
      aria-hidden="true"
      onPointerDown={(e) => {
        e.stopPropagation()
        const r = e.currentTarget.getBoundingClientRect()
        go(((e.clientX - r.left) / r.width) * l.width, ((e.clientY - r.top) / r.height) * l.height)
      }}
      onPointerUp={(e) => e.stopPropagation()}>
      <OverviewGround map={l} look={look} />
      {[...t.stacks.value]
        .filter(([h]) => g.has(h))
        .map(([h, st]) => {
          const [x, y] = g.centre(h)
          return <rect key={h} x={x - 30} y={y - 30} width="60" height="60" fill={t.accent(st[0]!.side)} stroke="#fff" stroke-width="8" />
        })}
      <rect class="sight" x={s.x} y={s.y} width={s.w} height={s.h} />
    </svg>
  )
}

const OverviewGround = memo(
  function OverviewGround({ map, look }: { map: Sheet['map']; look: Look }) {
    const kinds = new Map<string, string>()
    for (const h of map.hexes) kinds.set(h.terrain, (kinds.get(h.terrain) ?? '') + `M${h.x - 32} ${h.y - 34}h64v68h-64z`)
    return (
      <>
        {[...kinds].map(([k, d]) => (
          <path key={k} d={d} fill={look.terrain[k]?.fill ?? '#ead9b0'} />
        ))}
      </>
    )
  },
  (a, b) => a.map === b.map && a.look === b.look,
)
