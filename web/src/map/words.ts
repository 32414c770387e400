/** A hex and its figures in words. */
import type { Look, Unit } from '../server/types'
import { speak } from '../shared/counter'
import * as t from '../table'
import { listed, tr } from '../words'
import { said } from '../words/sentences'

export const featureName = (kind: string, look: Look) => said(look.feature[kind]?.label ?? kind.replaceAll('_', ' '))
export const terrainName = (kind: string, look: Look) => said((look.terrain[kind]?.label ?? kind).replaceAll('_', ' '))

/** What the figures of a counter mean: "combat strength 3, movement points 8". */
export function figuresOf(u: Unit): string {
  const names = (t.sheet.value?.figures ?? []).find((line) => line.length === u.factors.length)
  return names ? u.factors.map((f, i) => `${said(names[i]!).toLowerCase()} ${f}`).join(', ') : ''
}

/** A unit whose figure, where it stands alone, says what it is. */
export const named = (u: Unit): Unit => (u.factors.length === 1 && figuresOf(u) ? { ...u, factors: [figuresOf(u)] } : u)

/** The ground of a hex: each kind with what it costs and gives. */
export function groundOf(id: string): [string, string][] {
  const h = t.grid.value!.by.get(id)
  const look = t.look.value
  if (!h || !look) return []
  const notes = t.sheet.value?.terrain ?? {}
  const named = [h.places.join(', '), terrainName(h.terrain, look)].filter(Boolean).join(', ')
  return [
    [`${id}, ${named}`, said(notes[h.terrain] ?? '')],
    ...h.features.map((f): [string, string] => [featureName(f, look), said(notes[f] ?? '')]),
  ]
}

/** What is in a hex, in words. */
export function describe(id: string): string {
  const h = t.grid.value!.by.get(id)
  const look = t.look.value!
  if (!h) return id
  const here = (t.stacks.value.get(id) ?? []).map((u) => speak(named(u), look))
  const go = t.destinations.value.get(id)?.[0]
  const words = [id, ...h.places, terrainName(h.terrain, look), ...h.features.map((f) => featureName(f, look)), ...here]
  if (go) words.push(go.details?.left != null ? tr('can be reached, {n} left', { n: half(go.details.left) }) : tr('can be chosen'))
  else if (t.lit.value.includes(id)) words.push(tr('can be chosen'))
  return words.filter(Boolean).join('; ')
}

/** A hex for those who want to know all about it. */
export function inspect(id: string): { title: string; facts: [string, string][] } {
  const h = t.grid.value!.by.get(id)!
  const look = t.look.value!
  const ground = [terrainName(h.terrain, look), ...h.features.map((f) => featureName(f, look))]
  const here = (t.stacks.value.get(id) ?? []).map((u) => speak(named(u), look))
  const near = h.neighbours.flatMap((n) =>
    (t.stacks.value.get(n) ?? []).map((u) => tr('{unit} in {hex}', { unit: u.hidden ? '?' : u.name, hex: n })),
  )
  const meant = (t.stacks.value.get(id) ?? [])
    .map((u) => [u.name, [figuresOf(u), said(u.note ?? '')].filter(Boolean).join('; ')] as const)
    .filter(([, text]) => text)
  const notes = groundOf(id).filter(([, text]) => text)
  const facts: [string, string][] = [
    ...notes.map(([name, text]): [string, string] => [name, text]),
    ...meant.map(([name, text]): [string, string] => [name, text]),
    [tr('In it'), listed(here) || tr('nobody')],
    [tr('Next to it'), listed(near) || tr('nobody')],
  ]
  const go = t.destinations.value.get(id)?.[0]?.details
  if (go?.cost != null)
    facts.push([tr('To get there'), tr('{cost} movement points, {left} left', { cost: half(go.cost), left: half(go.left ?? 0) })])
  const markers = (t.view.value?.markers ?? []).filter((m) => m.at === id).map((m) => said(m.text || m.kind.replaceAll('_', ' ')))
  if (markers.length) facts.push([tr('Here too'), listed(markers)])
  const parts = Object.entries(t.view.value?.goals ?? {}).flatMap(([side, goal]) =>
    (goal.parts ?? []).filter((p) => p.at.includes(id)).map((p) => `${t.sideName(side)}: ${said(p.text)}, ${said(p.now)}`),
  )
  if (parts.length) facts.push([tr('Why it matters'), listed(parts)])
  return { title: [tr('Hex {hex}', { hex: id }), ...h.places, ...ground].filter(Boolean).join(', '), facts }
}

const FRACTIONS: [number, string][] = [
  [1 / 3, '⅓'],
  [0.5, '½'],
  [2 / 3, '⅔'],
]
/** Points as the rulebooks print them: 2½, ⅓. */
export function half(n: number | string | undefined | null): string {
  const value = Number(n)
  if (n == null || Number.isNaN(value)) return String(n ?? '')
  const whole = Math.floor(value)
  const part = FRACTIONS.find(([f]) => Math.abs(value - whole - f) < 0.02)
  return part ? `${whole || ''}${part[1]}` : String(Math.round(value * 100) / 100)
}
