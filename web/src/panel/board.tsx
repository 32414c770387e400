/** The board in words: who stands where, by region, formation or side, and what a hex is. All that the map shows, for the ear. */
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { inspect } from '../map/words'
import type { Unit } from '../server/types'
import { OneOf } from '../shared/choice'
import { CounterPicture, describeUnit } from '../shared/counter'
import * as t from '../table'
import { tr, trn } from '../words'
import { type By, grouped, strengthOf } from './survey'
import './board.css'

export function BoardPanel() {
  const by = useSignal<By>('region')
  const look = t.look.value!
  const units = t.view.value?.units ?? []
  const sides = t.sheet.value!.sides
  const groups = grouped(by.value, units, t.grid.value!, look, (b) => tr(look.box.find((x) => x.id === b)?.title ?? b))
  const sum = sides.map(({ id }) => {
    const here = units.filter((u) => u.side === id && t.isHex(u.at))
    return trn(here.length, '{side}: {n} unit on the map, strength {strength}', '{side}: {n} units on the map, strength {strength}', {
      side: t.sideName(id),
      strength: strengthOf(here),
    })
  })
  useEffect(() => t.say(`${sum.join('; ')}.`), [])
  return (
    <>
      <h2>{tr('The board')}</h2>
      <p class="quiet">{sum.join('; ')}.</p>
      <div class="small-row board-by">
        <OneOf
          name={tr('List by')}
          value={by.value}
          of={[
            ['region', tr('Region')],
            ['formation', tr('Formation')],
            ['side', tr('Side')],
          ]}
          set={(v) => (by.value = v)}
        />
      </div>
      <Tree groups={groups} key={by.value} />
      <Inspector />
    </>
  )
}

function Tree({ groups }: { groups: { name: string; units: Unit[] }[] }) {
  const open = useSignal<Set<string>>(new Set(groups.length ? [groups[0]!.name] : []))
  const at = useSignal(groups[0]?.name ?? '')
  const ref = useRef<HTMLUListElement>(null)
  const flip = (name: string, to = !open.value.has(name)) => {
    const next = new Set(open.value)
    if (to) next.add(name)
    else next.delete(name)
    open.value = next
  }
  const rows = groups.flatMap((g) => [g.name, ...(open.value.has(g.name) ? g.units.map((u) => u.name) : [])])
  const focus = (name: string) => {
    at.value = name
    requestAnimationFrame(() => ref.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(name)}"]`)?.focus())
  }
  const key = (e: KeyboardEvent) => {
    const i = rows.indexOf(at.value)
    const group = groups.find((g) => g.name === at.value)
    const unit = t.units.value.get(at.value)
    const go: Record<string, () => void> = {
      ArrowDown: () => focus(rows[Math.min(rows.length - 1, i + 1)]!),
      ArrowUp: () => focus(rows[Math.max(0, i - 1)]!),
      Home: () => focus(rows[0]!),
      End: () => focus(rows.at(-1)!),
      ArrowRight: () => (group ? flip(group.name, true) : undefined),
      ArrowLeft: () => (group ? flip(group.name, false) : focus(groups.find((g) => g.units.some((u) => u.name === at.value))!.name)),
      Enter: () => (group ? flip(group.name) : unit && look(unit)),
      ' ': () => (group ? flip(group.name) : unit && look(unit)),
      a: () => unit && void t.clickUnit(unit.name, false),
    }
    const f = go[e.key]
    if (!f) return
    e.preventDefault()
    e.stopPropagation()
    f()
  }
  return (
    <ul class="tree" role="tree" aria-label={tr('Units')} ref={ref} onKeyDown={key}>
      {groups.map((g) => (
        <li
          key={g.name}
          role="treeitem"
          aria-level={1}
          aria-expanded={open.value.has(g.name)}
          data-row={g.name}
          tabIndex={at.value === g.name ? 0 : -1}
          onFocus={(e) => e.target === e.currentTarget && (at.value = g.name)}>
          <div class="row" onClick={() => flip(g.name)}>
            <b>{g.name}</b> <span>{counted(g.units)}</span>
          </div>
          {open.value.has(g.name) && (
            <ul role="group">
              {g.units.map((u) => (
                <Leaf key={u.name} u={u} here={at.value === u.name} />
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  )
}

/** "Israel 3 (9), Egypt 4 (9)": how many of each side, and how strong. */
const counted = (units: Unit[]) =>
  t.sheet
    .value!.sides.map(({ id }) => [t.sideName(id), units.filter((u) => u.side === id)] as const)
    .filter(([, all]) => all.length)
    .map(([side, all]) => tr('{side} {n} ({strength})', { side, n: all.length, strength: strengthOf(all) }).replaceAll(' ', '\u00a0'))
    .join(', ')

function look(u: Unit) {
  if (t.isHex(u.at)) {
    t.cursor.value = u.at
    t.showHexes([u.at])
  }
}

function Leaf({ u, here }: { u: Unit; here: boolean }) {
  const style = t.look.value!
  const state = t.offer.value?.units.has(u.name) ? tr('may act') : t.called.value.has(u.name) ? tr('must act') : ''
  // figures stay on one line
  const unbroken = (x: string) => (x === u.factors.join('-') ? x.replaceAll('-', '\u2011') : x)
  const words = [...describeUnit(u, style).map(unbroken), state].filter(Boolean).join(', ')
  return (
    <li
      role="treeitem"
      aria-level={2}
      data-row={u.name}
      tabIndex={here ? 0 : -1}
      onFocus={() => t.isHex(u.at) && (t.cursor.value = u.at)}
      onClick={() => look(u)}>
      <div class="row leaf">
        <CounterPicture unit={u} look={style} size={30} />
        <b>{u.hidden ? '?' : u.name}</b> <span>{words}</span> <i>{u.at}</i>
      </div>
    </li>
  )
}

/** The hex under the cursor, line by line. */
function Inspector() {
  const h = t.cursor.value
  if (!h || !t.isHex(h))
    return <p class="quiet">{tr('Press Enter on a unit, or move the map’s cursor: this is where a hex is described.')}</p>
  const lines = inspect(h)
  return (
    <section class="inspector" aria-label={tr('Hex {hex}', { hex: h })} aria-live="polite">
      <h3>{lines.title}</h3>
      <dl>
        {lines.facts.map(([k, v]) => (
          <div key={k}>
            <dt>{k}</dt>
            <dd>{v}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
