/** Buttons: everything that needs no click on the map, and what the selected units can do on the spot. */
import type { Option } from '../server/types'
import { Ruled } from '../shared/text'
import * as t from '../table'
import { count, inSeries, without } from './series'

export function Actions() {
  const direct = t.choices.value.filter((o) => !o.to)
  const weight = (o: Option) => (['confirm', 'end'].includes(o.verb) ? 'main' : ['cancel', 'decline'].includes(o.verb) ? 'soft' : '')
  const all = [...direct, ...t.plain.value].sort((a, b) => Number(weight(b) === 'main') - Number(weight(a) === 'main'))
  const s = t.live.value!
  const forced = t.forced.value
  return (
    <section class="actions" aria-label="Actions">
      {forced && !forced.refusal && (
        <button type="button" class="main" onClick={() => void t.act(forced.action)}>
          Go this way{forced.option?.details?.cost != null ? ` (${forced.option.details.cost} MP)` : ''}
        </button>
      )}
      {s.actor === 'chance' && <p class="quiet">Roll your dice and give the result.</p>}
      {Object.values(t.warnings.value).map((w) => (
        <p key={w} class="warning">
          <Ruled text={w} />
        </p>
      ))}
      {inSeries(all)
        .slice(0, 60)
        .map((s) =>
          s.length === 1 ? (
            s.map((o) => (
              <button
                key={o.action}
                type="button"
                class={weight(o)}
                data-action={o.action}
                disabled={t.busy.value}
                onClick={() => void t.act(o.action)}>
                {o.label}
              </button>
            ))
          ) : (
            <Series key={s[0]!.action} of={s} />
          ),
        )}
      {all.length > 60 && inSeries(all).length > 60 && <p class="quiet">{inSeries(all).length - 60} more: use the command line.</p>}
      <div class="small-row">
        <button
          type="button"
          class="soft"
          onClick={() => t.nextActive(1)}
          disabled={!t.active.value.length}
          title="Next unit that can act (N)">
          Next unit <kbd>N</kbd>
        </button>
        <button type="button" class="soft" onClick={() => void t.askHint()} title="What would the bot do?">
          Hint
        </button>
        {!s.undo.can && !s.take_back && s.kind === 'game' && t.log.value.some((e) => s.sides.includes(e.actor)) && (
          <button type="button" class="soft" title={s.undo.why} onClick={() => void t.propose()}>
            Ask to take back
          </button>
        )}
      </div>
    </section>
  )
}

function Series({ of }: { of: Option[] }) {
  const n = (o: Option) => Number(count(o)![2])
  of.sort((a, b) => n(a) - n(b))
  const most = of.at(-1)!
  const text = without(most.label, n(most))
  const title = text[0]!.toUpperCase() + text.slice(1)
  return (
    <div class="series" role="group" aria-label={title}>
      <span>{title}</span>
      <div>
        {of.map((o) => (
          <button
            key={o.action}
            type="button"
            data-action={o.action}
            aria-label={o.label}
            title={o.label}
            disabled={t.busy.value}
            onClick={() => void t.act(o.action)}>
            {n(o)}
          </button>
        ))}
      </div>
    </div>
  )
}
