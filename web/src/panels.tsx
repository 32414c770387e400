/** The side panel: what to do now, odds, stacks and boxes, log, rules, charts. */
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { CounterPicture, speak } from './counter'
import { ProvenanceOf } from './provenance'
import { describe, featureName, half, stepCost } from './map'
import * as t from './table'
import { Die, percent, Ruled, RuleLink, Rules } from './text'
import type { Chart, Entry, Forecast, Option, Unit } from './types'

export function SidePanel() {
  const tabs: [t.Tab, string][] = [['play', 'Play'], ['log', 'Log'], ['rules', 'Rules'], ['charts', 'Charts']]
  const move = (e: KeyboardEvent, i: number) => {
    if (e.key !== 'ArrowRight' && e.key !== 'ArrowLeft') return
    const next = tabs[(i + (e.key === 'ArrowRight' ? 1 : 3)) % 4]![0]
    t.tab.value = next
    document.getElementById(`tab-${next}`)?.focus()
  }
  // a new phase or a new fight is read from its beginning
  const panel = useRef<HTMLDivElement>(null)
  const s = t.live.value
  const topic = `${t.tab.value} ${s?.view.phase} ${s?.actor} ${s?.forecast?.title ?? ''} ${!!t.why.value} ${!!t.hint.value}`
  useEffect(() => panel.current?.scrollTo({ top: 0 }), [topic])
  return (
    <aside class="side" aria-label="Table">
      <div class="tabs" role="tablist" aria-label="Panels">
        {tabs.map(([id, name], i) => (
          <button key={id} id={`tab-${id}`} type="button" role="tab" aria-selected={t.tab.value === id} aria-controls={`panel-${id}`} tabIndex={t.tab.value === id ? 0 : -1} onClick={() => (t.tab.value = id)} onKeyDown={(e) => move(e, i)}>{name}</button>
        ))}
      </div>
      <div class="panel" ref={panel} id={`panel-${t.tab.value}`} role="tabpanel" aria-labelledby={`tab-${t.tab.value}`} tabIndex={0}>
        {t.tab.value === 'play' ? <PlayPanel /> : t.tab.value === 'log' ? <LogPanel /> : t.tab.value === 'rules' ? <RulesPanel /> : <ChartsPanel />}
      </div>
      {t.replayAt.value === null && t.mine.value && <Actions />}
    </aside>
  )
}

// play -------------------------------------------------------------------------------------------------------
function PlayPanel() {
  const s = t.live.value!
  const looking = t.replayAt.value !== null
  return (
    <>
      {looking ? <section class="prompt"><h2>Looking back</h2><p>{t.view.value?.prompt && <Ruled text={t.view.value.prompt} />}</p></section> : <Prompt />}
      {s.take_back && <TakeBack />}
      <Why />
      {!looking && s.forecast && <Odds f={s.forecast} />}
      <Hinted />
      <Selected />
      <Way />
      {!looking && t.rolled.value && t.rolled.value.n > t.last.value - 5 && !s.forecast && <Rolled />}
      <BotPanel />
      <HexInfo />
      <InHand />
      <Tracks />
      <Boxes />
    </>
  )
}

function Prompt() {
  const s = t.live.value!
  const who = s.actor
  const over = s.view.outcome
  return (
    <section class="prompt" aria-live="polite">
      <h2 style={{ color: t.accent(who) }}>
        {over ? (over.winner ? `${t.sideName(over.winner)} wins` : 'A draw') : <><span class="pip" style={{ background: t.accent(who) }} aria-hidden="true" />{t.sideName(who)}{t.mine.value ? (s.sides.length > 1 || s.role === 'owner' ? '' : ' (you)') : ''}</>}
      </h2>
      <p>{over ? over.level : <Ruled text={s.prompt.replace(/^Waiting for ([\w-]+)\.$/, (_, side: string) => `Waiting for ${t.sideName(side)}.`)} named />}</p>
      {over && <ul>{over.reasons.map((r) => <li key={r}><Ruled text={r} /></li>)}</ul>}
      {!over && !t.mine.value && s.role === 'spectator' && <p class="quiet">You are watching.</p>}
      {!over && !t.mine.value && s.role !== 'spectator' && !s.curtain && <p class="quiet">Waiting for {t.sideName(who)}{t.bot.value?.thinking ? ', who is thinking' : ''}.</p>}
      {!over && !t.mine.value && s.role !== 'spectator' && !s.take_back && s.kind === 'game' && t.log.value.some((e) => s.sides.includes(e.actor)) && <p><button type="button" class="soft small" onClick={() => void t.propose()}>Ask to take back my last decision</button></p>}
    </section>
  )
}

