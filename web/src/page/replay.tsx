/** The bar for looking back over the game. */
import { Ruled } from '../shared/text'
import * as t from '../table'
import { tr } from '../words'
import './replay.css'

export function ReplayBar() {
  const n = t.replayAt.value!,
    end = t.last.value
  const log = t.log.value
  const jump = (by: (e: { turn: number; phase: string }) => string, dir: 1 | -1) => {
    const key = (i: number) => (log[i - 1] ? by(log[i - 1]!) : '')
    let i = n
    if (dir > 0) {
      while (i < end && key(i + 1) === key(n || 1)) i++
      i = Math.min(end, i + 1)
    } else {
      i = Math.max(0, i - 1)
      while (i > 0 && key(i - 1) === key(i) && i > 1) i--
      if (i === 1) i = 0
    }
    void t.replayTo(i)
  }
  const marks = log.filter((e, i) => i > 0 && e.turn !== log[i - 1]!.turn)
  const e = log[n - 1]
  return (
    <section class="replay" aria-label={tr('Replay')} data-testid="replay">
      <div class="buttons">
        <button type="button" aria-label={tr('To the start')} onClick={() => void t.replayTo(0)}>
          |‹
        </button>
        <button type="button" aria-label={tr('Previous turn')} title={tr('Previous turn')} onClick={() => jump((x) => String(x.turn), -1)}>
          «
        </button>
        <button
          type="button"
          aria-label={tr('Previous phase')}
          title={tr('Previous phase')}
          onClick={() => jump((x) => `${x.turn}/${x.phase}`, -1)}>
          ‹‹
        </button>
        <button type="button" aria-label={tr('Step back')} title={tr('Step back (,)')} onClick={() => void t.replayTo(n - 1)}>
          ‹
        </button>
        <button
          type="button"
          class="main"
          aria-label={t.replayPlaying.value ? tr('Stop') : tr('Play')}
          onClick={() => (t.replayPlaying.value = !t.replayPlaying.value)}>
          {t.replayPlaying.value ? 'II' : '▶'}
        </button>
        <button type="button" aria-label={tr('Step on')} title={tr('Step on (.)')} onClick={() => void t.replayTo(n + 1)}>
          ›
        </button>
        <button type="button" aria-label={tr('Next phase')} title={tr('Next phase')} onClick={() => jump((x) => `${x.turn}/${x.phase}`, 1)}>
          ››
        </button>
        <button type="button" aria-label={tr('Next turn')} title={tr('Next turn')} onClick={() => jump((x) => String(x.turn), 1)}>
          »
        </button>
        <button type="button" aria-label={tr('To the end')} onClick={() => void t.replayTo(end)}>
          ›|
        </button>
      </div>
      <div class="slider">
        <input
          type="range"
          min="0"
          max={end}
          value={n}
          aria-label={tr('Decision')}
          aria-valuetext={tr('Decision {n} of {end}', { n, end })}
          onInput={(x) => void t.replayTo(Number(x.currentTarget.value))}
        />
        <div class="ticks" aria-hidden="true">
          {marks.map((m) => (
            <i key={m.n} style={{ left: `${(m.n / Math.max(1, end)) * 100}%` }} />
          ))}
        </div>
      </div>
      <p class="at">
        <b>{tr('{n} of {end}', { n, end })}</b>:{' '}
        {e ? e.events[0] ? <Ruled text={e.events[0].text} /> : <Ruled text={e.label} /> : tr('the start')}
      </p>
      <div class="buttons">
        <PlayOn />
        <button type="button" class="main" onClick={() => void t.replayTo(null)}>
          {t.live.value?.kind === 'replay' ? tr('To the end') : tr('Back to the game')}
        </button>
      </div>
    </section>
  )
}

/** A new game from the position looked back to, or why there is none. */
function PlayOn() {
  const on = t.live.value!.play_on
  if (!on?.can) return <span class="quiet">{on?.why}</span>
  return (
    <button type="button" onClick={() => void t.forkHere()} title={tr('Start a new game from this position')}>
      {tr('Play on from here')}
    </button>
  )
}
