/** The table as a page: top bar, map, side panel, command line, replay bar, dialogs and the curtain. */
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import * as server from './api'
import { held, keep, linkTo } from './links'
import { MapView, mapKeys } from './map'
import { SidePanel } from './panels'
import * as t from './table'
import { botName } from './names'
import { Ruled } from './text'

export function TablePage({ table, token }: { table: string; token: string }) {
  useEffect(() => {
    t.open(table, token)
    return t.leave
  }, [table])
  useEffect(() => {
    addEventListener('keydown', keys)
    return () => removeEventListener('keydown', keys)
  }, [])
  useEffect(() => {
    if (t.live.value && t.sheet.value) document.title = `${t.live.value.name || t.sheet.value.title} · Sandtable`
  }, [t.live.value?.name, t.sheet.value?.title])
  if (t.fatal.value)
    return (
      <main class="message">
        <h1>This table cannot be opened</h1>
        <p role="alert">{t.fatal.value}</p>
        <p><a href="/#/">Back to the lobby</a></p>
      </main>
    )
  if (!t.sheet.value || !t.live.value || !t.look.value) return <main class="message" aria-busy="true"><p>Setting up the table …</p></main>
  return (
    <div class="page">
      <TopBar />
      {t.live.value.curtain && !t.live.value.nothing_hidden ? (
        <main class="map-area"><Curtain side={t.live.value.curtain} /></main>
      ) : (
        <>
          <main class="middle">
            <div class="map-area">
              <MapView />
              {t.replayAt.value !== null && <ReplayBar />}
            </div>
            <SidePanel />
          </main>
          <CommandLine />
        </>
      )}
      <Dialogs />
      <p class="hidden" aria-live="polite" data-testid="spoken">{t.spoken.value}</p>
      {!t.online.value && <p class="offline" role="status">Connection lost. Trying again …</p>}
    </div>
  )
}

const toMap = () => document.querySelector<HTMLElement>('.map')?.focus()

/** Keys that work wherever the focus is, except while typing. */
function keys(e: KeyboardEvent) {
  const typing = (e.target as HTMLElement).closest('input, textarea, select, [contenteditable]')
  if (e.key === 'Escape') {
    if (t.dialog.value) t.dialog.value = ''
    else if (typing) (e.target as HTMLElement).blur()
    else t.deselect()
    return
  }
  if (typing || e.ctrlKey || e.metaKey || e.altKey || t.dialog.value) return
  const overlays = t.overlays.value
  const act: Record<string, () => void> = {
    n: () => (t.nextActive(1), toMap()), p: () => (t.nextActive(-1), toMap()), u: () => void t.undo(), r: () => void t.redo(), h: () => (t.hideCounters.value = !t.hideCounters.value),
    '?': () => (t.dialog.value = 'help'), '/': () => document.getElementById('command')?.focus(), m: toMap,
    s: () => (t.openStack.value = t.openStack.value ? '' : t.cursor.value || t.hovered.value), '+': () => mapKeys.current?.zoom(1.25), '-': () => mapKeys.current?.zoom(0.8), f: () => mapKeys.current?.whole(), F: () => mapKeys.current?.begin(),
    b: () => void t.replayTo(t.replayAt.value === null ? t.last.value : null), l: () => (t.tab.value = 'log'), x: () => void t.askHint(),
    ',': () => t.replayAt.value !== null && void t.replayTo(t.replayAt.value - 1), '.': () => t.replayAt.value !== null && void t.replayTo(t.replayAt.value + 1),
  }
  overlays.slice(0, 9).forEach((o, i) => (act[String(i + 1)] = () => void t.setOverlay(o.id)))
  const f = act[e.key]
  if (f && !(e.key === 'f' && (e.target as HTMLElement).closest('.map'))) {
    e.preventDefault()
    f()
  }
}