function Why() {
  const w = t.why.value
  if (!w) return null
  return (
    <section class="why" role="alert" data-testid="why">
      <h3>Not possible</h3>
      <p>{w.text} <Rules ids={w.rules} /></p>
      <button type="button" class="close" aria-label="Close" onClick={() => (t.why.value = null)}>×</button>
    </section>
  )
}

/** Buttons: everything that needs no click on the map, and what the selected units can do on the spot. */
function Actions() {
  const direct = t.choices.value.filter((o) => !o.to)
  const weight = (o: Option) => (['confirm', 'end'].includes(o.verb) ? 'main' : ['cancel', 'decline'].includes(o.verb) ? 'soft' : '')
  const all = [...direct, ...t.plain.value].sort((a, b) => Number(weight(b) === 'main') - Number(weight(a) === 'main'))
  const s = t.live.value!
  const forced = t.forced.value
  return (
    <section class="actions" aria-label="Actions">
      {forced && !forced.refusal && <button type="button" class="main" onClick={() => void t.act(forced.action)}>Go this way{forced.option?.details?.cost != null ? ` (${forced.option.details.cost} MP)` : ''}</button>}
      {s.actor === 'chance' && <p class="quiet">Roll your dice and give the result.</p>}
      {Object.values(t.warnings.value).map((w) => <p key={w} class="warning"><Ruled text={w} /></p>)}
      {inSeries(all).slice(0, 60).map((s) => (
        s.length === 1 ? s.map((o) => <button key={o.action} type="button" class={weight(o)} data-action={o.action} disabled={t.busy.value} onClick={() => void t.act(o.action)}>{o.label}</button>) : <Series key={s[0]!.action} of={s} />
      ))}
      {all.length > 60 && inSeries(all).length > 60 && <p class="quiet">{inSeries(all).length - 60} more: use the command line.</p>}
      <div class="small-row">
        <button type="button" class="soft" onClick={() => t.nextActive(1)} disabled={!t.active.value.length} title="Next unit that can act (N)">Next unit <kbd>N</kbd></button>
        <button type="button" class="soft" onClick={() => void t.askHint()} title="What would the bot do?">Hint</button>
        {!s.undo.can && !s.take_back && s.kind === 'game' && t.log.value.some((e) => s.sides.includes(e.actor)) && <button type="button" class="soft" title={s.undo.why} onClick={() => void t.propose()}>Ask to take back</button>}
      </div>
    </section>
  )
}

const count = (o: Option) => /^(.*) (\d+)$/.exec(o.action)

const without = (label: string, n: number | string) => label.replace(new RegExp(`\\s*\\b${n}\\b`), '')

/** Options that differ only in a number at their end (one airstrike, two, three ...) belong together. */
function inSeries(all: Option[]): Option[][] {
  const groups = new Map<string, Option[]>()
  for (const o of all) {
    const m = o.units.length || o.to ? null : count(o)
    const key = m ? `${m[1]} ${without(o.label, m[2]!).replaceAll(/s\b/g, '')}` : o.action
    groups.set(key, [...(groups.get(key) ?? []), o])
  }
  return [...groups.values()].flatMap((g) => (g.length > 2 ? [g] : g.map((o) => [o])))
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
      <div>{of.map((o) => <button key={o.action} type="button" data-action={o.action} aria-label={o.label} title={o.label} disabled={t.busy.value} onClick={() => void t.act(o.action)}>{n(o)}</button>)}</div>
    </div>
  )
}

function Hinted() {
  const h = t.hint.value
  if (!h) return null
  return (
    <section class="hint" data-testid="hint">
      <h3>Hint</h3>
      {h.option ? (
        <>
          <p><strong>{h.option.label}</strong>{h.reason && `. ${h.reason}`}</p>
          <div class="small-row"><button type="button" onClick={() => void t.act(h.option!.action)}>Do it</button><button type="button" class="soft" onClick={() => (t.hint.value = null)}>Close</button></div>
        </>
      ) : <p class="quiet">Thinking …</p>}
    </section>
  )
}

