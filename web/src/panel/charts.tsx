/** Turns, tables, options and what is reconstructed. */
import { ProvenanceOf } from '../shared/provenance'
import { RuleLink } from '../shared/text'
import * as t from '../table'
import { tr } from '../words'
import { said } from '../words/sentences'
import { ChartTable } from './chart'

export function ChartsPanel() {
  const s = t.sheet.value!
  return (
    <>
      <h3>{tr('Turns')}</h3>
      <ol class="turns">
        {s.turns.map((x) => (
          <li key={x.turn} class={x.turn === t.view.value?.turn ? 'now' : x.turn < (t.view.value?.turn ?? 0) ? 'past' : ''}>
            <b>{said(x.name)}</b> {said(x.note)}
          </li>
        ))}
      </ol>
      {s.tables.map((c) => (
        <div key={c.id}>
          <ChartTable c={c} />
          {c.notes.map((n) => (
            <p key={n} class="quiet">
              {said(n)}
            </p>
          ))}
        </div>
      ))}
      {!!s.options.length && (
        <>
          <h3>{tr('Optional rules')}</h3>
          <ul>
            {s.options.map((o) => (
              <li key={o.name}>
                {said(o.title)} <RuleLink id={o.rule} />{' '}
                <b>{o.value === true ? tr('on') : o.value === false ? tr('off') : String(o.value)}</b>
              </li>
            ))}
          </ul>
        </>
      )}
      {s.components && (
        <p>
          {tr('Played with the owner’s components')} <b>{s.components}</b>.
        </p>
      )}
      <ProvenanceOf game={s.game} query={t.componentsIn(t.live.value?.sheet ?? '')} />
      <p class="quiet">{tr('The map layer “Parts of the map that we reconstructed” shows where.')}</p>
    </>
  )
}
