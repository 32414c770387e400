/** The end of a game, or the game so far, in figures: the score, the chance to win as it went, and the luck of the dice. */
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { saveFilm, saveRecord } from '../panel/log'
import { Rematch } from '../people/conduct'
import { Verify } from '../people/dice'
import { type Analysis, analysis } from '../server/api'
import { percent, Ruled } from '../shared/text'
import * as t from '../table'
import { tr, trn } from '../words'
import { number, said } from '../words/sentences'
import { Curve, Luck } from './plots'
import { judged, sharesOf } from './shares'
import { Swings } from './swings'
import './result.css'

export function Result() {
  const found = useSignal<Analysis | null>(null)
  const trouble = useSignal('')
  const o = t.result.value
  useEffect(() => {
    const side = t.live.value!.sides[0] ?? ''
    void analysis(t.table.value, t.token.value, side).then(
      (a) => (found.value = a),
      (e: Error) => (trouble.value = e.message),
    )
  }, [])
  const me = t.live.value!.sides.length === 1 ? t.live.value!.sides[0]! : ''
  const heading = !o
    ? tr('The game so far')
    : !o.winner
      ? tr('A draw')
      : me
        ? me === o.winner
          ? tr('You won')
          : tr('You lost')
        : tr('{side} wins', { side: t.sideName(o.winner) })
  return (
    <div class="result">
      <h2 id="dialog-title" tabIndex={-1} autofocus>
        {heading}
      </h2>
      {o && <Score />}
      {found.value ? (
        <Figures a={found.value} />
      ) : (
        <p class={trouble.value ? 'quiet' : ''}>{trouble.value || tr('Working out the figures …')}</p>
      )}
      {o && <Verify />}
      <Buttons />
    </div>
  )
}