function TakeBack() {
  const b = t.live.value!.take_back!
  return (
    <section class="why">
      <h3>Take-back</h3>
      <p>{t.sideName(b.by)} asks to take back everything after decision {b.to}.</p>
      <div class="small-row">
        {b.yours_to_answer ? <><button type="button" onClick={() => void t.answer(true)}>Agree</button><button type="button" class="soft" onClick={() => void t.answer(false)}>Refuse</button></> : <button type="button" class="soft" onClick={() => void t.answer(false)}>Withdraw</button>}
      </div>
    </section>
  )
}

function Rolled() {
  const r = t.rolled.value!
  return (
    <section class="rolled" data-testid="rolled">
      {r.dice.map((d, i) => <Die key={i} face={d} />)}
      <p><Ruled text={r.text} /></p>
    </section>
  )
}

// odds -------------------------------------------------------------------------------------------------------
export function Odds({ f }: { f: Forecast }) {
  const chart = t.sheet.value?.tables.find((c) => c.id === f.table)
  const empty = !(f.attackers ?? []).length
  const others = f.other_tables ?? []
  const tableTitle = (id: string) => t.sheet.value?.tables.find((c) => c.id === id)?.title ?? id
  const row = (list: Forecast['attackers']) => (
    <ul class="strengths">
      {(list ?? []).map((a) => {
        const u = t.units.value.get(a.unit)
        return <li key={a.unit}>{u && t.look.value && <CounterPicture unit={u} look={t.look.value} size={34} />}<span>{a.unit}</span><b>{a.strength}</b>{a.why && <i><Ruled text={a.why} /></i>}</li>
      })}
    </ul>
  )
  return (
    <section class="odds" aria-label="Odds" data-testid="odds">
      <h3><Ruled text={f.title ?? ''} /></h3>
      <div class="versus">
        <div><h4>Attackers</h4>{(f.attackers ?? []).length ? row(f.attackers ?? []) : <p class="quiet">Click the units that attack: the odds appear here at once.</p>}</div>
        <div><h4>Defenders</h4>{row(f.defenders ?? [])}</div>
      </div>
      {!empty && f.value !== '' && <p class="value"><span>{f.value_name}</span> <b data-testid="odds-value">{f.value}</b>{f.column_name && <> <span>column</span> <b data-testid="odds-column">{f.column_name}</b></>}</p>}
      {!!f.shifts?.length && <ul class="shifts">{f.shifts.map((x) => <li key={x.text + x.rule}><b>{!x.columns ? '·' : x.columns > 0 ? `+${x.columns}` : `−${-x.columns}`}</b> {x.text} {x.rule && <RuleLink id={x.rule} />}</li>)}</ul>}
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
          <thead><tr><th scope="col">Result</th><th scope="col">Chance</th></tr></thead>
          <tbody>
            {results.map((r) => (
              <tr key={r.result} {...(other ? {} : { 'data-result': r.result, 'data-probability': r.probability })}>
                <th scope="row"><b>{r.result}</b> <Ruled text={r.name ?? ''} /></th>
                <td><span class="bar" style={{ width: `${(r.probability / most) * 100}%` }} /><b>{percent(r.probability)}</b></td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <ul class="losses">
        {(f.losses ?? []).map((l) => <li key={l.unit}>{l.unit} is lost: <b>{percent(l.probability)}</b></li>)}
        {f.take_hex != null && <li>The hex is taken: <b data-testid={other ? undefined : 'take-hex'}>{percent(f.take_hex)}</b></li>}
      </ul>
    </>
  )
}

function ChartTable({ c, column }: { c: Chart; column?: number }) {
  const ref = useRef<HTMLDivElement>(null)
  // the lit column of a wide table is in sight
  useEffect(() => {
    const lit = ref.current?.querySelector<HTMLElement>('th.lit')
    if (lit) ref.current!.scrollLeft = lit.offsetLeft - ref.current!.clientWidth / 2 + lit.clientWidth / 2
  }, [c.id, column])
  return (
    <>
    <h4 class="chart-title"><Ruled text={c.title} /> <em title={c.ref}>{BASIS[c.basis] ?? c.basis}</em></h4>
    <div class="scroll" ref={ref} tabIndex={0} role="region" aria-label={c.title}>
      <table class="chart">
        <caption class="hidden">{c.title}</caption>
        <thead><tr><td />{c.columns.map((x, i) => <th key={x + i} scope="col" class={i === column ? 'lit' : ''}>{x.replaceAll('_', ' ')}</th>)}</tr></thead>
        <tbody>{c.rows.map((r, j) => <tr key={r + j}><th scope="row">{r.replaceAll('_', ' ')}</th>{c.cells[j]!.map((x, i) => <td key={i} class={i === column ? 'lit' : ''}>{x}</td>)}</tr>)}</tbody>
      </table>
    </div>
    </>
  )
}

/** What a component rests on, where it is not printed in the rules. */
const BASIS: Record<string, string> = { rule: 'printed in the rules', deduced: 'follows from the rules', outside: 'published elsewhere', geo: 'taken from real geography', invented: 'our reconstruction' }

// units, boxes, tracks ---------------------------------------------------------------------------------------
function Selected() {
  const look = t.look.value
  if (!t.selected.value.length || !look) return null
  return (
    <section class="selected" aria-label="Selected">
      {t.selected.value.map((n) => t.find(n)).filter((u) => !!u).map((u) => (
        <div key={u.name} class="unit-line"><CounterPicture unit={u} look={look} size={44} /><div><b>{u.name}</b><small>{speak(u, look).split(', ').slice(1).join(', ')}</small>{u.basis && u.basis !== 'rule' && <small class="basis">Counter: {BASIS[u.basis] ?? u.basis}</small>}</div></div>
      ))}
      {t.ways.value.length > 1 && (
        <div class="small-row" role="group" aria-label="Way of going">
          {t.ways.value.map((v) => <button key={v} type="button" aria-pressed={t.way.value === v} data-way={v} onClick={() => (t.wanted.value = v)}>{(v[0]!.toUpperCase() + v.slice(1)).replaceAll('-', ' ')}</button>)}
        </div>
      )}
      {t.destinations.value.size > 0 && <p class="quiet">{t.destinations.value.size === 1 ? 'One hex' : `${t.destinations.value.size} hexes`} to choose on the map.{t.way.value === 'move' && ` Shift-click a hex forces the way through it${look.counter.stacks ? ', Shift-click a unit takes it along' : ''}.`}</p>}
      <button type="button" class="soft" onClick={t.deselect}>Deselect <kbd>Esc</kbd></button>
    </section>
  )
}

/** The way to the hex under the pointer, step by step, with the reason of every cost. */
function Way() {
  const aim = t.destinations.value.has(t.hovered.value) ? t.hovered.value : t.cursor.value
  const d = t.forced.value ? t.forced.value.option?.details : t.destinations.value.get(aim)?.[0]?.details
  if (!d || (d.cost == null && !d.warning)) return null
  const steps = (d.steps ?? []).filter((x) => x !== null && typeof x === 'object')
  return (
    <section class="way-panel" aria-label="Way">
      {d.cost != null && <p><b>{half(d.cost)}</b> movement points to {t.forced.value?.path.at(-1) ?? aim}{d.left != null && <>, <b>{half(d.left)}</b> left</>}</p>}
      {d.warning && <p class="warning"><Ruled text={d.warning} /></p>}
      {steps.length > 0 && <ol>{steps.map((x, i) => <li key={i}><span>{x.hex}</span><b>{half(stepCost(x))}</b><span>{x.why && <Ruled text={x.why} />}</span></li>)}</ol>}
    </section>
  )
}

function HexInfo() {
  const h = t.hovered.value || t.cursor.value
  const hex = h ? t.grid.value?.by.get(h) : undefined
  const look = t.look.value
  if (!hex || !look) return null
  const here = t.stacks.value.get(h) ?? []
  return (
    <section class="hex-info" aria-label="Hex">
      <h3>{h} <small>{[...hex.places, (look.terrain[hex.terrain]?.label ?? hex.terrain).replaceAll('_', ' '), ...hex.features.map((f) => featureName(f, look))].filter(Boolean).join(' · ')}</small></h3>
      <div class="row-of-counters">{here.map((u) => <button key={u.name} type="button" title={speak(u, look)} onClick={(e) => void t.clickUnit(u.name, e.shiftKey)}><CounterPicture unit={u} look={look} size={42} /><span class="hidden">{speak(u, look)}</span></button>)}</div>
      {t.overlay.value && t.overlayHexes.value[h] && <p class="quiet"><Ruled text={t.overlayHexes.value[h]!.replace(/^\S{1,6}?: (?=\S)/, '')} /></p>}
      <span class="hidden">{describe(h)}</span>
    </section>
  )
}

function Tracks() {
  const tracks = t.view.value?.tracks ?? []
  if (!tracks.length) return null
  const titles = new Map((t.sheet.value?.look.track ?? []).map((x) => [x.id, x.title]))
  const none = tracks.filter((k) => k.value === 'none')
  return (
    <section class="tracks" aria-label="Tracks">
      {tracks.filter((k) => k.value !== 'none').map((k) => <div key={k.id} class={String(k.value).length > 10 ? 'wide' : ''}><span>{titles.get(k.id) ?? k.name}</span><b class={String(k.value).length > 8 ? 'long' : ''}>{k.value}{k.max != null ? ` / ${k.max}` : ''}</b></div>)}
      {none.length > 0 && <p class="quiet">None: {none.map((k) => titles.get(k.id) ?? k.name).join(' · ')}</p>}
    </section>
  )
}

/** Units that are to be placed and stand nowhere yet. */
function InHand() {
  const look = t.look.value
  const hand = [...t.inHand.value.values()]
  if (!look || hand.length < 2) return null
  return (
    <section class="boxes" aria-label="In hand">
      <h3>In hand <small>{hand.length}</small></h3>
      <div class="row-of-counters">
        {hand.map((u) => (
          <button key={u.name} type="button" data-box-unit={u.name} class={`can ${t.selected.value.includes(u.name) ? 'picked' : ''}`} title={u.name} onClick={(e) => void t.clickUnit(u.name, e.shiftKey)}><CounterPicture unit={u} look={look} size={42} /><span class="hidden">{speak(u, look)}</span></button>
        ))}
      </div>
    </section>
  )
}

function Boxes() {
  const look = t.look.value
  const sheet = t.sheet.value
  if (!look || !sheet) return null
  const styled = new Map(look.box.map((b) => [b.id, b]))
  const ids = [...look.box.map((b) => b.id), ...sheet.boxes.filter((b) => !styled.has(b))]
  // whoever can be used comes first
  const useful = (u: Unit) => (t.offer.value?.units.has(u.name) ? 0 : 1)
  const shown = ids.map((id) => ({ id, b: styled.get(id), here: [...(t.stacks.value.get(id) ?? [])].sort((a, b) => useful(a) - useful(b)) })).filter((x) => x.here.length || (x.b && !x.b.hide_empty))
  if (!shown.length) return null
  return (
    <section class="boxes" aria-label="Off the map">
      {shown.map(({ id, b, here }) => (
        <details key={id} open={here.some((u) => t.offer.value?.units.has(u.name))}>
          <summary>{b?.title ?? id.replaceAll(/[-_]/g, ' ')} <b>{here.length}</b></summary>
          <div class="row-of-counters">
            {here.map((u) => (
              <button key={u.name} type="button" data-box-unit={u.name} class={`${t.offer.value?.units.has(u.name) ? 'can' : ''} ${t.selected.value.includes(u.name) ? 'picked' : ''}`} title={speak(u, look)} onClick={(e) => void t.clickUnit(u.name, e.shiftKey)}><CounterPicture unit={u} look={look} size={42} /><span class="hidden">{speak(u, look)}</span></button>
            ))}
          </div>
        </details>
      ))}
    </section>
  )
}

function BotPanel() {
  const b = t.bot.value
  if (!b || !Object.keys(b.sides).length || t.live.value?.view.outcome || t.live.value?.kind === 'replay') return null
  const speeds: [string, number][] = [['at once', 0], ['fast', 0.2], ['normal', 0.7], ['slow', 1.8]]
  const now = speeds.reduce((a, s) => (Math.abs(s[1] - b.delay) < Math.abs(a[1] - b.delay) ? s : a))
  return (
    <section class="bot" aria-label="Opponent">
      <h3>Opponent <small>{Object.entries(b.sides).map(([s, l]) => `${t.sideName(s)}: ${l}`).join(', ')}</small></h3>
      <div class="small-row">
        <button type="button" class="soft" aria-pressed={b.paused} onClick={() => void t.controlBot({ paused: !b.paused })}>{b.paused ? 'Go on' : 'Pause'}</button>
        <button type="button" class="soft" disabled={!b.paused} onClick={() => void t.controlBot({ step: true })}>Step</button>
        <label>Speed <select value={String(now[1])} onChange={(e) => void t.controlBot({ delay: Number(e.currentTarget.value) })}>{speeds.map(([n, v]) => <option key={n} value={String(v)}>{n}</option>)}</select></label>
      </div>
      {b.thinking && <p class="quiet">{t.sideName(b.thinking)} is thinking …</p>}
      {b.reason && !b.thinking && <p class="quiet">{b.reason}</p>}
      {b.trouble && <p class="trouble">{b.trouble}</p>}
    </section>
  )
}

// log --------------------------------------------------------------------------------------------------------
function LogPanel() {
  const end = useRef<HTMLDivElement>(null)
  const entries = t.log.value
  const at = t.replayAt.value
  useEffect(() => {
    if (at === null) end.current?.scrollIntoView({ block: 'end' })
    else document.querySelector('.log .now')?.scrollIntoView({ block: 'center' })
  }, [entries.length, at])
  const turns = new Map(t.sheet.value?.turns.map((x) => [x.turn, x.name]))
  const phases = new Map(t.sheet.value?.phases.map((x) => [x.id, x.name]))
  const from = at === null ? Math.max(0, entries.length - 400) : Math.max(0, at - 200)
  const shown = entries.slice(from, from + 400)
  let head = ''
  return (
    <>
      <div class="small-row log-tools">
        <button type="button" class="soft" onClick={() => void t.replayTo(t.last.value)} disabled={!entries.length}>Look back</button>
        <button type="button" class="soft" onClick={() => void saveRecord()}>Save record</button>
      </div>
      {!entries.length && <p class="quiet">Nothing has happened yet. Every decision will be written here with its rule and its dice.</p>}
      {entries.length > 400 && <p class="quiet">Decisions {from + 1} to {Math.min(entries.length, from + 400)} of {entries.length}; the replay shows all.</p>}
      <ol class="log" aria-label="Log">
        {shown.map((e) => {
          const title = `${turns.get(e.turn) ?? `Turn ${e.turn}`}${phases.get(e.phase) ? ` · ${phases.get(e.phase)}` : ''}`
          const fresh = title !== head
          head = title
          return [fresh ? <li key={`h${e.n}`} class="log-head">{title}</li> : null, <LogLine key={e.n} e={e} />]
        })}
      </ol>
      <div ref={end} />
    </>
  )
}

function LogLine({ e }: { e: Entry }) {
  const go = (at: string[]) => {
    t.flash.value = at.filter(t.isHex)
    if (t.flash.value[0]) t.focusHex.value = t.flash.value[0]
  }
  const dice = e.actor === 'chance' && e.action?.startsWith('roll') ? e.action.split(' ').slice(1) : []
  const lines = e.events.length ? e.events : [{ text: e.secret ? 'A secret decision.' : e.label || e.action || '', rules: [], at: [] }]
  return (
    <li class={`actor-${e.actor} ${t.replayAt.value === e.n ? 'now' : ''}`} style={{ borderColor: e.actor === 'chance' ? '#8a7a5c' : t.accent(e.actor) }}>
      {dice.map((d, i) => <Die key={i} face={d} size={20} />)}
      <span>
        {lines.map((v, i) => (
          <span key={i} class="event">{v.at.length ? <button type="button" class="place-link" onClick={() => go(v.at)}>{v.text}</button> : v.text} <Rules ids={v.rules} /></span>
        ))}
        {t.reasons.value[e.n] && <em class="reason">{t.reasons.value[e.n]}</em>}
      </span>
      <button type="button" class="number" title="Look back to this decision" aria-label={`Look back to decision ${e.n}`} onClick={() => void t.replayTo(e.n)}>{e.n}</button>
    </li>
  )
}

async function saveRecord() {
  const { record } = await import('./api')
  const text = await record(t.table.value, t.token.value)
  const a = document.createElement('a')
  a.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  a.download = `${t.sheet.value!.game.replaceAll('/', '-')}.sandtable.txt`
  a.click()
  setTimeout(() => URL.revokeObjectURL(a.href), 5000)
}

// rules ------------------------------------------------------------------------------------------------------
function RulesPanel() {
  const find = useSignal('')
  const wanted = t.ruleWanted.value
  const book = t.book.value
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!wanted) return
    find.value = ''
    requestAnimationFrame(() => list.current?.querySelector('.wanted')?.scrollIntoView({ block: 'center' }))
  }, [wanted, book])
  if (!book) return <p class="quiet">Loading the rules …</p>
  const clean = wanted.replace(/^.*:/, '').replace(/^ruling /, '')
  const q = find.value.trim().toLowerCase()
  const hit = (...texts: string[]) => !q || texts.some((x) => x.toLowerCase().includes(q))
  const rules = book.rules.filter((r) => hit(r.id, r.title, r.text))
  const rulings = book.rulings.filter((r) => hit(r.id, r.rule, r.problem, r.ruling))
  return (
    <div ref={list}>
      <input type="search" placeholder="Search the rules" aria-label="Search the rules" value={find.value} onInput={(e) => (find.value = e.currentTarget.value)} />
      <p class="quiet">Our own summary, paragraph by paragraph, with the rulebook's numbers.</p>
      <dl class="rulebook">
        {rules.map((r) => (
          <div key={r.id} class={`${r.id === clean ? 'wanted' : ''} ${r.status === 'heading' ? 'heading' : ''}`} id={`rule-${r.id}`}>
            <dt><b>{r.id}</b> {r.title}{r.status && r.status !== 'heading' && <small> {r.status}</small>}</dt>
            <dd>{r.text}{book.rulings.filter((x) => x.rule === r.id).map((x) => <button key={x.id} type="button" class="rule-link" onClick={() => t.showRule(x.id)}>{x.id}</button>)}</dd>
          </div>
        ))}
      </dl>
      {!!rulings.length && <h3>Rulings</h3>}
      <dl class="rulebook">
        {rulings.map((r) => (
          <div key={r.id} class={r.id === clean ? 'wanted' : ''}>
            <dt><b>{r.id}</b> on {r.rule} <small>{r.kind}</small></dt>
            <dd><p>{r.problem}</p><p><strong>{r.ruling}</strong></p><p class="quiet">{r.why}</p></dd>
          </div>
        ))}
      </dl>
      {!rules.length && !rulings.length && <p>Nothing in the rules matches “{find.value}”.</p>}
    </div>
  )
}