function TopBar() {
  const s = t.live.value!, sheet = t.sheet.value!, v = t.view.value ?? s.view
  const strip = sheet.phases
  const turn = sheet.turns.find((x) => x.turn === v.turn)
  const ref = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const now = ref.current?.querySelector<HTMLElement>('.now')
    if (now) ref.current!.scrollTo({ left: now.offsetLeft - ref.current!.clientWidth / 2 + now.clientWidth / 2 })
  }, [v.phase])
  return (
    <header class="top">
      <a class="home" href="/#/" aria-label="Back to the lobby" title="Lobby"><svg viewBox="0 0 64 64" width="26" height="26" aria-hidden="true"><path d="M16 4.300h32L64 32 48 59.700H16L0 32z" fill="currentColor" /><path d="M12 22h40v24H12z" fill="#f4ecd8" /><path d="M12 22l40 24M52 22L12 46" stroke="currentColor" stroke-width="4" /></svg></a>
      <div class="title"><h1>{s.name || sheet.title}</h1><small>{sheet.title}{sheet.scenario && sheet.scenario !== sheet.title ? ` · ${sheet.scenario}` : ''}</small></div>
      <div class={`turn ${t.night.value ? 'night' : ''}`} title={turn?.note ?? ''}>
        <b>{v.turn_name}</b>
        <span class="turn-dots" aria-hidden="true">{sheet.turns.map((x) => <i key={x.turn} title={`${x.name}${x.note ? `: ${x.note}` : ''}`} class={`${x.turn === v.turn ? 'now' : x.turn < v.turn ? 'past' : ''} ${t.isNight(x.name, x.note) ? 'night' : ''} ${x.note && !/^night\.?$/i.test(x.note) ? 'note' : ''}`} />)}</span>
      </div>
      <ol class="phases" aria-label="Sequence of play" ref={ref}>
        {strip.map((p) => <li key={p.id} class={p.id === v.phase ? 'now' : ''} aria-current={p.id === v.phase ? 'step' : undefined} style={{ '--side': t.accent(p.side) }} title={p.rule ? `Rule ${p.rule}` : ''}><button type="button" tabIndex={-1} onClick={() => p.rule && t.showRule(p.rule)}>{p.name}</button></li>)}
      </ol>
      <div class="tools">
        <button type="button" disabled={!s.undo.can || t.busy.value} title={s.undo.can ? `Undo ${s.undo.action} (U)` : s.undo.why} aria-label="Undo" data-testid="undo" onClick={() => void t.undo()}>↶</button>
        <button type="button" disabled={!s.redo.can || t.busy.value} title={s.redo.can ? `Redo ${s.redo.action} (R)` : s.redo.why} aria-label="Redo" data-testid="redo" onClick={() => void t.redo()}>↷</button>
        <OverlayMenu />
        <button type="button" class="wide" onClick={() => void t.replayTo(t.replayAt.value === null ? t.last.value : null)} aria-pressed={t.replayAt.value !== null} title="Look back over the game (B)">Replay</button>
        {s.role === 'owner' && <button type="button" class="wide" onClick={() => (t.dialog.value = 'invite')}>Players</button>}
        <button type="button" aria-label="Help and settings" title="Help and settings (?)" onClick={() => (t.dialog.value = 'help')}>?</button>
      </div>
    </header>
  )
}

function OverlayMenu() {
  return (
    <label class="overlay-menu">
      <span class="hidden">Map layer</span>
      <select value={t.overlay.value} onChange={(e) => { t.overlay.value = ''; void t.setOverlay(e.currentTarget.value) }} title="Map layers (keys 1 to 9)">
        <option value="">Map layers</option>
        {t.overlays.value.map((o, i) => <option key={o.id} value={o.id}>{i < 9 ? `${i + 1}  ` : ''}{o.name}</option>)}
      </select>
    </label>
  )
}

/** Between two players at one screen, where the game has secrets. */
function Curtain({ side }: { side: string }) {
  return (
    <div class="curtain" role="dialog" aria-label="Change of players" aria-modal="true">
      <div>
        <p class="quiet">The map is covered.</p>
        <h2 style={{ color: t.accent(side) }}>{t.sideName(side)}, it is your turn</h2>
        <p>Is only {t.sideName(side)} looking at the screen?</p>
        <button type="button" class="main" autoFocus onClick={() => void t.show(side)}>Show {t.sideName(side)}'s view</button>
      </div>
    </div>
  )
}