function Score() {
  const o = t.live.value!.view.outcome
  const text = t.result.value!.text
  if (!o) return <p class="level">{said(text)}</p>
  return (
    <>
      <p class="level">{said(text)}</p>
      {o.items?.length ? (
        <table class="score">
          <caption class="hidden">{tr('Score')}</caption>
          <tbody>
            {o.items.map((x, i) => (
              <tr key={i}>
                <th scope="row">
                  <Ruled text={x.text} />
                </th>
                <td>{t.sideName(x.side)}</td>
                <td>{number(x.points)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {Object.keys(o.score).length > 1 && (
        <p>
          {Object.entries(o.score)
            .map(([s, n]) => `${t.sideName(s)} ${number(n)}`)
            .join(' : ')}
        </p>
      )}
      <ul>
        {o.reasons.map((r, i) => (
          <li key={i}>
            <Ruled text={r} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Figures({ a }: { a: Analysis }) {
  const sides = t.sheet.value!.sides.map((s) => s.id)
  const show = (n: number) => {
    t.dialog.value = ''
    void t.replayTo(n)
  }
  const sum = a.luck[a.side] ?? 0
  const me = t.live.value!.sides.length === 1
  return (
    <>
      {a.scored.length > 0 && <Scored a={a} show={show} />}
      <table class="score">
        <caption class="hidden">{tr('Losses and luck')}</caption>
        <thead>
          <tr>
            <td />
            {sides.map((s) => (
              <th key={s} scope="col">
                {t.sideName(s)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{tr('Units lost')}</th>
            {sides.map((s) => (
              <td key={s}>{a.units[s]}</td>
            ))}
          </tr>
          <tr>
            <th scope="row">{tr('Strength lost')}</th>
            {sides.map((s) => (
              <td key={s}>{a.lost[s]}</td>
            ))}
          </tr>
          <tr>
            <th scope="row">{tr('Luck, in strength')}</th>
            {sides.map((s) => (
              <td key={s}>{signed(a.luck[s] ?? 0)}</td>
            ))}
          </tr>
        </tbody>
      </table>
      {a.curve.length > 2 && (
        <>
          <h3>{me ? tr('Your chance to win') : tr('Chance of {side} to win', { side: t.sideName(a.side) })}</h3>
          <HowSure a={a} />
          <Curve a={a} show={show} />
          <Verdict a={a} />
          <Swings a={a} show={show} />
        </>
      )}
      {a.throws.length > 0 && (
        <>
          <h3>{tr('Luck')}</h3>
          <p class="quiet">
            {tr('In strength that was lost or spared, wherever it stood; the chance to win above weighs what it meant.')}{' '}
            {tr('Bars: one roll each, against what was to be expected. Line: the sum.')}
          </p>
          <Luck a={a} show={show} />
          <p>
            {Math.abs(sum) < 2
              ? tr('In strength the dice were about even.')
              : sum > 0
                ? tr('In strength {side} rolled better: {n}.', { side: t.sideName(a.side), n: signed(sum) })
                : tr('In strength {side} rolled worse: {n}.', { side: t.sideName(a.side), n: signed(sum) })}
          </p>
          <Rolls a={a} show={show} />
        </>
      )}
    </>
  )
}

/** What the curve is, and how far it can be trusted. */
function HowSure({ a }: { a: Analysis }) {
  const what = tr('Dotted: an estimate, as the opponents judge positions without trying them out; not a proof.')
  const sure = a.judged
    ? tr('Band: where the truth lies nine times in ten, by {n} test games of {scenario} that were played out.', {
        n: a.judged.games,
        scenario: a.judged.scenario,
      })
    : tr('How sure it is nobody has measured yet.')
  return (
    <p class="quiet" data-testid="how-sure">
      {what} {sure}
    </p>
  )
}

/** Every line of the log that changed the score; each leads to its position. */
function Scored({ a, show }: { a: Analysis; show: (n: number) => void }) {
  const outcome = t.live.value!.view.outcome
  const points = !outcome || Object.keys(outcome.score).length > 0
  return (
    <details data-testid="scored">
      <summary>
        {points
          ? trn(a.scored.length, 'How the score came about: {n} entry', 'How the score came about: {n} entries')
          : tr('What decided the game')}
      </summary>
      <div class="scroll" tabIndex={0} role="region" aria-label={tr('Score')}>
        <table class="chart">
          <thead>
            <tr>
              <th scope="col">{tr('Turn')}</th>
              <th scope="col">{tr('What happened')}</th>
            </tr>
          </thead>
          <tbody>
            {a.scored.map((x, i) => (
              <tr key={i}>
                <td>{x.turn}</td>
                <td>
                  <button type="button" class="text" onClick={() => show(x.n)}>
                    {said(x.text)}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

/** Who rolled better, who played better, and what both rest on. */
function Verdict({ a }: { a: Analysis }) {
  const other = t.sheet.value!.sides.find((s) => s.id !== a.side)!.id
  const of = sharesOf(a.curve, a.side)
  const [rolled, played] = judged(of, t.sideName(a.side), t.sideName(other))
  return (
    <p class="verdict-of" data-testid="verdict">
      <b>
        {rolled} {played}
      </b>{' '}
      {tr('Of the chance of {side}, the dice moved {dice} points, its own decisions {mine}, those of {other} {theirs}.', {
        side: t.sideName(a.side),
        other: t.sideName(other),
        dice: signed(of.dice),
        mine: signed(of.mine),
        theirs: signed(of.theirs),
      })}
    </p>
  )
}

const signed = (n: number) => (n > 0 ? `+${Math.round(n * 10) / 10}` : String(Math.round(n * 10) / 10).replace('-', '−'))

function Rolls({ a, show }: { a: Analysis; show: (n: number) => void }) {
  return (
    <details>
      <summary>{tr('All {n} rolls', { n: a.throws.length })}</summary>
      <div class="scroll" tabIndex={0} role="region" aria-label={tr('All rolls')}>
        <table class="chart">
          <thead>
            <tr>
              <th scope="col">{tr('Turn')}</th>
              <th scope="col">{tr('Fight')}</th>
              <th scope="col">{tr('Rolled')}</th>
              <th scope="col">{tr('Chance of it')}</th>
              <th scope="col">{tr('Luck')}</th>
            </tr>
          </thead>
          <tbody>
            {a.throws.map((x) => (
              <tr key={x.n}>
                <td>{x.turn}</td>
                <td>
                  <button type="button" class="text" onClick={() => show(x.n)}>
                    {said(x.title)}
                  </button>
                </td>
                <td>{tr('{dice}: {result}', { dice: x.dice.join(', '), result: said(x.name) })}</td>
                <td>{percent(x.chance)}</td>
                <td>{signed(x.luck)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

function Buttons() {
  return (
    <div class="dialog-buttons">
      <Rematch />
      <button
        type="button"
        onClick={() => {
          t.dialog.value = ''
          void t.replayTo(0)
        }}>
        {tr('Watch the replay')}
      </button>
      <button type="button" onClick={() => void saveRecord()}>
        {tr('Save record')}
      </button>
      {t.result.value && (
        <button type="button" onClick={() => void saveFilm()} title={tr('It can be watched for ever, whatever becomes of the rules')}>
          {tr('Save film')}
        </button>
      )}
      <a class="button" href="./#/">
        {tr('To the lobby')}
      </a>
    </div>
  )
}
