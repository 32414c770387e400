/** The odds of the fight being prepared. */
import type { Forecast } from '../server/types'
import { CounterPicture } from '../shared/counter'
import { percent, Ruled, RuleLink } from '../shared/text'
import * as t from '../table'
import { ChartTable } from './chart'

export function Odds({ f }: { f: Forecast }) {
  const chart = t.sheet.value?.tables.find((c) => c.id === f.table)
  const empty = !(f.attackers ?? []).length
  const others = f.other_tables ?? []
  const tableTitle = (id: string) => t.sheet.value?.tables.find((c) => c.id === id)?.title ?? id
  const row = (list: Forecast['attackers']) => (
    <ul class="strengths">
      {(list ?? []).map((a) => {
        const u = t.units.value.get(a.unit)
        return (
          <li key={a.unit}>
            {u && t.look.value && <CounterPicture unit={u} look={t.look.value} size={34} />}
            <span>{a.unit}</span>
            <b>{a.strength}</b>
            {a.why && (
              <i>
                <Ruled text={a.why} />
              </i>
            )}
          </li>
        )
      })}
    </ul>
  )
  return (
    <section class="odds" aria-label="Odds" data-testid="odds">
      <h3>
        <Ruled text={f.title ?? ''} />
      </h3>
      <div class="versus">
        <div>
          <h4>Attackers</h4>
          {(f.attackers ?? []).length ? (
            row(f.attackers ?? [])
          ) : (
            <p class="quiet">Click the units that attack: the odds appear here at once.</p>
          )}
        </div>
        <div>
          <h4>Defenders</h4>
          {row(f.defenders ?? [])}
        </div>
      </div>
      {!empty && f.value !== '' && (
        <p class="value">
          <span>{f.value_name}</span> <b data-testid="odds-value">{f.value}</b>
          {f.column_name && (
            <>
              {' '}
              <span>column</span> <b data-testid="odds-column">{f.column_name}</b>
            </>
          )}
        </p>
      )}
      {!!f.shifts?.length && (
        <ul class="shifts">
          {f.shifts.map((x) => (
            <li key={x.text + x.rule}>
              <b>{!x.columns ? '·' : x.columns > 0 ? `+${x.columns}` : `−${-x.columns}`}</b> {x.text} {x.rule && <RuleLink id={x.rule} />}
            </li>
          ))}
        </ul>
      )}
      {!empty && <Outlook of={f} title={others.length ? tableTitle(f.table ?? '') : ''} />}
      {!empty && others.map((o) => <Outlook key={o.table} of={o} title={`or ${tableTitle(o.table)}`} />)}
      {!empty && chart && f.column != null && <ChartTable c={chart} column={f.column} />}
    </section>
  )
}

/** The results on one table, and what they come to. The figures for tests and screen readers belong to the first. */
function Outlook({ of: f, title }: { of: Pick<Forecast, 'results' | 'losses' | 'take_hex'>; title: string }) {
  const results = f.results ?? []
  const most = Math.max(...results.map((r) => r.probability), 0.01)
  const other = title.startsWith('or ')
  return (
    <>
      {title && <h4 class="chart-title">{title[0]!.toUpperCase() + title.slice(1)}</h4>}
      {!!results.length && (
        <table class="results">
          <caption class="hidden">Probability of every result</caption>
          <thead>
            <tr>
              <th scope="col">Result</th>
              <th scope="col">Chance</th>
            </tr>
          </thead>
          <tbody>
            {results.map((r) => (
              <tr key={r.result} {...(other ? {} : { 'data-result': r.result, 'data-probability': r.probability })}>
                <th scope="row">
                  <b>{r.result}</b> <Ruled text={r.name ?? ''} />
                </th>
                <td>
                  <span class="bar" style={{ width: `${(r.probability / most) * 100}%` }} />
                  <b>{percent(r.probability)}</b>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <ul class="losses">
        {(f.losses ?? []).map((l) => (
          <li key={l.unit}>
            {l.unit} is lost: <b>{percent(l.probability)}</b>
          </li>
        ))}
        {f.take_hex != null && (
          <li>
            The hex is taken: <b data-testid={other ? undefined : 'take-hex'}>{percent(f.take_hex)}</b>
          </li>
        )}
      </ul>
    </>
  )
}
