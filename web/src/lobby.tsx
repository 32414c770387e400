/** The lobby: what can be played, what is going on, and how to begin. */
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import * as server from './api'
import { forget, held, keep, keepCreated, tokens } from './links'
import { ProvenanceOf } from './provenance'
import { botName } from './names'
import type { Player, TableSummary, TitleInfo } from './types'

export function Lobby({ game }: { game: string }) {
  const titles = useSignal<TitleInfo[] | null>(null)
  const tables = useSignal<TableSummary[]>([])
  const trouble = useSignal('')
  const folder = useSignal('')
  const chosen = useSignal<TitleInfo | null>(null)
  const load = async () => {
    try {
      const [g, l, a] = await Promise.all([server.games(), server.lobby(tokens()), server.about()])
      folder.value = a.components
      titles.value = g
      tables.value = l.tables
      if (game) chosen.value = g.find((x) => x.id === game || x.scenarios.some((s) => s.game === game)) ?? null
    } catch (e) {
      trouble.value = (e as Error).message
    }
  }
  useEffect(() => {
    document.title = 'Sandtable'
    void load()
  }, [])
  return (
    <div class="lobby">
      <header class="masthead">
        <svg viewBox="0 0 64 64" width="44" height="44" aria-hidden="true"><path d="M16 4.300h32L64 32 48 59.700H16L0 32z" fill="#6a2416" /><path d="M12 22h40v24H12z" fill="#f4ecd8" /><path d="M12 22l40 24M52 22L12 46" stroke="#6a2416" stroke-width="4" /><path d="M25 14h14" stroke="#f4ecd8" stroke-width="4" /></svg>
        <div><h1>Sandtable</h1><p>Five hex-and-counter rulebooks about the Sinai and Suez wars, played by the book.</p></div>
      </header>
      {trouble.value && <p class="trouble" role="alert">{trouble.value}</p>}
      <main>
        <Tables tables={tables.value} loaded={!!titles.value} reload={load} titles={titles.value ?? []} />
        <section aria-labelledby="new-game">
          <h2 id="new-game">New game</h2>
          {!titles.value && !trouble.value && <p class="quiet" aria-busy="true">Looking up the games …</p>}
          <div class="cards">
            {titles.value?.map((x) => <Card key={x.id} title={x} choose={() => (chosen.value = x)} />)}
          </div>
        </section>
        <ImportBox />
      </main>
      {chosen.value && <SetUp title={chosen.value} wanted={game} folder={folder.value} close={() => { chosen.value = null; if (location.hash.startsWith('#/new')) history.replaceState(null, '', '/#/') }} />}
    </div>
  )
}

function Card({ title: x, choose }: { title: TitleInfo; choose: () => void }) {
  const turns = x.scenarios.map((s) => s.turns)
  const low = Math.min(...turns), high = Math.max(...turns)
  return (
    <article class="card" data-title={x.id}>
      <button type="button" class="picture" onClick={choose} aria-label={`Set up ${x.name}`}><img loading="lazy" src={server.pictureUrl(x.scenarios[0]!.game, 420)} alt="" width="420" height="260" /></button>
      <div class="card-text">
        <h3>{x.name}</h3>
        <p>{x.summary}</p>
        <dl>
          <div><dt>Length</dt><dd>{low === high ? `${low} turns` : low ? `${low} to ${high} turns` : `up to ${high} turns`}</dd></div>
          <div><dt>Difficulty</dt><dd>{x.difficulty}</dd></div>
          <div><dt>Sides</dt><dd>{x.sides.map((s) => s.name).join(', ')}</dd></div>
          {x.scenarios.length > 1 && <div><dt>Scenarios</dt><dd>{x.scenarios.length}</dd></div>}
        </dl>
        <button type="button" class="main" onClick={choose}>Play</button>
      </div>
    </article>
  )
}

