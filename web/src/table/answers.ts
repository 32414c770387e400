/** Every click answers: what a counter or a hex is, and why it cannot be used now. */
import { speak } from '../shared/counter'
import { listed, tr, trn } from '../words'
import { said } from '../words/sentences'
import { note, refuse } from './acting'
import { selected, way } from './choosing'
import { ask } from './connection'
import { active, called, find, mine, offer } from './offer'
import { grid, isHex, live, look, placeName, result, sideName, stacks } from './store'

/** Verbs with which a unit is used, as the question is put: `move X HEX`, `attack X`, `with X`. */
const TO_A_HEX = ['move', 'enter', 'march', 'retreat', 'advance']
const BY_NAME = ['with', 'attack', 'fire', 'lose']

/** What one could have meant by clicking this unit. */
function meanings(name: string): string[] {
  const u = find(name)
  const o = offer.value
  if (!u || !o || !isHex(u.at)) return []
  const next = grid.value!.by.get(u.at)!.neighbours
  const verbs = Object.keys(o.verbs)
  const own = u.side === live.value!.actor
  const go = own ? verbs.filter((v) => TO_A_HEX.includes(v)).flatMap((v) => next.slice(0, 1).map((h) => `${v} ${name} ${h}`)) : []
  const named = verbs.filter((v) => BY_NAME.includes(v)).map((v) => `${v} ${name}`)
  return own ? [...named, ...go] : named
}

/** A unit that cannot be used now: the rules' own reason, else its card. */
export async function explainUnit(name: string): Promise<void> {
  const u = find(name)
  if (!u || !look.value) return
  if (mine.value) {
    for (const action of meanings(name)) {
      const a = await ask('check', { action }).catch(() => null)
      if (a && !a.legal && a.refusal?.rules.length) return refuse(a.refusal, action)
    }
  }
  const who = u.side === live.value?.actor ? tr('It can do nothing now.') : mine.value ? '' : waiting()
  note([`${speak(u, look.value)}; ${tr('in {place}', { place: placeName(u.at) })}.`, who].filter(Boolean).join(' '))
}

const waiting = () => tr('It is for {side} to decide.', { side: sideName(live.value?.actor) })

/** A hex on which nothing can be done now. */
export function explainHex(h: string) {
  const hex = grid.value!.by.get(h)
  const style = look.value
  if (!hex || !style) return
  const ground = [...hex.places, said((style.terrain[hex.terrain]?.label ?? hex.terrain).replaceAll('_', ' '))].join(', ')
  const here = stacks.value.get(h) ?? []
  const who = here.length
    ? trn(here.length, '{units} stands here.', '{units} stand here.', { units: listed(here.map((u) => (u.hidden ? '?' : u.name))) })
    : tr('Nobody here.')
  note(`${h}, ${ground}. ${who} ${advice()}`.trim())
}

/** What to click instead. */
function advice(): string {
  if (!mine.value) return result.value ? '' : waiting()
  if (selected.value.length) return way.value ? '' : tr('{unit} has nowhere to go.', { unit: selected.value.join(', ') })
  if (called.value.size) return tr('Units that must act have an orange ring.')
  const n = active.value.length
  if (n) return trn(n, 'Pick the ringed unit first.', 'Pick one of the {n} ringed units first.')
  if (offer.value?.hexes.size) return tr('Pick a hex that is lit.')
  return tr('Use the buttons of the panel.')
}
