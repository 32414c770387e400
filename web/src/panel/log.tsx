/** The log: every decision with its rule and its dice. */
import { useEffect, useRef } from 'preact/hooks'
import { record } from '../server/api'
import type { Entry } from '../server/types'
import { Die, Rules } from '../shared/text'
import * as t from '../table'

export function LogPanel() {
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
        <button type="button" class="soft" onClick={() => void t.replayTo(t.last.value)} disabled={!entries.length}>
          Look back
        </button>
        <button type="button" class="soft" onClick={() => void saveRecord()}>
          Save record
        </button>
      </div>
      {!entries.length && <p class="quiet">Nothing has happened yet. Every decision will be written here with its rule and its dice.</p>}
      {entries.length > 400 && (
        <p class="quiet">
          Decisions {from + 1} to {Math.min(entries.length, from + 400)} of {entries.length}; the replay shows all.
        </p>
      )}
      <ol class="log" aria-label="Log">
        {shown.map((e) => {
          const title = `${turns.get(e.turn) ?? `Turn ${e.turn}`}${phases.get(e.phase) ? ` · ${phases.get(e.phase)}` : ''}`
          const fresh = title !== head
          head = title
          return [
            fresh ? (
              <li key={`h${e.n}`} class="log-head">
                {title}
              </li>
            ) : null,
            <LogLine key={e.n} e={e} />,
          ]
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
    <li
      class={`actor-${e.actor} ${t.replayAt.value === e.n ? 'now' : ''}`}
      style={{ borderColor: e.actor === 'chance' ? '#8a7a5c' : t.accent(e.actor) }}>
      {dice.map((d, i) => (
        <Die key={i} face={d} size={20} />
      ))}
      <span>
        {lines.map((v, i) => (
          <span key={i} class="event">
            {v.at.length ? (
              <button type="button" class="place-link" onClick={() => go(v.at)}>
                {v.text}
              </button>
            ) : (
              v.text
            )}{' '}
            <Rules ids={v.rules} />
          </span>
        ))}
        {t.reasons.value[e.n] && <em class="reason">{t.reasons.value[e.n]}</em>}
      </span>
      <button
        type="button"
        class="number"
        title="Look back to this decision"
        aria-label={`Look back to decision ${e.n}`}
        onClick={() => void t.replayTo(e.n)}>
        {e.n}
      </button>
    </li>
  )
}

async function saveRecord() {
  const text = await record(t.table.value, t.token.value)
  const a = document.createElement('a')
  a.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  a.download = `${t.sheet.value!.game.replaceAll('/', '-')}.sandtable.txt`
  a.click()
  setTimeout(() => URL.revokeObjectURL(a.href), 5000)
}
