/** Standing orders: answers given beforehand, offered at the decision they concern. */
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Problem } from '../server/api'
import type { Order } from '../server/types'
import * as t from '../table'
import { tr } from '../words'
import { said } from '../words/sentences'
import { inWords, suggestions } from './ordering'
import { inCompany } from './who'
import './people.css'

export function Orders() {
  const s = t.live.value!
  const given = useSignal<Order[] | null>(null)
  const trouble = useSignal('')
  const shown = inCompany(s) && s.sides.length > 0 && !t.result.value
  useEffect(() => {
    if (shown && !given.value)
      void t.ask('orders').then(
        (r) => (given.value = r.orders),
        () => undefined,
      )
  }, [shown])
  if (!shown) return null
  const set = (orders: Order[]) =>
    void t.ask('orders', { orders }).then(
      (r) => {
        given.value = r.orders
        trouble.value = ''
      },
      (e: Error) => (trouble.value = e instanceof Problem ? e.text : String(e)),
    )
  const now = given.value ?? []
  return (
    <details class="orders" data-testid="orders">
      <summary>
        {tr('Do this for me from now on')}
        {now.length > 0 && <b class="count">{now.length}</b>}
      </summary>
      <p class="quiet">{tr('Given beforehand, an answer comes as if you had given it. Nobody else learns that it was.')}</p>
      {now.length > 0 && (
        <ul>
          {now.map((o, i) => (
            <li key={i}>
              {inWords(o)}{' '}
              <button
                type="button"
                class="text"
                onClick={() => set(now.filter((_, k) => k !== i))}
                aria-label={tr('Stop: {order}', { order: inWords(o) })}>
                {tr('stop')}
              </button>
            </li>
          ))}
        </ul>
      )}
      <Suggested now={now} add={(o) => set([...now, o])} />
      {trouble.value && (
        <p class="trouble" role="alert">
          {trouble.value}
        </p>
      )}
    </details>
  )
}

function Suggested({ now, add }: { now: Order[]; add: (o: Order) => void }) {
  const onlyNow = useSignal(false)
  const s = t.live.value!
  const value = Number.parseInt(String(s.forecast?.value ?? ''), 10)
  const all = suggestions({
    verbs: t.mine.value ? Object.keys(t.offer.value?.verbs ?? {}) : [],
    no: said(t.plain.value.find((o) => ['decline', 'pass', 'done', 'end'].includes(o.verb))?.label ?? ''),
    hex: t.cursor.value || [...t.destinations.value.keys()][0] || '',
    value: Number.isNaN(value) ? null : value,
  }).filter((o) => !now.some((x) => x.kind === o.kind && x.verb === o.verb && x.hex === o.hex))
  if (!all.length) return null
  return (
    <>
      <div class="suggested">
        {all.map((o) => (
          <button
            key={`${o.kind} ${o.verb} ${o.hex}`}
            type="button"
            class="soft"
            data-order={o.kind}
            onClick={() => add(onlyNow.value && o.kind !== 'single' ? { ...o, turn: s.view.turn } : o)}>
            {inWords(o)}
          </button>
        ))}
      </div>
      {all.some((o) => o.kind !== 'single') && (
        <label class="check">
          <input type="checkbox" checked={onlyNow.value} onChange={(e) => (onlyNow.value = e.currentTarget.checked)} />{' '}
          {tr('Only in this turn')}
        </label>
      )}
    </>
  )
}
