/** The tables of this browser. */
import { useSignal } from '@preact/signals'
import * as server from '../server/api'
import { forget, held, keep } from '../server/links'
import { key } from '../server/people'
import type { TableSummary, TitleInfo } from '../server/types'
import { tr, trn } from '../words'
import { said } from '../words/sentences'

const FEW = 3

export function Tables({ tables, reload, titles }: { tables: TableSummary[]; reload: () => Promise<void>; titles: TitleInfo[] }) {
  const trouble = useSignal('')
  const all = useSignal(false)
  if (!tables.length) return null
  // whoever waits for me comes first, then what goes on; a game that is over leaves room for others
  const rank = (x: TableSummary) => (mine(x) ? 0 : going(x) ? 1 : 2)
  const sorted = [...tables].sort((a, b) => rank(a) - rank(b))
  const first = Math.max(1, Math.min(FEW, tables.filter(going).length))
  // a button for one more takes the room of that one
  const few = tables.length === first + 1 ? tables.length : first
  return (
    <section aria-labelledby="going-on">
      <h2 id="going-on">{tr('Your games')}</h2>
      {trouble.value && (
        <p class="trouble" role="alert">
          {trouble.value}
        </p>
      )}
      <ul class="tables">
        {(all.value ? sorted : sorted.slice(0, few)).map((x) => (
          <Row key={x.table} x={x} titles={titles} reload={reload} fail={(text) => (trouble.value = text)} />
        ))}
      </ul>
      {tables.length > few && (
        <button type="button" class="soft tables-more" aria-expanded={all.value} onClick={() => (all.value = !all.value)}>
          {all.value ? tr('Show fewer') : tr('Show all {n}', { n: tables.length })}
        </button>
      )}
    </section>
  )
}

const over = (winner: string, how: string) =>
  winner ? tr('Over: {side} won ({result})', { side: winner, result: how }) : tr('Over: {result}', { result: how })

const going = (x: TableSummary): boolean => !x.result && x.kind === 'game'

/** Does this table wait for somebody of this browser? */
const mine = (x: TableSummary): boolean =>
  !x.result && x.kind === 'game' && !!x.actor && (x.side ? x.side === x.actor : x.role === 'owner' && x.players[x.actor]?.kind === 'here')

function Row({
  x,
  titles,
  reload,
  fail,
}: {
  x: TableSummary
  titles: TitleInfo[]
  reload: () => Promise<void>
  fail: (text: string) => void
}) {
  const sure = useSignal(false)
  const sideName = (id: string) => titles.find((g) => x.game.startsWith(g.id))?.sides.find((s) => s.id === id)?.name ?? id
  const token = async () => held(x.table)?.token ?? x.token ?? (x.role ? key.value : (await server.claim(x.table)).token)
  const open = async () => {
    try {
      keep(x.table, { token: await token() })
      location.hash = `#/table/${x.table}`
    } catch (e) {
      fail((e as Error).message)
    }
  }
  const remove = async () => {
    if (!sure.value) return void (sure.value = true)
    try {
      await server.remove(x.table, await token())
      forget(x.table)
      await reload()
    } catch (e) {
      fail((e as Error).message)
    }
  }
  const state = x.result
    ? over(x.won && sideName(x.won), said(x.result))
    : x.kind === 'replay'
      ? tr('A record to watch')
      : [said(x.turn_name), x.actor && !mine(x) ? tr('{side} to decide', { side: sideName(x.actor) }) : ''].filter(Boolean).join(', ')
  const who = Object.entries(x.players).map(([s, p]) =>
    tr('{side}: {player}', {
      side: sideName(s),
      player: p.kind === 'bot' ? p.level : p.name || (p.kind === 'here' ? tr('here') : tr('by link')),
    }),
  )
  const name = x.name || x.title
  const opens = x.result || x.kind === 'replay' ? tr('Look at it') : tr('Continue')
  const removes = sure.value ? tr('Really delete?') : tr('Delete')
  return (
    <li data-table={x.table}>
      <img loading="lazy" src={server.pictureUrl(x.game, 420)} alt="" width="144" height="72" />
      <div class="about">
        <b>{name}</b>
        <span>
          {mine(x) && <i class="yours">{tr('Your turn')} </i>}
          {[x.name && x.name !== x.title ? x.title : '', x.scenario !== x.title ? x.scenario : '', state].filter(Boolean).join(' · ')}
        </span>
        <span class="quiet">
          {who.join(' · ')} · {trn(x.entries, '{n} decision', '{n} decisions')}, <time dateTime={x.updated}>{when(x.updated)}</time>
        </span>
      </div>
      <div class="buttons">
        <button
          type="button"
          class={`open ${x.result ? '' : 'main'}`}
          aria-label={tr('{what}: {title}', { what: opens, title: name })}
          onClick={() => void open()}>
          {opens}
        </button>
        {(x.role === 'owner' || x.role === null) && (
          <button
            type="button"
            class="soft"
            aria-label={tr('{what}: {title}', { what: removes, title: name })}
            onClick={() => void remove()}
            onBlur={() => (sure.value = false)}>
            {removes}
          </button>
        )}
      </div>
    </li>
  )
}

const when = (iso: string) => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso))
