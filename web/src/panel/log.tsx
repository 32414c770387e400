/** The log: every decision with its rule and its dice, by turn and phase. It opens at its end and stays where its reader scrolled. */
import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { film, record } from '../server/api'
import type { Entry } from '../server/types'
import { Die, Ruled, Rules } from '../shared/text'
import { moment } from '../story/stretch'
import * as t from '../table'
import { tr, trn } from '../words'
import { said } from '../words/sentences'
import './log.css'

/** So many decisions are drawn at once. */
const WINDOW = 400
/** Nearer than this to its end, the log is being followed. */
const NEAR = 60

export function LogPanel() {
  const box = useRef<HTMLDivElement>(null)
  const following = useRef(true)
  const read = useRef(0)
  const fresh = useSignal(0)
  const entries = t.log.value
  const at = t.replayAt.value
  const toEnd = () => {
    const panel = box.current?.closest('.panel')
    panel?.scrollTo({ top: panel.scrollHeight })
    following.current = true
    fresh.value = 0
  }
  useLayoutEffect(() => {
    const panel = box.current?.closest('.panel')
    if (!panel) return
    const watch = () => {
      following.current = panel.scrollHeight - panel.scrollTop - panel.clientHeight < NEAR
      if (following.current) fresh.value = 0
    }
    panel.addEventListener('scroll', watch)
    return () => panel.removeEventListener('scroll', watch)
  }, [])
  useLayoutEffect(() => {
    if (at !== null) box.current?.querySelector('.now')?.scrollIntoView({ block: 'center' })
    else if (following.current) toEnd()
    else fresh.value += Math.max(0, entries.length - read.current)
    read.current = entries.length
  }, [entries.length, at])
  const from = at === null ? Math.max(0, entries.length - WINDOW) : Math.max(0, at - WINDOW / 2)
  const shown = entries.slice(from, from + WINDOW)
  return (
    <div ref={box}>
      <h2>{tr('Log')}</h2>
      <div class="small-row log-tools">
        <button type="button" class="soft" onClick={() => void t.replayTo(t.last.value)} disabled={!entries.length}>
          {tr('Look back')}
        </button>
        <button type="button" class="soft" onClick={() => void saveRecord()}>
          {tr('Save record')}
        </button>
      </div>
      {!entries.length && (
        <p class="quiet">{tr('Nothing has happened yet. Every decision will be written here with its rule and its dice.')}</p>
      )}
      {entries.length > WINDOW && (
        <p class="quiet">
          {tr('Decisions {from} to {to} of {all}; the replay shows all.', {
            from: from + 1,
            to: Math.min(entries.length, from + WINDOW),
            all: entries.length,
          })}
        </p>
      )}
      <div role="log" aria-label={tr('Log')} aria-live="off">
        {grouped(entries, from, shown.length).map((g) => (
          <section key={g.entries[0]!.n} class="log-group">
            <h3>{g.title}</h3>
            <ol class="log">
              {g.entries.map((e) => (
                <LogLine key={e.n} e={e} />
              ))}
            </ol>
          </section>
        ))}
      </div>
      {fresh.value > 0 && (
        <button type="button" class="fresh" onClick={toEnd}>
          {trn(fresh.value, '{n} new line', '{n} new lines')}
        </button>
      )}
    </div>
  )
}

/** The entries by the turn and phase in which they were decided. */
function grouped(log: Entry[], from: number, count: number): { title: string; entries: Entry[] }[] {
  const turns = new Map(t.sheet.value?.turns.map((x) => [x.turn, x.name]))
  const phases = new Map(t.sheet.value?.phases.map((x) => [x.id, x.name]))
  const out: { key: string; title: string; entries: Entry[] }[] = []
  for (let i = from; i < from + count; i++) {
    const then = moment(log, i)
    const key = `${then.turn}/${then.phase}`
    const turn = said(turns.get(then.turn) ?? tr('Turn {n}', { n: then.turn }))
    if (out.at(-1)?.key !== key)
      out.push({ key, title: phases.has(then.phase) ? `${turn} · ${said(phases.get(then.phase)!)}` : turn, entries: [] })
    out.at(-1)!.entries.push(log[i]!)
  }
  return out
}

function LogLine({ e }: { e: Entry }) {
  const dice = t.diceOf(e)
  const quiet = e.secret ? tr('A secret decision.') : said(e.label) || e.action || ''
  return (
    <li
      class={`actor-${e.actor} ${t.replayAt.value === e.n ? 'now' : ''}`}
      style={{ borderColor: e.actor === 'chance' ? 'var(--edge)' : t.accent(e.actor) }}>
      {dice.map((d, i) => (
        <Die key={i} face={d} size={20} />
      ))}
      <span>
        {!e.events.length && <span class="event">{quiet}</span>}
        {e.events.map((v, i) => (
          <span key={i} class="event">
            {v.at.length && typeof v.text === 'string' ? (
              <button type="button" class="place-link" onClick={() => t.showHexes(v.at.filter(t.isHex))}>
                {said(v.text)}
              </button>
            ) : (
              <Ruled text={v.text} />
            )}{' '}
            <Rules ids={v.rules} />
          </span>
        ))}
        {t.reasons.value[e.n] && (
          <em class="reason">
            <Ruled text={t.reasons.value[e.n]!} />
          </em>
        )}
      </span>
      <button
        type="button"
        class="number"
        title={tr('Look back to this decision')}
        aria-label={tr('Look back to decision {n}', { n: e.n })}
        onClick={() => void t.replayTo(e.n)}>
        {e.n}
      </button>
    </li>
  )
}

/** The game as it looked, line by line: it can be watched without its rules. */
export async function saveFilm() {
  const text = await film(t.table.value, t.token.value)
  t.download(new Blob([text], { type: 'text/plain' }), `${t.sheet.value!.game.replaceAll('/', '-')}.film`)
}

export async function saveRecord(table = t.table.value) {
  const film = t.filmLine()
  const text = film ? film.film.record : await record(table, t.token.value)
  const game = /^game: (.*)$/m.exec(text)?.[1] ?? 'game'
  t.download(new Blob([text], { type: 'text/plain' }), `${game.replaceAll('/', '-')}.sandtable.txt`)
}
