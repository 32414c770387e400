/** Talk at the table: the players among themselves, the spectators apart, and notes that only their writer reads. */
import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { Problem } from '../server/api'
import type { TalkLine } from '../server/types'
import { OneOf } from '../shared/choice'
import * as t from '../table'
import { tr } from '../words'
import { MarkTools } from './marking'
import './people.css'

export function TalkPanel() {
  const end = useRef<HTMLDivElement>(null)
  const lines = t.talk.value.filter((x) => !t.muted.value.includes(x.by))
  useLayoutEffect(() => {
    const panel = end.current?.closest('.panel')
    panel?.scrollTo({ top: panel.scrollHeight })
  }, [lines.length])
  useEffect(() => {
    t.read.value = t.talk.value.at(-1)?.n ?? t.read.value
  }, [t.talk.value.length])
  return (
    <div class="talk" ref={end}>
      <h2>{tr('Talk')}</h2>
      <p class="quiet">
        {t.live.value!.role === 'spectator'
          ? tr('Spectators talk among themselves; the players do not hear it.')
          : tr('Heard by the players. Notes to yourself are read by nobody else.')}
      </p>
      {!lines.length && <p class="quiet">{tr('Nobody has said anything yet.')}</p>}
      <div role="log" aria-label={tr('What was said')}>
        <ol>
          {lines.map((x) => (
            <Spoken key={x.n} x={x} />
          ))}
        </ol>
      </div>
      <Muted />
      <Write />
      <MarkTools />
    </div>
  )
}

const sideOf = (by: string) => (by.startsWith('side ') ? by.slice(5) : '')
/** Who has no name is called by his side. */
const nameOf = (by: string, name = '') => (name && !t.live.value!.players[name] ? name : t.sideName(name || sideOf(by)) || tr('Somebody'))
/** The time of day; before today, the day too. */
function when(at: number): string {
  const d = new Date(at * 1000)
  const today = d.toDateString() === new Date().toDateString()
  return new Intl.DateTimeFormat(undefined, today ? { timeStyle: 'short' } : { dateStyle: 'short', timeStyle: 'short' }).format(d)
}

function Spoken({ x }: { x: TalkLine }) {
  const mine = x.by === t.iAm.value
  const note = x.room === 'self'
  return (
    <li class={`${note ? 'note' : ''} ${mine ? 'mine' : ''}`} style={{ '--side': t.accent(sideOf(x.by)) }}>
      <p class="by">
        <b>{note ? tr('Note to yourself') : nameOf(x.by, x.name)}</b>
        <small>{when(x.at)}</small>
        {!mine && !note && (
          <button
            type="button"
            class="text"
            aria-label={tr('Mute {name}', { name: nameOf(x.by, x.name) })}
            onClick={() => void t.mute(x.by, true)}>
            {tr('mute')}
          </button>
        )}
      </p>
      <p class="said">{x.text}</p>
    </li>
  )
}

function Muted() {
  if (!t.muted.value.length) return null
  return (
    <p class="quiet">
      {t.muted.value.map((by) => (
        <span key={by}>
          {tr('{name} is muted.', { name: nameOf(by) })}{' '}
          <button type="button" class="text" onClick={() => void t.mute(by, false)}>
            {tr('Listen again')}
          </button>{' '}
        </span>
      ))}
    </p>
  )
}

function Write() {
  const text = useSignal('')
  const to = useSignal<'all' | 'self'>('all')
  const trouble = useSignal('')
  const role = t.live.value!.role
  const room = to.value === 'self' ? 'self' : role === 'spectator' ? 'watchers' : 'table'
  const send = async () => {
    const words = text.value.trim()
    if (!words) return
    try {
      await t.speak(room, words)
      text.value = trouble.value = ''
    } catch (e) {
      trouble.value = e instanceof Problem ? e.text : String(e)
    }
  }
  return (
    <form
      class="write"
      onSubmit={(e) => {
        e.preventDefault()
        void send()
      }}>
      <OneOf
        name={tr('For whom')}
        value={to.value}
        of={[
          ['all', role === 'spectator' ? tr('To the spectators') : tr('To the table')],
          ['self', tr('Note to myself')],
        ]}
        set={(v) => (to.value = v)}
      />
      <div class="link-line">
        <input
          aria-label={to.value === 'self' ? tr('A note to yourself') : tr('Something to say')}
          value={text.value}
          maxLength={1000}
          autocomplete="off"
          onInput={(e) => (text.value = e.currentTarget.value)}
        />
        <button type="submit" disabled={!text.value.trim()}>
          {to.value === 'self' ? tr('Keep') : tr('Say')}
        </button>
      </div>
      {trouble.value && (
        <p class="trouble" role="alert">
          {trouble.value}
        </p>
      )}
    </form>
  )
}
