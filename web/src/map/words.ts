/** A hex and its figures in words. */

import type { Details, Look } from '../server/types'
import { speak } from '../shared/counter'
import * as t from '../table'

export const featureName = (kind: string, look: Look) => look.feature[kind]?.label ?? kind.replaceAll('_', ' ')

/** What is in a hex, in words. */
export function describe(id: string): string {
  const h = t.grid.value!.by.get(id)
  const look = t.look.value!
  if (!h) return id
  const terrain = (look.terrain[h.terrain]?.label ?? h.terrain).replaceAll('_', ' ')
  const here = (t.stacks.value.get(id) ?? []).map((u) => speak(u, look))
  const go = t.destinations.value.get(id)?.[0]
  const words = [id, ...h.places, terrain, ...h.features.map((f) => featureName(f, look)), ...here]
  if (go) words.push(go.details?.left != null ? `can be reached, ${go.details.left} left` : 'can be chosen')
  return words.filter(Boolean).join('; ')
}

export const half = (n: number | string | undefined | null) =>
  n == null
    ? ''
    : String(n)
        .replace(/^0\.5$/, '½')
        .replace(/\.5$/, '½')
        .replace(/^0\.33.*$/, '⅓')
        .replace(/^0\.66.*$/, '⅔')
        .replace(/\.33\d*$/, '⅓')
        .replace(/\.6[67]\d*$/, '⅔')

export const stepCost = (s: NonNullable<Details['steps']>[number] | undefined) => (s !== null && typeof s === 'object' ? s.cost : s)