// charts -----------------------------------------------------------------------------------------------------
function ChartsPanel() {
  const s = t.sheet.value!
  return (
    <>
      <h3>Turns</h3>
      <ol class="turns">{s.turns.map((x) => <li key={x.turn} class={x.turn === t.view.value?.turn ? 'now' : x.turn < (t.view.value?.turn ?? 0) ? 'past' : ''}><b>{x.name}</b> {x.name.toLowerCase().includes(x.note.toLowerCase()) ? '' : x.note}</li>)}</ol>
      {s.tables.map((c) => (
        <div key={c.id}>
          <ChartTable c={c} />
          {c.notes.map((n) => <p key={n} class="quiet">{n}</p>)}
        </div>
      ))}
      {!!s.options.length && <><h3>Optional rules</h3><ul>{s.options.map((o) => <li key={o.name}>{o.title} <RuleLink id={o.rule} /> <b>{o.value === true ? 'on' : o.value === false ? 'off' : String(o.value)}</b></li>)}</ul></>}
      {s.components && <p>Played with the owner's components <b>{s.components}</b>.</p>}
      <ProvenanceOf game={s.game} query={t.componentsIn(t.live.value?.sheet ?? '')} />
      <p class="quiet">The map layer “Parts of the map that we reconstructed” shows where.</p>
    </>
  )
}