function SetUp({ title: x, wanted, folder, close }: { title: TitleInfo; wanted: string; folder: string; close: () => void }) {
  const components = useSignal('')
  const ref = useRef<HTMLDialogElement>(null)
  const game = useSignal((x.scenarios.find((s) => s.game === wanted) ?? x.scenarios[0]!).game)
  const best = x.bots.at(-1) ?? ''
  const seats = useSignal<Record<string, string>>(Object.fromEntries(x.sides.map((s, i) => [s.id, i === 0 || !best ? 'here' : best])))
  const options = useSignal<Record<string, boolean | number | string>>(Object.fromEntries(x.options.map((o) => [o.name, o.default])))
  const dice = useSignal<'seeded' | 'typed'>('seeded')
  const name = useSignal('')
  const trouble = useSignal('')
  const busy = useSignal(false)
  useEffect(() => ref.current?.showModal(), [])
  const start = async () => {
    busy.value = true
    try {
      const players = Object.fromEntries(Object.entries(seats.value).map(([s, v]): [string, Player] => [s, v === 'here' || v === 'elsewhere' ? { kind: v, name: '', level: '' } : { kind: 'bot', level: v, name: '' }]))
      const changed = Object.fromEntries(Object.entries(options.value).filter(([k, v]) => x.options.find((o) => o.name === k)?.default !== v))
      const c = await server.create({ game: game.value, name: name.value, options: changed, dice: dice.value, components: components.value, players })
      keepCreated(c)
      location.hash = `#/table/${c.table}`
    } catch (e) {
      trouble.value = (e as Error).message
      busy.value = false
    }
  }
  const scenario = x.scenarios.find((s) => s.game === game.value)!
  const people = Object.values(seats.value).filter((v) => v === 'here').length
  return (
    <dialog ref={ref} class="setup" onClose={close} aria-labelledby="setup-title">
      <form onSubmit={(e) => { e.preventDefault(); void start() }}>
        <h2 id="setup-title">{x.name}</h2>
        <div class="setup-grid">
          <div>
            {x.scenarios.length > 1 && (
              <label class="field">Scenario
                <select value={game.value} onChange={(e) => (game.value = e.currentTarget.value)}>{x.scenarios.map((s) => <option key={s.game} value={s.game}>{s.name}</option>)}</select>
              </label>
            )}
            <p>{scenario.summary || x.summary}</p>
            <p class="quiet">{scenario.turns ? `${scenario.turns} turns` : 'No fixed length'}{scenario.rule ? `, rule ${scenario.rule}` : ''}</p>
            <fieldset>
              <legend>Who plays</legend>
              {x.sides.map((s) => (
                <label key={s.id} class="field">{s.name}
                  <select data-seat={s.id} value={seats.value[s.id]} onChange={(e) => (seats.value = { ...seats.value, [s.id]: e.currentTarget.value })}>
                    <option value="here">A person at this screen</option>
                    <option value="elsewhere">A person elsewhere, by link</option>
                    {x.bots.map((b) => <option key={b} value={b}>{botName(b)}</option>)}
                  </select>
                </label>
              ))}
              {x.hidden && people > 1 && <p class="quiet">This game hides information: a curtain falls between the players at this screen.</p>}
            </fieldset>
          </div>
          <div>
            <img class="setup-picture" src={server.pictureUrl(game.value, 420)} alt={`Map of ${x.name}`} width="420" height="260" />
            {!!x.options.length && (
              <fieldset class="options">
                <legend>Optional rules</legend>
                {x.options.map((o) => (
                  <label key={o.name} class={typeof o.default === 'boolean' ? 'check' : 'field'}>
                    {typeof o.default === 'boolean' ? (
                      <><input type="checkbox" name={o.name} checked={options.value[o.name] === true} onChange={(e) => (options.value = { ...options.value, [o.name]: e.currentTarget.checked })} /> {o.title} <small>[{o.rule}]</small></>
                    ) : (
                      <>{o.title} <small>[{o.rule}]</small>
                        <select value={String(options.value[o.name])} onChange={(e) => (options.value = { ...options.value, [o.name]: o.choices.find((c) => String(c) === e.currentTarget.value)! })}>{o.choices.map((c) => <option key={String(c)} value={String(c)}>{String(c)}</option>)}</select></>
                    )}
                  </label>
                ))}
              </fieldset>
            )}
            <details>
              <summary>Name and dice</summary>
              <label class="field">Name of the table <input value={name.value} maxLength={80} onInput={(e) => (name.value = e.currentTarget.value)} /></label>
              <label class="field">Dice
                <select value={dice.value} onChange={(e) => (dice.value = e.currentTarget.value as 'seeded' | 'typed')}>
                  <option value="seeded">Rolled by the table (fixed in advance, verifiable at the end)</option>
                  <option value="typed">Our own: we type what we roll</option>
                </select>
              </label>
            </details>
            {!!x.components.length && (
              <label class="field">Components
                <select name="components" value={components.value} onChange={(e) => (components.value = e.currentTarget.value)}>
                  <option value="">Ours, reconstructed where not printed</option>
                  {x.components.map((c) => <option key={c} value={c}>Your own: {c}</option>)}
                </select>
              </label>
            )}
            <ProvenanceOf game={game.value} folder={folder} />
          </div>
        </div>
        {trouble.value && <p class="trouble" role="alert">{trouble.value}</p>}
        <div class="dialog-buttons"><button type="button" class="soft" onClick={() => ref.current?.close()}>Cancel</button><button type="submit" class="main" disabled={busy.value}>Start the game</button></div>
      </form>
    </dialog>
  )
}

