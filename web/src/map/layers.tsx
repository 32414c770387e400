/** Map layers: coloured hexes, figures over the counters, and a legend. */
import * as t from '../table'

export function Overlays() {
  const g = t.grid.value!
  const name = t.overlay.value
  if (!name) return null
  const kind = name.split('-')[0]!
  return (
    <g class={`overlay overlay-${kind}`} aria-hidden="true">
      {Object.entries(t.overlayHexes.value)
        .filter(([h]) => g.has(h))
        .map(([h, text]) => {
          return <polygon key={h} class={printed(text) === '✕' ? 'bad' : ''} points={g.corners(h, 0.97)} />
        })}
    </g>
  )
}

/** What of a layer's text is printed on the hex (docs/view.md). */
export const printed = (text: string) => /^(?![a-z_]{2,}(?:: |$))(\S{1,6}?)(?:: |$)/i.exec(text)?.[1] ?? ''

/** The layer's figures lie over the counters: they are about them. */
export function OverlayLabels() {
  const g = t.grid.value!
  if (!t.overlay.value) return null
  return (
    <g class={`overlay overlay-${t.overlay.value.split('-')[0]} labels`} aria-hidden="true">
      {Object.entries(t.overlayHexes.value)
        .map(([h, text]) => [h, printed(text)] as const)
        .filter(([h, p]) => p && g.has(h))
        .map(([h, p]) => {
          const [x, y] = g.centre(h)
          const w = p.length * 6.4 + 8
          return (
            <g key={h} class={p === '✕' ? 'bad' : ''}>
              <rect x={x - w / 2} y={y + 25} width={w} height="13.500" rx="6.500" />
              <text x={x} y={y + 35.5}>
                {p}
              </text>
            </g>
          )
        })}
    </g>
  )
}

/** Which layer lies on the map, and what its figures mean. */
export function Legend() {
  const name = t.overlay.value
  const found = t.overlays.value.find((o) => o.id === name)
  if (!found) return null
  const texts = Object.values(t.overlayHexes.value)
  const groups = new Map<string, string[]>()
  for (const x of texts) groups.set(printed(x), [...(groups.get(printed(x)) ?? []), x])
  // figures explain themselves; words and signs are listed
  const plain = (x: string) => x.replace(/^\S{1,6}?: /, '').replaceAll(/\s*\[[^\]]*\]/g, '')
  const figures = [...groups].filter(([p]) => /^\d+$/.test(p))
  const listed = [
    ...[...groups].filter(([p]) => !/^\d+$/.test(p)),
    ...figures.filter(([, all]) => all[0]!.includes(': ')).slice(0, 2),
  ].slice(0, 7)
  const alike = (all: string[]) => (new Set(all).size > 3 ? '' : [...new Set(all)].filter(Boolean).join(', '))
  const words = (p: string, all: string[]) => (p === '✕' ? 'trouble' : p === '✓' ? 'in order' : p ? plain(all[0]!) : alike(all.map(plain)))
  return (
    <aside
      class="legend"
      aria-label="Map layer"
      onPointerDown={(e) => e.stopPropagation()}
      onPointerUp={(e) => e.stopPropagation()}
      data-testid="legend">
      <b>{found.name}</b>
      <span class="quiet">
        {texts.length
          ? `${texts.length} ${texts.length === 1 ? 'hex' : 'hexes'}. Point at one for the reason.`
          : 'Nothing to show in this position.'}
      </span>
      {listed.some(([p, all]) => words(p, all)) && (
        <ul class={`overlay-${name.split('-')[0]}`}>
          {listed.map(
            ([p, all]) =>
              words(p, all) && (
                <li key={p}>
                  <i class={p === '✕' ? 'bad' : ''}>{p}</i>
                  {words(p, all)}
                  {all.length > 1 && <small>{all.length}</small>}
                </li>
              ),
          )}
        </ul>
      )}
      <button type="button" class="close" aria-label="Hide this layer" title="Hide this layer" onClick={() => void t.setOverlay(name)}>
        ×
      </button>
    </aside>
  )
}
