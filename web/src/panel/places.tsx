/** The hex under the pointer, the tracks, units in hand and those off the map. */
import { describe, featureName, terrainName } from '../map/words'
import type { Unit } from '../server/types'
import { CounterPicture, speak } from '../shared/counter'
import { Ruled } from '../shared/text'
import * as t from '../table'
import { tr } from '../words'
import { said } from '../words/sentences'

export function HexInfo() {
  const h = t.hovered.value || t.cursor.value
  const hex = h ? t.grid.value?.by.get(h) : undefined
  const look = t.look.value
  if (!hex || !look) return null
  const here = t.stacks.value.get(h) ?? []
  return (
    <section class="hex-info" aria-label={tr('Hex')}>
      <h3>
        {h}{' '}
        <small>
          {[...hex.places, terrainName(hex.terrain, look), ...hex.features.map((f) => featureName(f, look))].filter(Boolean).join(' · ')}
        </small>
      </h3>
      <div class="row-of-counters">
        {here.map((u) => (
          <button key={u.name} type="button" title={speak(u, look)} onClick={(e) => void t.clickUnit(u.name, e.shiftKey)}>
            <CounterPicture unit={u} look={look} size={42} />
            <span class="hidden">{speak(u, look)}</span>
          </button>
        ))}
      </div>
      {t.overlay.value && t.overlayHexes.value[h] && (
        <p class="quiet">
          <Ruled text={t.overlayHexes.value[h]!.text || t.overlayHexes.value[h]!.sign} />
        </p>
      )}
      <span class="hidden">{describe(h)}</span>
    </section>
  )
}

export function Tracks() {
  const tracks = (t.view.value?.tracks ?? []).filter((k) => k.id !== 'turn')
  if (!tracks.length) return null
  const titles = new Map((t.sheet.value?.look.track ?? []).map((x) => [x.id, x.title]))
  const none = tracks.filter((k) => k.value === 'none')
  return (
    <section class="tracks" aria-label={tr('This turn')}>
      <h3>{tr('This turn')}</h3>
      {tracks
        .filter((k) => k.value !== 'none')
        .map((k) => (
          <div key={k.id} class={String(k.value).length > 10 ? 'wide' : ''}>
            <span>{said(titles.get(k.id) ?? k.name)}</span>
            <b class={String(k.value).length > 8 ? 'long' : ''}>
              {typeof k.value === 'string' ? said(k.value) : k.value}
              {k.max != null ? ` / ${k.max}` : ''}
            </b>
          </div>
        ))}
      {none.length > 0 && (
        <p class="quiet">{tr('None: {things}', { things: none.map((k) => said(titles.get(k.id) ?? k.name)).join(' · ') })}</p>
      )}
    </section>
  )
}

/** Units that are to be placed and stand nowhere yet. */
export function InHand() {
  const look = t.look.value
  const hand = [...t.inHand.value.values()]
  if (!look || hand.length < 2) return null
  return (
    <section class="boxes" aria-label={tr('In hand')}>
      <h3>
        {tr('In hand')} <small>{hand.length}</small>
      </h3>
      <div class="row-of-counters">
        {hand.map((u) => (
          <button
            key={u.name}
            type="button"
            data-box-unit={u.name}
            class={`can ${t.selected.value.includes(u.name) ? 'picked' : ''}`}
            title={u.name}
            onClick={(e) => void t.clickUnit(u.name, e.shiftKey)}>
            <CounterPicture unit={u} look={look} size={42} />
            <span class="hidden">{speak(u, look)}</span>
          </button>
        ))}
      </div>
    </section>
  )
}

/** The boxes beside the map: those with units that can be used now (`useful`), or the others. */
export function Boxes({ useful: wanted }: { useful: boolean }) {
  const look = t.look.value
  const sheet = t.sheet.value
  if (!look || !sheet) return null
  const styled = new Map(look.box.map((b) => [b.id, b]))
  const ids = [...look.box.map((b) => b.id), ...sheet.boxes.filter((b) => !styled.has(b))]
  // whoever can be used comes first
  const useful = (u: Unit) => (t.offer.value?.units.has(u.name) ? 0 : 1)
  const shown = ids
    .map((id) => ({ id, b: styled.get(id), here: [...(t.stacks.value.get(id) ?? [])].sort((a, b) => useful(a) - useful(b)) }))
    .filter((x) => x.here.length || (x.b && !x.b.hide_empty))
    .filter((x) => x.here.some((u) => !useful(u)) === wanted)
  if (!shown.length) return null
  return (
    <section class="boxes" aria-label={wanted ? tr('Off the map, to be used now') : tr('Off the map')}>
      {shown.map(({ id, b, here }) => (
        <details key={id} open={here.some((u) => t.offer.value?.units.has(u.name))}>
          <summary>
            {said(b?.title ?? id.replaceAll(/[-_]/g, ' '))} <b>{here.length}</b>
          </summary>
          <div class="row-of-counters">
            {here.map((u) => (
              <button
                key={u.name}
                type="button"
                data-box-unit={u.name}
                class={`${t.offer.value?.units.has(u.name) ? 'can' : ''} ${t.selected.value.includes(u.name) ? 'picked' : ''}`}
                title={speak(u, look)}
                onClick={(e) => void t.clickUnit(u.name, e.shiftKey)}>
                <CounterPicture unit={u} look={look} size={42} />
                <span class="hidden">{speak(u, look)}</span>
              </button>
            ))}
          </div>
        </details>
      ))}
    </section>
  )
}
