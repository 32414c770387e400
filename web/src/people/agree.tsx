/** What is agreed before a game with somebody elsewhere: pace, who may come, conduct. */
import type { Pace, Terms } from '../server/types'
import { OneOf } from '../shared/choice'
import { tr } from '../words'
import { timeOut } from './terms'
import './people.css'

export function Agree({
  terms,
  set,
  name,
  setName,
  hidden,
}: {
  terms: Terms
  set: (t: Terms) => void
  name: string
  setName: (n: string) => void
  hidden: boolean
}) {
  const pace = terms.pace
  const paced = (p: Partial<Pace>) => set({ ...terms, pace: { ...pace, ...p } })
  return (
    <fieldset class="agree">
      <legend>{tr('With somebody elsewhere')}</legend>
      <label class="field">
        {tr('Your name')}
        <input value={name} maxLength={60} autocomplete="nickname" onInput={(e) => setName(e.currentTarget.value)} />
      </label>
      <div class="field">
        <span>{tr('Pace')}</span>
        <OneOf
          name={tr('Pace')}
          value={pace.kind}
          of={[
            ['none', tr('No clock')],
            ['live', tr('Live')],
            ['days', tr('By days')],
          ]}
          set={(kind) => paced({ kind })}
        />
      </div>
      {pace.kind === 'live' && (
        <div class="numbers">
          <Amount name={tr('Minutes each')} value={Math.round(pace.budget / 60)} most={1440} set={(n) => paced({ budget: n * 60 })} />
          <Amount name={tr('Seconds more per turn')} value={pace.increment} least={0} most={3600} set={(n) => paced({ increment: n })} />
        </div>
      )}
      {pace.kind === 'days' && (
        <div class="numbers">
          <Amount name={tr('Days per turn')} value={pace.days} most={30} set={(n) => paced({ days: n })} />
          <Amount name={tr('Days of vacation each')} value={pace.vacation} least={0} most={60} set={(n) => paced({ vacation: n })} />
        </div>
      )}
      {pace.kind !== 'none' && (
        <label class="field">
          {tr('When time runs out')}
          <select value={pace.time_out} onChange={(e) => paced({ time_out: e.currentTarget.value as Pace['time_out'] })}>
            {(['warn', 'bot', 'lose'] as const).map((x) => (
              <option key={x} value={x}>
                {timeOut({ time_out: x })}
              </option>
            ))}
          </select>
        </label>
      )}
      <label class="check">
        <input
          type="checkbox"
          checked={terms.listed === 'public'}
          onChange={(e) => set({ ...terms, listed: e.currentTarget.checked ? 'public' : '' })}
        />{' '}
        {tr('Open invitation: anybody in the lobby may take the seat')}
      </label>
      {terms.listed === 'public' && (
        <label class="field">
          {tr('A line for whoever reads it')}
          <input value={terms.words} maxLength={300} onInput={(e) => set({ ...terms, words: e.currentTarget.value })} />
        </label>
      )}
      <details>
        <summary>{tr('Draws and spectators')}</summary>
        <label class="check">
          <input type="checkbox" checked={terms.draws} onChange={(e) => set({ ...terms, draws: e.currentTarget.checked })} />{' '}
          {tr('A draw may be agreed')}
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={terms.watching === ''}
            onChange={(e) => set({ ...terms, watching: e.currentTarget.checked ? '' : 'closed' })}
          />{' '}
          {tr('Spectators may watch while we play')}
        </label>
        {hidden && terms.watching === '' && (
          <Amount name={tr('Turns they see later')} value={terms.behind} least={0} most={20} set={(n) => set({ ...terms, behind: n })} />
        )}
      </details>
    </fieldset>
  )
}

function Amount({
  name,
  value,
  set,
  least = 1,
  most,
}: {
  name: string
  value: number
  set: (n: number) => void
  least?: number
  most: number
}) {
  return (
    <label class="field">
      {name}
      <input
        type="number"
        value={value}
        min={least}
        max={most}
        onChange={(e) => {
          const n = Math.round(Number(e.currentTarget.value))
          set(Math.min(most, Math.max(least, Number.isFinite(n) ? n : least)))
        }}
      />
    </label>
  )
}