function Tables({ tables, loaded, reload, titles }: { tables: TableSummary[]; loaded: boolean; reload: () => Promise<void>; titles: TitleInfo[] }) {
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
        <p>Choose a game below and press <b>Play</b>: you take one side, a bot the other, unless you say otherwise. <b>Across Suez</b> is the shortest and the best to begin with.
          You need not know the rules: units that can act are ringed, hexes they can reach light up, and whatever is not allowed is refused with the paragraph that forbids it. Your games are kept here; you can close the window at any moment.</p>
      </section>
    )
  if (!tables.length) return null
  const sideName = (x: TableSummary, id: string) => titles.find((g) => x.game.startsWith(g.id))?.sides.find((s) => s.id === id)?.name ?? id
  return (
    <section aria-labelledby="going-on">
      <h2 id="going-on">Your tables</h2>
      {trouble.value && <p class="trouble" role="alert">{trouble.value}</p>}
      <ul class="tables">
        {(all.value ? tables : tables.slice(0, 6)).map((x) => (
          <li key={x.table} data-table={x.table}>
            <button type="button" class="open" onClick={() => void open(x)}>
              <b>{x.name || x.title}</b>
              {((x.name && x.name !== x.title) || (x.scenario && x.scenario !== x.title)) && <span>{[x.name && x.name !== x.title ? x.title : '', x.scenario !== x.title ? x.scenario : ''].filter(Boolean).join(' · ')}</span>}
              <span>{x.result ? `Over: ${x.result}` : x.kind === 'replay' ? 'A record to watch' : `${x.turn_name}${x.actor ? `, ${sideName(x, x.actor)} to decide` : ''}`}</span>
              <span class="quiet">{Object.entries(x.players).map(([s, p]) => `${sideName(x, s)}: ${p.kind === 'bot' ? p.level : p.name || (p.kind === 'here' ? 'here' : 'by link')}`).join(' · ')}</span>
              <span class="quiet">{x.entries === 1 ? 'One decision' : `${x.entries} decisions`}, {when(x.updated)}</span>
            </button>
            {(x.role === 'owner' || x.role === null) && <button type="button" class="soft" onClick={() => void remove(x)} onBlur={() => (sure.value = '')}>{sure.value === x.table ? 'Really delete?' : 'Delete'}</button>}
          </li>
        ))}
      </ul>
      {tables.length > 6 && <button type="button" class="soft tables-more" aria-expanded={all.value} onClick={() => (all.value = !all.value)}>{all.value ? 'Show fewer' : `Show all ${tables.length}`}</button>}
    </section>
  )
}

function ImportBox() {
  const trouble = useSignal('')
  const take = async (file: File | undefined, as: 'game' | 'replay') => {
    if (!file) return
    try {
      const c = await server.importRecord(await file.text(), as, file.name.replace(/\.(sandtable\.)?txt$/, '').slice(0, 80), {})
      keepCreated(c)
      location.hash = `#/table/${c.table}`
    } catch (e) {
      trouble.value = (e as Error).message
    }
  }
  return (
    <section class="import" aria-labelledby="load-record">
      <h2 id="load-record">Load a record</h2>
      <p>A record is the text file a table saves: every decision with its dice. Watch it, or play on from its last position.</p>
      <div class="small-row">
        <label class="button">Watch a record<input class="hidden" type="file" accept=".txt,text/plain" onChange={(e) => void take(e.currentTarget.files?.[0], 'replay')} /></label>
        <label class="button soft">Go on with a game<input class="hidden" type="file" accept=".txt,text/plain" onChange={(e) => void take(e.currentTarget.files?.[0], 'game')} /></label>
      </div>
      {trouble.value && <p class="trouble" role="alert">{trouble.value}</p>}
    </section>
  )
}
