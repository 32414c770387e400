/** The tables of this browser. */
import { useSignal } from '@preact/signals'
import * as server from '../server/api'
import { forget, held, keep } from '../server/links'
import type { TableSummary, TitleInfo } from '../server/types'

export function Tables({
  tables,
  loaded,
  reload,
  titles,
}: {
  tables: TableSummary[]
  loaded: boolean
  reload: () => Promise<void>
  titles: TitleInfo[]
}) {
  const sure = useSignal('')
  const trouble = useSignal('')
  const all = useSignal(false)
  const open = async (x: TableSummary) => {
    try {
      if (!held(x.table)) {
        const token = x.token ?? (await server.claim(x.table)).token
        keep(x.table, { token })
      }
      location.hash = `#/table/${x.table}`
    } catch (e) {
      trouble.value = (e as Error).message
    }
  }
  const remove = async (x: TableSummary) => {
    if (sure.value !== x.table) return void (sure.value = x.table)
    try {
      const token = held(x.table)?.token ?? x.token ?? (await server.claim(x.table)).token
      await server.remove(x.table, token)
      forget(x.table)
      await reload()
    } catch (e) {
      trouble.value = (e as Error).message
    }
  }
  const when = (iso: string) => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso))
  if (loaded && !tables.length)
    return (
      <section class="welcome" aria-label="First steps">
        <h2>Welcome to the table</h2>
        <p>
          Choose a game below and press <b>Play</b>: you take one side, a bot the other, unless you say otherwise. <b>Across Suez</b> is the
          shortest and the best to begin with. You need not know the rules: units that can act are ringed, hexes they can reach light up,
          and whatever is not allowed is refused with the paragraph that forbids it. Your games are kept here; you can close the window at
          any moment.
        </p>
      </section>
    )
  if (!tables.length) return null
  const sideName = (x: TableSummary, id: string) => titles.find((g) => x.game.startsWith(g.id))?.sides.find((s) => s.id === id)?.name ?? id
  return (
    <section aria-labelledby="going-on">
      <h2 id="going-on">Your tables</h2>
      {trouble.value && (
        <p class="trouble" role="alert">
          {trouble.value}
        </p>
      )}
      <ul class="tables">
        {(all.value ? tables : tables.slice(0, 6)).map((x) => (
          <li key={x.table} data-table={x.table}>
            <button type="button" class="open" onClick={() => void open(x)}>
              <b>{x.name || x.title}</b>
              {((x.name && x.name !== x.title) || (x.scenario && x.scenario !== x.title)) && (
                <span>
                  {[x.name && x.name !== x.title ? x.title : '', x.scenario !== x.title ? x.scenario : ''].filter(Boolean).join(' · ')}
                </span>
              )}
              <span>
                {x.result
                  ? `Over: ${x.result}`
                  : x.kind === 'replay'
                    ? 'A record to watch'
                    : `${x.turn_name}${x.actor ? `, ${sideName(x, x.actor)} to decide` : ''}`}
              </span>
              <span class="quiet">
                {Object.entries(x.players)
                  .map(([s, p]) => `${sideName(x, s)}: ${p.kind === 'bot' ? p.level : p.name || (p.kind === 'here' ? 'here' : 'by link')}`)
                  .join(' · ')}
              </span>
              <span class="quiet">
                {x.entries === 1 ? 'One decision' : `${x.entries} decisions`}, {when(x.updated)}
              </span>
            </button>
            {(x.role === 'owner' || x.role === null) && (
              <button type="button" class="soft" onClick={() => void remove(x)} onBlur={() => (sure.value = '')}>
                {sure.value === x.table ? 'Really delete?' : 'Delete'}
              </button>
            )}
          </li>
        ))}
      </ul>
      {tables.length > 6 && (
        <button type="button" class="soft tables-more" aria-expanded={all.value} onClick={() => (all.value = !all.value)}>
          {all.value ? 'Show fewer' : `Show all ${tables.length}`}
        </button>
      )}
    </section>
  )
}