function CommandLine() {
  const text = useSignal('')
  const list = useSignal<string[]>([])
  const at = useSignal(-1)
  const suggest = async (value: string) => {
    text.value = value
    at.value = -1
    try {
      const got = value ? await t.complete(value) : []
      if (text.value === value) list.value = got.filter((x) => x !== value)
    } catch {
      list.value = []
    }
  }
  const go = async () => {
    const command = text.value.trim()
    if (!command) return
    list.value = []
    text.value = ''
    if (command === 'undo') return t.undo()
    if (command === 'redo') return t.redo()
    await t.attempt(command)
  }
  const take = (x: string) => {
    const more = Object.keys(t.offer.value?.verbs ?? {}).includes(x) && !t.plain.value.some((o) => o.action === x)
    void suggest(more ? `${x} ` : x)
    document.getElementById('command')?.focus()
  }
  return (
    <form class="command" role="search" aria-label="Command line" onSubmit={(e) => { e.preventDefault(); void go() }}>
      <label for="command">Command</label>
      <div class="combo">
        <input id="command" autocomplete="off" autocapitalize="off" spellcheck={false} placeholder="Type an action (key /)" value={text.value} role="combobox" aria-expanded={list.value.length > 0} aria-controls="command-list" aria-autocomplete="list" aria-activedescendant={at.value >= 0 ? `command-${at.value}` : undefined}
          onInput={(e) => void suggest(e.currentTarget.value)} onBlur={() => setTimeout(() => (list.value = []), 200)}
          onKeyDown={(e) => {
            if (e.key === 'ArrowDown' || e.key === 'ArrowUp') {
              e.preventDefault()
              const n = list.value.length
              if (n) at.value = (at.value + (e.key === 'ArrowDown' ? 1 : -1) + n) % n
            } else if ((e.key === 'Tab' || e.key === 'Enter') && at.value >= 0) {
              e.preventDefault()
              take(list.value[at.value]!)
            } else if (e.key === 'Tab' && list.value.length === 1) {
              e.preventDefault()
              take(list.value[0]!)
            }
          }} />
        {list.value.length > 0 && (
          <ul id="command-list" role="listbox" aria-label="Completions">
            {list.value.map((x, i) => <li key={x} id={`command-${i}`} role="option" aria-selected={i === at.value} onPointerDown={(e) => { e.preventDefault(); take(x) }}>{x}</li>)}
          </ul>
        )}
      </div>
      <button type="submit">Do</button>
      <p class="quiet latest">{t.sentences(t.log.value.filter((e) => e.events.length).at(-1)?.events ?? [])}</p>
    </form>
  )
}

