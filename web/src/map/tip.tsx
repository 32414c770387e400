/** What lies under the pointer, explained: the figures of a counter, its symbol, its state, and what the ground costs and gives. */
import type { Unit } from '../server/types'
import { describeUnit } from '../shared/counter'
import * as t from '../table'
import { tr } from '../words'
import { bare, said } from '../words/sentences'
import { figuresOf, groundOf } from './words'
import './tip.css'

/** More units than these are only counted. */
const MOST = 4

export function Tip({ place }: { place: (hex: string) => [number, number, number] }) {
  const h = t.tipHex.value
  const look = t.look.value
  if (!h || !look || !t.isHex(h) || t.openStack.value || t.menu.value) return null
  // of the unit in hand the panel tells everything
  if (t.selected.value.some((n) => t.units.value.get(n)?.at === h)) return null
  const [x, y, k] = place(h)
  const stack = t.stacks.value.get(h) ?? []
  const layer = t.overlayHexes.value[h]
  // above a hex that lies low; in a lesson the coach has the upper part to itself
  const low = y > (t.lessonLine() ? innerHeight * 0.55 : 320)
  // above the hex a stack is fanned out
  if (low && t.peekStack.value === h) return null
  return (
    <div
      class={`tip ${low ? 'above' : ''}`}
      role="tooltip"
      data-testid="tip"
      style={{ left: `clamp(8.5rem, ${x}px, calc(100% - 8.5rem))`, top: `${low ? y - 34 * k - 6 : y + 40 * k + 6}px` }}>
      {stack.slice(0, MOST).map((u) => (
        <UnitTip key={u.name} u={u} />
      ))}
      {stack.length > MOST && <p>{tr('and {n} more', { n: stack.length - MOST })}</p>}
      {groundOf(h).map(([name, text]) => (
        <p key={name}>
          <b>{name}</b>
          {text && <>: {text}</>}
        </p>
      ))}
      {t.overlay.value && layer && <p class="layer">{said(layer.text || layer.sign)}</p>}
    </div>
  )
}

function UnitTip({ u }: { u: Unit }) {
  const look = t.look.value!
  const figures = figuresOf(u)
  return (
    <p>
      <b>{u.hidden ? tr('Face down') : u.name}</b> {kindOf(u).join(', ')}
      {figures && <span class="figures-of">{figures}</span>}
      {u.status.length > 0 && (
        <span class="state">{u.status.map((s) => said(look.mark[s]?.text ?? s.replaceAll('_', ' '))).join(', ')}</span>
      )}
      {u.note && <span class="state">{bare(u.note)}</span>}
    </p>
  )
}

/** Side and kind, without the figures and states that follow in words. */
const kindOf = (u: Unit) => describeUnit({ ...u, factors: [], status: [] }, t.look.value!).filter(Boolean)
