/** Counters, markers and the cursor, over the sheet. */
import { useComputed } from '@preact/signals'
import type { Look, Unit } from '../server/types'
import { CounterFace, speak } from '../shared/counter'
import * as t from '../table'
import { tr } from '../words'
import { said } from '../words/sentences'
import './counters.css'

const counterStep = (n: number) => Math.min(3.4, 12 / Math.max(1, n - 1))

export function Markers() {
  const g = t.grid.value!
  const markers = t.view.value?.markers ?? []
  return (
    <g class="markers">
      {markers
        .filter((m) => g.has(m.at))
        .map((m, i) => {
          const [x, y] = g.centre(m.at)
          const text = said(m.text || m.kind.replaceAll('_', ' '))
          return (
            <g
              key={m.kind + m.at + i}
              transform={`translate(${x} ${y - 24})`}
              role="img"
              aria-label={tr('{what} in {hex}', { what: text, hex: m.at })}>
              <title>{text}</title>
              <rect x={-text.length * 2.6 - 5} y="-7" width={text.length * 5.2 + 10} height="13" rx="6.500" />
              <text y="2.900">{text}</text>
            </g>
          )
        })}
    </g>
  )
}

export function Counters() {
  const look = t.look.value
  const here = useComputed(() => [...t.stacks.value].filter(([h]) => t.isHex(h)))
  if (!look) return null
  return (
    <g class={`counters ${t.hideCounters.value ? 'gone' : ''}`}>
      {here.value.map(([h, stack]) => (
        <Stack key={h} hex={h} stack={stack} look={look} />
      ))}
    </g>
  )
}

function Stack({ hex, stack, look }: { hex: string; stack: Unit[]; look: Look }) {
  const [x, y] = t.grid.value!.centre(hex)
  const n = stack.length
  const d = counterStep(n)
  const o = t.offer.value
  const actor = t.live.value?.actor
  // counters that can act lie on top, so that a click finds them
  const rank = (u: Unit) => (t.selected.value.includes(u.name) ? 2 : o?.units.has(u.name) || t.called.value.has(u.name) ? 1 : 0)
  // the strongest of the others is what one wants to see
  const sorted =
    n > 1
      ? [...stack].sort((a, b) => rank(a) - rank(b) || (parseFloat(a.factors[0] ?? '') || 0) - (parseFloat(b.factors[0] ?? '') || 0))
      : stack
  return (
    <>
      {sorted.map((u, i) => {
        const back = (n - 1) / 2 - i
        const can = o?.units.has(u.name)
        const picked = t.selected.value.includes(u.name)
        // in a fight the prompt names those who take part already
        const called = u.side === actor && t.called.value.has(u.name) && (!can || !t.live.value?.forecast)
        const hinted = t.hint.value?.option?.units.includes(u.name)
        return (
          <g
            key={u.name}
            data-unit={u.name}
            data-at={hex}
            class={['unit', can && (u.side === actor ? 'can' : 'can target'), picked && 'picked', called && 'called', hinted && 'hinted']
              .filter(Boolean)
              .join(' ')}
            transform={`translate(${(x - back * d).toFixed(1)} ${(y + 2 + back * d).toFixed(1)}) scale(1.1)`}
            role="img"
            aria-label={[`${hex}: ${speak(u, look)}`, can ? tr('can be chosen') : '', called ? tr('must act') : '']
              .filter(Boolean)
              .join(', ')}>
            <CounterFace unit={u} look={look} />
            {o && o.units.size > 0 && !can && !called && u.side === actor && (
              <rect class="veil" x="-21" y="-21" width="42" height="42" rx="3" />
            )}
            {(can || picked || called || hinted) && <rect class="ring-under" x="-23" y="-23" width="46" height="46" rx="5" />}
            {(can || picked || called || hinted) && <rect class="ring" x="-23" y="-23" width="46" height="46" rx="5" />}
            {called && (
              <g class="must-sign" transform="translate(20 -20)">
                <circle r="6.500" />
                <text y="3.600">!</text>
              </g>
            )}
          </g>
        )
      })}
      {n > 2 && (
        <g transform={`translate(${x + 21} ${y - 21})`} class="tally" aria-hidden="true">
          <circle r="7.500" />
          <text y="3.200">{n}</text>
        </g>
      )}
    </>
  )
}

export function Cursor() {
  const g = t.grid.value!
  const c = t.cursor.value
  const h = t.hovered.value
  return (
    <g aria-hidden="true">
      {t.flash.value.filter(g.has).map((f) => (
        <polygon key={`${f}-${t.last.value}-${t.replayAt.value}`} class="flash" points={g.corners(f, 0.96)} />
      ))}
      {h && <polygon class="hover" points={g.corners(h, 0.98)} />}
      {c && g.has(c) && <polygon class="cursor" points={g.corners(c, 0.98)} />}
    </g>
  )
}