function ReplayBar() {
  const n = t.replayAt.value!, end = t.last.value
  const log = t.log.value
  const jump = (by: (e: { turn: number; phase: string }) => string, dir: 1 | -1) => {
    const key = (i: number) => (log[i - 1] ? by(log[i - 1]!) : '')
    let i = n
    if (dir > 0) { while (i < end && key(i + 1) === key(n || 1)) i++; i = Math.min(end, i + 1) } else { i = Math.max(0, i - 1); while (i > 0 && key(i - 1) === key(i) && i > 1) i--; if (i === 1) i = 0 }
    void t.replayTo(i)
  }
  const marks = log.filter((e, i) => i > 0 && e.turn !== log[i - 1]!.turn)
  const e = log[n - 1]
  return (
    <section class="replay" aria-label="Replay" data-testid="replay">
      <div class="buttons">
        <button type="button" aria-label="To the start" onClick={() => void t.replayTo(0)}>|‹</button>
        <button type="button" aria-label="Previous turn" title="Previous turn" onClick={() => jump((x) => String(x.turn), -1)}>«</button>
        <button type="button" aria-label="Previous phase" title="Previous phase" onClick={() => jump((x) => `${x.turn}/${x.phase}`, -1)}>‹‹</button>
        <button type="button" aria-label="Step back" title="Step back (,)" onClick={() => void t.replayTo(n - 1)}>‹</button>
        <button type="button" class="main" aria-label={t.replayPlaying.value ? 'Stop' : 'Play'} onClick={() => (t.replayPlaying.value = !t.replayPlaying.value)}>{t.replayPlaying.value ? 'II' : '▶'}</button>
        <button type="button" aria-label="Step on" title="Step on (.)" onClick={() => void t.replayTo(n + 1)}>›</button>
        <button type="button" aria-label="Next phase" title="Next phase" onClick={() => jump((x) => `${x.turn}/${x.phase}`, 1)}>››</button>
        <button type="button" aria-label="Next turn" title="Next turn" onClick={() => jump((x) => String(x.turn), 1)}>»</button>
        <button type="button" aria-label="To the end" onClick={() => void t.replayTo(end)}>›|</button>
      </div>
      <div class="slider">
        <input type="range" min="0" max={end} value={n} aria-label="Decision" aria-valuetext={`Decision ${n} of ${end}`} onInput={(x) => void t.replayTo(Number(x.currentTarget.value))} />
        <div class="ticks" aria-hidden="true">{marks.map((m) => <i key={m.n} style={{ left: `${(m.n / Math.max(1, end)) * 100}%` }} />)}</div>
      </div>
      <p class="at"><b>{n}</b> of {end}: {e ? (e.events[0] ? <Ruled text={e.events[0].text} /> : e.label) : 'the start'}</p>
      <div class="buttons">
        <button type="button" onClick={() => void t.forkHere()} title="Start a new game from this position">Play on from here</button>
        <button type="button" class="main" onClick={() => void t.replayTo(null)}>{t.live.value?.kind === 'replay' ? 'To the end' : 'Back to the game'}</button>
      </div>
    </section>
  )
}

// dialogs ----------------------------------------------------------------------------------------------------
function Dialogs() {
  const d = t.dialog.value
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (d && !ref.current?.open) ref.current?.showModal()
  }, [d])
  if (!d) return null
  return (
    <dialog ref={ref} onClose={() => (t.dialog.value = '')} aria-labelledby="dialog-title" onClick={(e) => e.target === ref.current && (t.dialog.value = '')}>
      {d === 'help' ? <Help /> : d === 'invite' ? <Invite /> : <Result />}
      <button type="button" class="close" aria-label="Close" onClick={() => (t.dialog.value = '')}>×</button>
    </dialog>
  )
}

function Help() {
  const keysList: [string, string][] = [
    ['Arrows', 'move the cursor over the map (Shift: move the map)'], ['Enter', 'choose what is under the cursor (Shift: way-point, or add a unit)'], ['N / P', 'next / previous unit that can act'], ['Esc', 'deselect'], ['U / R', 'undo / redo'],
    ['+ − F', 'zoom, whole map (Shift F: closer, where the play is)'], ['H', 'hide counters'], ['S', 'fan out the stack'], ['1 … 9', 'map layers'], ['B , .', 'replay, step back, step on'], ['X', 'hint'], ['L', 'log'], ['/', 'command line'], ['M', 'to the map'], ['?', 'this help'],
  ]
  return (
    <>
      <h2 id="dialog-title">How to play at this table</h2>
      <p>Units with a bright ring can do something now. Click one: the hexes it can reach light up with the movement points left there; click one to go. Click any other hex and the table says why not, with the rule.
        To fight, click the target and then the attackers; the odds appear at once. Buttons on the right end a phase.</p>
      <dl class="keys">{keysList.map(([k, v]) => <div key={k}><dt><kbd>{k}</kbd></dt><dd>{v}</dd></div>)}</dl>
      <h3>Settings</h3>
      <p><label><input type="checkbox" checked={t.palette.value === 'safe'} onChange={(e) => (t.palette.value = e.currentTarget.checked ? 'safe' : 'classic')} /> Colours that everybody can tell apart</label></p>
    </>
  )
}

