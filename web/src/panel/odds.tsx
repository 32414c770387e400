/** The fight being prepared: what will come of it, first; the arithmetic below; the whole table on request. */
import { useEffect } from 'preact/hooks'
import type { Forecast, Outlook } from '../server/facts'
import { CounterPicture } from '../shared/counter'
import { Die, percent, Ruled, RuleLink } from '../shared/text'
import * as t from '../table'
import { listed, tr } from '../words'
import { bare, said } from '../words/sentences'
import { ChartTable } from './chart'
import { bands, headline } from './outlook'
import './odds.css'

export function Odds({ f }: { f: Forecast }) {
  const chart = t.sheet.value?.tables.find((c) => c.id === f.table)
  const building = !(f.attackers ?? []).length
  const others = f.other_tables ?? []
  const tableTitle = (id: string) => t.sheet.value?.tables.find((c) => c.id === id)?.title ?? id
  const first = { ...f, table: f.table ?? '' }
  const spoken = building ? '' : verdict(first, f)
  useEffect(() => {
    const timer = spoken ? setTimeout(() => t.say(spoken), 400) : 0
    return () => clearTimeout(timer)
  }, [spoken])
  return (
    <section class="odds" aria-label={tr('Odds')} data-testid="odds">
      <h3>
        <Ruled text={f.title ?? ''} />
      </h3>
      {building ? (
        <>
          <p>
            {t.active.value.length
              ? tr('Click the units that attack: the odds appear here at once.')
              : tr('Choose what attacks below: the odds appear here at once.')}
          </p>
          <Strengths f={f} />
        </>
      ) : (
        <>
          <Chances of={first} title={others.length ? tableTitle(f.table ?? '') : ''} main />
          {others.map((o) => (
            <Chances key={o.table} of={o} title={tr('or {table}', { table: tableTitle(o.table ?? '') })} />
          ))}
          <Sum f={f} />
          {(f.decides ?? []).map((d) => (
            <p key={d.result} class="warning">
              {tr('{result}: {side} wins the game at once.', { result: d.result, side: t.sideName(d.winner) })}{' '}
              {d.rule && <RuleLink id={d.rule} />}
            </p>
          ))}
          {(f.notes ?? []).map((n, i) => (
            <p key={i} class="quiet">
              <Ruled text={n} />
            </p>
          ))}
          <details class="figures">
            <summary>{tr('Strengths and the whole table')}</summary>
            <Strengths f={f} />
            {chart && f.column != null && <ChartTable c={chart} column={f.column} />}
          </details>
        </>
      )}
    </section>
  )
}

/** One sentence for those who listen. */
function verdict(o: Outlook, f: Forecast): string {
  const h = headline(o, f)
  const rows = bands(o.results ?? [], f.kind).map((b) =>
    tr('{dice}: {result}', { dice: b.dice.join(', ') || percent(b.probability), result: bare(b.name ?? '') || b.result }),
  )
  // of an attack of several fires these are the results of the first
  const first = f.kind === 'attack' && f.title ? `${bare(f.title)}: ` : ''
  return `${h ? `${percent(h.chance)} ${h.text}. ` : ''}${first}${rows.join('. ')}.`
}

/** What will come of it: the chance in large, the faces of the die, every loss. The first one's figures are for tests too. */
function Chances({ of, title, main = false }: { of: Outlook; title: string; main?: boolean }) {
  const h = headline(of, t.live.value?.forecast ?? null)
  const rows = bands(of.results ?? [], t.live.value?.forecast?.kind)
  const faces = rows.every((b) => b.dice.length && b.dice.every((d) => FACES.includes(d)))
  const strip = faces && rows.every((b) => fits(bare(b.name ?? '') || b.result, b.dice.length))
  const layout = strip ? 'strip' : faces ? 'rows' : ''
  return (
    <div class="outlook">
      {title && <h4>{title}</h4>}
      {h && (
        <p class="headline">
          <b class="chance">{percent(h.chance)}</b> <span>{h.text}</span>
        </p>
      )}
      <ol
        class={`bands ${layout}`}
        style={{ '--faces': Math.max(...rows.map((b) => b.dice.length)) }}
        aria-label={tr('Chance of every result')}>
        {rows.map((b) => (
          <li
            key={b.result}
            class={b.tone}
            style={{ '--wide': strip ? b.dice.length : b.probability * 6 }}
            {...(main ? { 'data-result': b.result, 'data-probability': b.probability } : {})}>
            {faces && (
              <span class="faces">
                {b.dice.map((d) => (
                  <Die key={d} face={d} size={strip ? 30 : 22} plain />
                ))}
              </span>
            )}
            {faces && <span class="hidden">{listed(b.dice)}: </span>}
            <span class="band">
              <b>{bare(b.name ?? '') || b.result}</b> <i>{percent(b.probability)}</i>
            </span>
          </li>
        ))}
      </ol>
      <Losses of={of} main={main} />
    </div>
  )
}

const FACES = ['1', '2', '3', '4', '5', '6']
/** Under so many faces of the strip a text of three lines has room: so many letters in its longest word, so many in all. */
const [WORD, TEXT] = [7, 21]
const fits = (text: string, faces: number) => text.length <= TEXT * faces && text.split(' ').every((w) => w.length <= WORD * faces)

function Losses({ of, main }: { of: Outlook; main: boolean }) {
  const look = t.look.value
  return (
    <ul class="losses">
      {(of.losses ?? []).map((l) => {
        const u = t.units.value.get(l.unit)
        return (
          <li key={l.unit}>
            {u && look && <CounterPicture unit={u} look={look} size={26} />}
            <span>{tr('{unit} is lost', { unit: l.unit })}</span>
            <i class="meter" style={{ '--p': l.probability }} aria-hidden="true" />
            <b>{percent(l.probability)}</b>
          </li>
        )
      })}
      {of.take_hex != null && (
        <li>
          <span>{tr('The hex is taken')}</span>
          <i class="meter" style={{ '--p': of.take_hex }} aria-hidden="true" />
          <b data-testid={main ? 'take-hex' : undefined}>{percent(of.take_hex)}</b>
        </li>
      )}
    </ul>
  )
}

/** The arithmetic: the difference or the odds, every shift by name, the column. */
function Sum({ f }: { f: Forecast }) {
  if (f.value === '' || f.value == null) return null
  return (
    <p class="sum">
      <span class="term">
        {said(f.value_name ?? '')} <b data-testid="odds-value">{f.value}</b>
      </span>
      {(f.shifts ?? []).map((x, i) => (
        <span key={i} class="shift">
          {said(x.text)} {!!x.columns && <b>{x.columns > 0 ? `+${x.columns}` : `−${-x.columns}`}</b>} {x.rule && <RuleLink id={x.rule} />}
        </span>
      ))}
      {f.column_name && (
        <span class="term">
          {tr('column')} <b data-testid="odds-column">{f.column_name}</b>
        </span>
      )}
    </p>
  )
}

function Strengths({ f }: { f: Forecast }) {
  const look = t.look.value
  const rows = (title: string, list: Forecast['attackers']) =>
    list?.length ? (
      <>
        <h4>{title}</h4>
        <ul class="strengths">
          {list.map((a) => {
            const u = t.units.value.get(a.unit)
            return (
              <li key={a.unit}>
                {u && look && <CounterPicture unit={u} look={look} size={34} />}
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
      </>
    ) : null
  return (
    <>
      {rows(tr('Attackers'), f.attackers)}
      {rows(tr('Defenders'), f.defenders)}
    </>
  )
}
