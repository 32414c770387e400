/** The selected units and the way they would go. */
import { half, stepCost } from '../map/words'
import { CounterPicture, speak } from '../shared/counter'
import { Ruled } from '../shared/text'
import * as t from '../table'
import { BASIS } from './chart'

export function Selected() {
  const look = t.look.value
  if (!t.selected.value.length || !look) return null
  return (
    <section class="selected" aria-label="Selected">
      {t.selected.value
        .map((n) => t.find(n))
        .filter((u) => !!u)
        .map((u) => (
          <div key={u.name} class="unit-line">
            <CounterPicture unit={u} look={look} size={44} />
            <div>
              <b>{u.name}</b>
              <small>{speak(u, look).split(', ').slice(1).join(', ')}</small>
              {u.basis && u.basis !== 'rule' && <small class="basis">Counter: {BASIS[u.basis] ?? u.basis}</small>}
            </div>
          </div>
        ))}
      {t.ways.value.length > 1 && (
        <div class="small-row" role="group" aria-label="Way of going">
          {t.ways.value.map((v) => (
            <button key={v} type="button" aria-pressed={t.way.value === v} data-way={v} onClick={() => (t.wanted.value = v)}>
              {(v[0]!.toUpperCase() + v.slice(1)).replaceAll('-', ' ')}
            </button>
          ))}
        </div>
      )}
      {t.destinations.value.size > 0 && (
        <p class="quiet">
          {t.destinations.value.size === 1 ? 'One hex' : `${t.destinations.value.size} hexes`} to choose on the map.
          {t.way.value === 'move' &&
            ` Shift-click a hex forces the way through it${look.counter.stacks ? ', Shift-click a unit takes it along' : ''}.`}
        </p>
      )}
      <button type="button" class="soft" onClick={t.deselect}>
        Deselect <kbd>Esc</kbd>
      </button>
    </section>
  )
}

/** The way to the hex under the pointer, step by step, with the reason of every cost. */
export function Way() {
  const aim = t.destinations.value.has(t.hovered.value) ? t.hovered.value : t.cursor.value
  const d = t.forced.value ? t.forced.value.option?.details : t.destinations.value.get(aim)?.[0]?.details
  if (!d || (d.cost == null && !d.warning)) return null
  const steps = (d.steps ?? []).filter((x) => x !== null && typeof x === 'object')
  return (
    <section class="way-panel" aria-label="Way">
      {d.cost != null && (
        <p>
          <b>{half(d.cost)}</b> movement points to {t.forced.value?.path.at(-1) ?? aim}
          {d.left != null && (
            <>
              , <b>{half(d.left)}</b> left
            </>
          )}
        </p>
      )}
      {d.warning && (
        <p class="warning">
          <Ruled text={d.warning} />
        </p>
      )}
      {steps.length > 0 && (
        <ol>
          {steps.map((x, i) => (
            <li key={i}>
              <span>{x.hex}</span>
              <b>{half(stepCost(x))}</b>
              <span>{x.why && <Ruled text={x.why} />}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