function Invite() {
  const s = t.live.value!
  const links = useSignal(held(t.table.value))
  const trouble = useSignal('')
  const copied = useSignal('')
  const fresh = async () => {
    try {
      const l = await server.newLinks(t.table.value, t.token.value)
      keep(t.table.value, { token: t.token.value, seats: l.seats, spectator: l.spectator })
      links.value = held(t.table.value)
    } catch (e) {
      trouble.value = (e as Error).message
    }
  }
  const change = async (side: string, value: string) => {
    const player = value === 'here' || value === 'elsewhere' ? { kind: value as 'here' | 'elsewhere', name: '', level: '' } : { kind: 'bot' as const, level: value, name: '' }
    try {
      await server.change(t.table.value, t.token.value, { players: { [side]: player } })
      if (value === 'elsewhere') await fresh()
    } catch (e) {
      trouble.value = (e as Error).message
    }
  }
  const row = (name: string, token: string | undefined) => token && (
    <div key={name} class="link-row">
      <b>{name}</b>
      <input readOnly value={linkTo(t.table.value, token)} aria-label={`Link for ${name}`} data-link={name} onFocus={(e) => e.currentTarget.select()} />
      <button type="button" onClick={(e) => { copy(linkTo(t.table.value, token), e.currentTarget.previousElementSibling as HTMLInputElement); copied.value = name }}>{copied.value === name ? 'Copied' : 'Copy'}</button>
    </div>
  )
  return (
    <>
      <h2 id="dialog-title">Players and links</h2>
      {t.sheet.value!.sides.map(({ id }) => {
        const p = s.players[id]!
        return (
          <div key={id} class="link-row">
            <b style={{ color: t.accent(id) }}>{t.sideName(id)}</b>
            <select aria-label={`Who plays ${t.sideName(id)}`} value={p.kind === 'bot' ? p.level : p.kind} onChange={(e) => void change(id, e.currentTarget.value)}>
              <option value="here">A person at this screen</option>
              <option value="elsewhere">A person with a link</option>
              {['random', 'greedy'].map((b) => <option key={b} value={b}>{botName(b)}</option>)}
            </select>
            <span class="quiet">{t.present.value[id] ? 'present' : ''}</span>
          </div>
        )
      })}
      <h3>Links</h3>
      <p>Whoever opens a seat link plays that side. The spectator link only watches and shows no secrets.</p>
      {/^(localhost|127\.|\[::1\])/.test(location.hostname) && <p class="quiet">This table listens to this machine only: the links work in its browsers. For other machines start it with <code>sandtable serve --host 0.0.0.0</code> and open it by this machine's address.</p>}
      {Object.entries(links.value?.seats ?? {}).map(([side, token]) => row(t.sideName(side), token))}
      {row('Spectators', links.value?.spectator)}
      <p><button type="button" class="soft" onClick={() => void fresh()}>Make new links</button> <span class="quiet">The old ones stop working.</span></p>
      {trouble.value && <p class="trouble" role="alert">{trouble.value}</p>}
    </>
  )
}

/** Copies a link; on plain addresses in a network the old way, which needs the text selected. */
function copy(text: string, input: HTMLInputElement) {
  if (navigator.clipboard) return void navigator.clipboard.writeText(text)
  input.select()
  document.execCommand('copy')
}

function Result() {
  const o = t.live.value!.view.outcome!
  return (
    <>
      <h2 id="dialog-title">{o.winner ? `${t.sideName(o.winner)} wins` : 'A draw'}</h2>
      <p class="level">{o.level}</p>
      {Object.keys(o.score).length > 0 && <p>{Object.entries(o.score).map(([s, n]) => `${t.sideName(s)} ${n}`).join(' : ')}</p>}
      <ul>{o.reasons.map((r) => <li key={r}><Ruled text={r} /></li>)}</ul>
      <div class="small-row"><button type="button" onClick={() => { t.dialog.value = ''; void t.replayTo(0) }}>Watch the replay</button><a class="button" href="/#/">To the lobby</a></div>
    </>
  )
}
