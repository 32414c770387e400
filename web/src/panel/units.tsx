/** The selected units and the way they would go. */
import { half, named } from '../map/words'
import { CounterPicture, describeUnit } from '../shared/counter'
import { Ruled } from '../shared/text'
import * as t from '../table'
import { tr, trn } from '../words'
import { BASIS } from './chart'

export function Selected() {
  const look = t.look.value
  if (!t.selected.value.length || !look) return null
  return (
    <section class="selected" aria-label={tr('Selected')}>
      {t.selected.value
        .map((n) => t.find(n))
        .filter((u) => !!u)
        .map((u) => (
          <div key={u.name} class="unit-line">
            <CounterPicture unit={u} look={look} size={44} />
            <div>
              <b>{u.name}</b>
              <small>{describeUnit(named(u), look).join(', ')}</small>
              {u.note && (
                <small>
                  <Ruled text={u.note} />
                </small>
              )}
              {u.basis && u.basis !== 'rule' && (
                <small class="basis">{tr('Counter: {basis}', { basis: tr(BASIS[u.basis] ?? u.basis) })}</small>
              )}
            </div>
          </div>
        ))}
      {t.ways.value.length > 1 && (
        <div class="small-row" role="group" aria-label={tr('Way of going')}>
          {t.ways.value.map((v) => (
            <button key={v} type="button" aria-pressed={t.way.value === v} data-way={v} onClick={() => (t.wanted.value = v)}>
              {(v[0]!.toUpperCase() + v.slice(1)).replaceAll('-', ' ')}
            </button>
          ))}
        </div>
      )}
      {t.destinations.value.size > 0 && (
        <p class="quiet">
          {trn(t.destinations.value.size, 'One hex to choose on the map.', '{n} hexes to choose on the map.')}{' '}
          {t.way.value === 'move' && (
            <span class="with-keys">
              {look.counter.stacks
                ? tr('Shift-click a hex to go by way of it, a unit to take it along.')
                : tr('Shift-click a hex to go by way of it.')}
            </span>
          )}
        </p>
      )}
      <button type="button" class="soft" onClick={t.deselect}>
        {tr('Deselect')} <kbd>Esc</kbd>
      </button>
    </section>
  )
}

/** The way to the hex under the pointer, step by step, with the reason of every cost. */
export function Way() {
  const aim = t.destinations.value.has(t.hovered.value) ? t.hovered.value : t.cursor.value
  const d = t.forced.value ? t.forced.value.option?.details : t.destinations.value.get(aim)?.[0]?.details
  if (!d || (d.cost == null && !d.warning)) return null
  const steps = d.steps ?? []
  return (
    <section class="way-panel" aria-label={tr('Way')}>
      {d.cost != null && (
        <p>
          {tr(half(d.cost) === '1' || half(d.cost) === '½' ? '{n} movement point to {hex}' : '{n} movement points to {hex}', {
            n: half(d.cost),
            hex: t.forced.value?.path.at(-1) ?? aim,
          })}
          {d.left != null && tr(', {n} left', { n: half(d.left) })}
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
              <span>{x.to}</span>
              <b>{half(x.cost)}</b>
              <span>{x.why && <Ruled text={x.why} />}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
