/** The bot across the table: its pace and its reasons. */
import { Ruled } from '../shared/text'
import * as t from '../table'
import { tr } from '../words'

export function Opponent() {
  const b = t.bot.value
  if (!b || !Object.keys(b.sides).length || t.result.value || t.live.value?.kind === 'replay') return null
  const speeds: [string, number][] = [
    [tr('at once'), 0],
    [tr('fast'), 0.2],
    [tr('normal'), 0.7],
    [tr('slow'), 1.8],
  ]
  const now = speeds.reduce((a, s) => (Math.abs(s[1] - b.delay) < Math.abs(a[1] - b.delay) ? s : a))
  return (
    <section class="bot" aria-label={tr('Opponent')}>
      <h3>
        {tr('Opponent')}{' '}
        <small>
          {Object.entries(b.sides)
            .map(([s, l]) => `${t.sideName(s)}: ${l}`)
            .join(', ')}
        </small>
      </h3>
      <div class="small-row">
        <button type="button" class="soft" aria-pressed={b.paused} onClick={() => void t.controlBot({ paused: !b.paused })}>
          {b.paused ? tr('Go on') : tr('Pause')}
        </button>
        <button type="button" class="soft" disabled={!b.paused} onClick={() => void t.controlBot({ step: true })}>
          {tr('Step')}
        </button>
        <label>
          {tr('Speed')}{' '}
          <select value={String(now[1])} onChange={(e) => void t.controlBot({ delay: Number(e.currentTarget.value) })}>
            {speeds.map(([n, v]) => (
              <option key={n} value={String(v)}>
                {n}
              </option>
            ))}
          </select>
        </label>
      </div>
      {b.reason && !b.thinking && (
        <p class="quiet">
          <Ruled text={b.reason} />
        </p>
      )}
      {b.trouble && <p class="trouble">{b.trouble}</p>}
    </section>
  )
}
