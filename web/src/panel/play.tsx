/** What to do now: the prompt, why something is not possible, the fight, the units and the tracks. */
import { Die, Ruled, Rules } from '../shared/text'
import * as t from '../table'
import { Odds } from './odds'
import { Opponent } from './opponent'
import { Boxes, HexInfo, InHand, Tracks } from './places'
import { Selected, Way } from './units'

export function PlayPanel() {
  const s = t.live.value!
  const looking = t.replayAt.value !== null
  return (
    <>
      {looking ? (
        <section class="prompt">
          <h2>Looking back</h2>
          <p>{t.view.value?.prompt && <Ruled text={t.view.value.prompt} />}</p>
        </section>
      ) : (
        <Prompt />
      )}
      {s.take_back && <TakeBack />}
      <Why />
      {!looking && s.forecast && <Odds f={s.forecast} />}
      <Hinted />
      <Selected />
      <Way />
      {!looking && t.rolled.value && t.rolled.value.n > t.last.value - 5 && !s.forecast && <Rolled />}
      <Opponent />
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
        {over ? (
          over.winner ? (
            `${t.sideName(over.winner)} wins`
          ) : (
            'A draw'
          )
        ) : (
          <>
            <span class="pip" style={{ background: t.accent(who) }} aria-hidden="true" />
            {t.sideName(who)}
            {t.mine.value ? (s.sides.length > 1 || s.role === 'owner' ? '' : ' (you)') : ''}
          </>
        )}
      </h2>
      <p>
        {over ? (
          over.level
        ) : (
          <Ruled text={s.prompt.replace(/^Waiting for ([\w-]+)\.$/, (_, side: string) => `Waiting for ${t.sideName(side)}.`)} named />
        )}
      </p>
      {over && (
        <ul>
          {over.reasons.map((r) => (
            <li key={r}>
              <Ruled text={r} />
            </li>
          ))}
        </ul>
      )}
      {!over && !t.mine.value && s.role === 'spectator' && <p class="quiet">You are watching.</p>}
      {!over && !t.mine.value && s.role !== 'spectator' && !s.curtain && (
        <p class="quiet">
          Waiting for {t.sideName(who)}
          {t.bot.value?.thinking ? ', who is thinking' : ''}.
        </p>
      )}
      {!over &&
        !t.mine.value &&
        s.role !== 'spectator' &&
        !s.take_back &&
        s.kind === 'game' &&
        t.log.value.some((e) => s.sides.includes(e.actor)) && (
          <p>
            <button type="button" class="soft small" onClick={() => void t.propose()}>
              Ask to take back my last decision
            </button>
          </p>
        )}
    </section>
  )
}

function Why() {
  const w = t.why.value
  if (!w) return null
  return (
    <section class="why" role="alert" data-testid="why">
      <h3>Not possible</h3>
      <p>
        {w.text} <Rules ids={w.rules} />
      </p>
      <button type="button" class="close" aria-label="Close" onClick={() => (t.why.value = null)}>
        ×
      </button>
    </section>
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
          <p>
            <strong>{h.option.label}</strong>
            {h.reason && `. ${h.reason}`}
          </p>
          <div class="small-row">
            <button type="button" onClick={() => void t.act(h.option!.action)}>
              Do it
            </button>
            <button type="button" class="soft" onClick={() => (t.hint.value = null)}>
              Close
            </button>
          </div>
        </>
      ) : (
        <p class="quiet">Thinking …</p>
      )}
    </section>
  )
}

function TakeBack() {
  const b = t.live.value!.take_back!
  return (
    <section class="why">
      <h3>Take-back</h3>
      <p>
        {t.sideName(b.by)} asks to take back everything after decision {b.to}.
      </p>
      <div class="small-row">
        {b.yours_to_answer ? (
          <>
            <button type="button" onClick={() => void t.answer(true)}>
              Agree
            </button>
            <button type="button" class="soft" onClick={() => void t.answer(false)}>
              Refuse
            </button>
          </>
        ) : (
          <button type="button" class="soft" onClick={() => void t.answer(false)}>
            Withdraw
          </button>
        )}
      </div>
    </section>
  )
}

function Rolled() {
  const r = t.rolled.value!
  return (
    <section class="rolled" data-testid="rolled">
      {r.dice.map((d, i) => (
        <Die key={i} face={d} />
      ))}
      <p>
        <Ruled text={r.text} />
      </p>
    </section>
  )
}
