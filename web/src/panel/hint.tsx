/** A hint: drawn on the map, with its reason. */
import { Ruled } from '../shared/text'
import * as t from '../table'
import { tr } from '../words'
import { said } from '../words/sentences'

export function Hinted() {
  const h = t.hint.value
  if (!h) return null
  const o = h.option
  return (
    <section class="hint" data-testid="hint">
      <h3>{tr('Hint')}</h3>
      {!o ? (
        <p class="quiet">{tr('Thinking …')}</p>
      ) : (
        <>
          <p>
            <strong>{said(o.label)}</strong>
          </p>
          {h.reason && (
            <p>
              <Ruled text={h.reason} />
            </p>
          )}
          <div class="small-row">
            <button type="button" onClick={() => void t.act(o.action)}>
              {tr('Do it')}
            </button>
            <button type="button" class="soft" onClick={() => (t.hint.value = null)}>
              {tr('Close')}
            </button>
          </div>
        </>
      )}
    </section>
  )
}
