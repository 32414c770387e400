/** Map layers: coloured hexes, figures over the counters, and a legend. */

import type { LayerEntry } from '../server/facts'
import { Ruled } from '../shared/text'
import * as t from '../table'
import { tr, trn } from '../words'
import { said } from '../words/sentences'
import './layers.css'

export function Overlays() {
  const g = t.grid.value!
  const name = t.overlay.value
  if (!name) return null
  const kind = name.split('-')[0]!
  const shown = Object.entries(t.overlayHexes.value).filter(([h]) => g.has(h))
  const most = Math.max(1, ...shown.map(([, x]) => amount(x.sign)))
  return (
    <g class={`overlay overlay-${kind}`} aria-hidden="true">
      {shown.map(([h, x]) => (
        <polygon
          key={h}
          class={`${x.tone} ${amount(x.sign) ? 'counted' : ''}`}
          style={{ '--heat': (amount(x.sign) / most).toFixed(2) }}
          points={g.corners(h, 0.97)}
        />
      ))}
    </g>
  )
}

/** A figure at the head of a sign; 0 where there is none. */
const amount = (sign: string): number => Number.parseFloat(sign.replace('½', '.5')) || 0

/** The layer's figures lie over the counters: they are about them. */
export function OverlayLabels() {
  const g = t.grid.value!
  if (!t.overlay.value) return null
  return (
    <g class={`overlay overlay-${t.overlay.value.split('-')[0]} labels`} aria-hidden="true">
      {Object.entries(t.overlayHexes.value)
        .filter(([h, said]) => said.sign && g.has(h))
        .map(([h, { sign, tone }]) => {
          const [x, y] = g.centre(h)
          const w = sign.length * 6.4 + 8
          return (
            // a figure whose colour changes is drawn anew: Chromium does not always paint it again
            <g key={`${h} ${tone}`} class={tone}>
              <rect x={x - w / 2} y={y + 25} width={w} height="13.500" rx="6.500" />
              <text x={x} y={y + 35.5}>
                {sign}
              </text>
            </g>
          )
        })}
    </g>
  )
}

const TONES = () => ({ good: tr('in order'), bad: tr('trouble'), plain: '' })

/** Which layer lies on the map, and what its figures mean. */
export function Legend() {
  const name = t.overlay.value
  const found = t.overlays.value.find((o) => o.id === name)
  if (!found) return null
  const entries = Object.values(t.overlayHexes.value)
  const signs = new Map<string, LayerEntry[]>()
  for (const x of entries) signs.set(x.sign, [...(signs.get(x.sign) ?? []), x])
  // signs are listed with what they mean, as long as they are few; more figures explain themselves
  const meaning = (all: LayerEntry[]) => {
    const texts = [...new Set(all.map((x) => said(x.text)))].filter(Boolean)
    return texts.length === 1 ? texts[0]! : TONES()[all[0]!.tone]
  }
  const listed = [...signs].filter(([sign, all]) => meaning(all) && (signs.size <= 7 || !sign)).slice(0, 7)
  return (
    <aside
      class="legend"
      aria-label={tr('Map layer')}
      onPointerDown={(e) => e.stopPropagation()}
      onPointerUp={(e) => e.stopPropagation()}
      data-testid="legend">
      <b>{said(found.name)}</b>
      <span class="quiet">
        {entries.length
          ? trn(entries.length, '{n} hex. Point at it for the reason.', '{n} hexes. Point at one for the reason.')
          : tr('Nothing to show in this position.')}
      </span>
      {listed.length > 0 && (
        <ul class={`overlay-${name.split('-')[0]}`}>
          {listed.map(([sign, all]) => (
            <li key={sign}>
              <i class={all[0]!.tone}>{sign}</i>
              <Ruled text={meaning(all)} />
              {all.length > 1 && <small>{all.length}</small>}
            </li>
          ))}
        </ul>
      )}
      <button
        type="button"
        class="close"
        aria-label={tr('Hide this layer')}
        title={tr('Hide this layer')}
        onClick={() => void t.setOverlay(name)}>
        ×
      </button>
    </aside>
  )
}
