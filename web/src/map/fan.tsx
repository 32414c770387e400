/** A stack fanned out, and a menu where a click could mean several things. */
import { useEffect, useRef } from 'preact/hooks'
import { CounterPicture, speak } from '../shared/counter'
import * as t from '../table'
import { tr } from '../words'
import { said } from '../words/sentences'
import './fan.css'

/** A stack fanned out: every counter large, to be clicked one by one. */
export function StackFan({ place }: { place: (hex: string) => [number, number, number] }) {
  const h = t.openStack.value || t.peekStack.value
  const look = t.look.value
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (t.openStack.value) ref.current?.querySelector<HTMLButtonElement>('button')?.focus()
  }, [t.openStack.value])
  const stack = h ? t.stacks.value.get(h) : undefined
  if (!stack || !look || !t.isHex(h)) return null
  const [x, y, k] = place(h)
  const together =
    look.counter.stacks && t.offer.value?.verbs.move ? stack.filter((u) => t.offer.value!.units.has(u.name)).map((u) => u.name) : []
  return (
    <div
      class="fan"
      ref={ref}
      role="group"
      aria-label={tr('Units in {hex}', { hex: h })}
      style={{ left: `clamp(4px, ${x}px, calc(100% - 4px))`, top: `${Math.max(90, y - 16 * k)}px` }}
      onPointerDown={(e) => e.stopPropagation()}
      onPointerUp={(e) => e.stopPropagation()}
      onKeyDown={(e) => {
        if (e.key === 'Escape') {
          e.stopPropagation()
          t.openStack.value = ''
          document.querySelector<HTMLElement>('.map')?.focus()
        }
        const all = [...ref.current!.querySelectorAll('button')]
        const i = all.indexOf(document.activeElement as HTMLButtonElement)
        if (e.key === 'ArrowRight' || e.key === 'ArrowLeft') {
          e.preventDefault()
          e.stopPropagation()
          all[(i + (e.key === 'ArrowRight' ? 1 : -1) + all.length) % all.length]?.focus()
        } else if (e.key.startsWith('Arrow') || e.key === 'Enter' || e.key === ' ') e.stopPropagation()
      }}>
      {stack.map((u) => (
        <button
          key={u.name}
          type="button"
          aria-pressed={t.selected.value.includes(u.name)}
          title={speak(u, look)}
          data-fan={u.name}
          class={t.offer.value?.units.has(u.name) ? 'can' : ''}
          onClick={(e) => {
            const add = e.shiftKey || e.ctrlKey
            void t.clickUnit(u.name, add)
            if (!add) t.openStack.value = t.peekStack.value = ''
            document.querySelector<HTMLElement>('.map')?.focus()
          }}>
          <CounterPicture unit={u} look={look} size={60} />
          <span class="hidden">{speak(u, look)}</span>
        </button>
      ))}
      {together.length > 1 && (
        <button
          type="button"
          class="all"
          data-fan="all"
          onClick={() => {
            t.selectAll(together)
            t.openStack.value = t.peekStack.value = ''
            document.querySelector<HTMLElement>('.map')?.focus()
          }}>
          {tr('All {n}', { n: together.length })}
          <small>{tr('together')}</small>
        </button>
      )}
    </div>
  )
}

/** Several things could be meant by a click: choose. */
export function ActionMenu({ place }: { place: (hex: string) => [number, number, number] }) {
  const m = t.menu.value
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (m) ref.current?.querySelector<HTMLButtonElement>('button')?.focus()
  }, [m])
  if (!m) return null
  const [x, y] = place(m.hex)
  return (
    <div
      class="menu"
      ref={ref}
      role="menu"
      aria-label={tr('What to do in {hex}', { hex: m.hex })}
      style={{ left: `clamp(8rem, ${x}px, calc(100% - 8rem))`, top: `${y}px` }}
      onPointerDown={(e) => e.stopPropagation()}
      onPointerUp={(e) => e.stopPropagation()}
      onKeyDown={(e) => {
        e.stopPropagation()
        if (e.key === 'Escape') t.menu.value = null
      }}>
      {m.options.slice(0, 24).map((o) => (
        <button key={o.action} type="button" role="menuitem" onClick={() => void t.act(o.action)}>
          {said(o.label)}
        </button>
      ))}
      {m.instead?.map((n) => (
        <button
          key={n}
          type="button"
          role="menuitem"
          data-instead={n}
          onClick={() => {
            t.menu.value = null
            t.select(n)
          }}>
          {tr('Take up {unit} instead', { unit: n })}
        </button>
      ))}
    </div>
  )
}
