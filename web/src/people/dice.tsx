/** Whose the dice are, and whether they were fair. */
import { useSignal } from '@preact/signals'
import { record } from '../server/api'
import { type Verdict, verifier } from '../server/verifier'
import * as t from '../table'
import { listed, tr, trn } from '../words'
import { diceState } from './shares'
import './people.css'

const names = (sides: string[]) => listed(sides.map((x) => t.sideName(x)))

/** One line beside the players, with a page of what it means. */
export function DiceLine() {
  const d = t.live.value?.dice
  if (!d || d.kind === 'typed') return null
  const s = diceState(d)
  const text = {
    server: tr('Dice: the server’s alone'),
    waiting: tr('Dice: waiting for the share of {names}', { names: names(s.missing) }),
    shared: tr('Dice: shares of {names} and the server', { names: names(s.shares) }),
    partly: tr('Dice: the share of {names} is missing', { names: names(s.missing) }),
  }[s.state]
  return (
    <details class={`dice-line ${s.state}`} data-testid="dice-line">
      <summary>{text}</summary>
      <DiceMeaning />
    </details>
  )
}

export function DiceMeaning() {
  return (
    <div class="dice-meaning">
      <p>
        {tr(
          'Before the first roll the server and the browser of every player each draw a secret number and promise it by its fingerprint.',
        )}{' '}
        {tr('Then the numbers are handed in, and the dice are made of all of them together.')}{' '}
        {tr('As long as one of those who gave a share is honest, nobody has chosen the dice.')}
      </p>
      <p>
        {tr('A share that is missing or late stops nothing, but it is no part of the dice, and the record says so.')}{' '}
        {tr('With the server’s share alone you trust whoever runs the server not to look ahead; he cannot change a roll afterwards.')}
      </p>
      <p>
        {tr('When the game is over all numbers are revealed, and everybody can verify every roll: here, or with a program of his own.')}
      </p>
    </div>
  )
}

const SOURCES = (): Record<string, string> => ({
  committed: tr('as promised before the first roll'),
  unrevealed: tr('promised; the secret is not revealed yet'),
  typed: tr('typed in by people'),
  scripted: tr('from a list'),
  parent: tr('taken over from another game'),
  unknown: tr('of unknown origin'),
})

/** Every roll of the record, recomputed in this page. */
export function Verify() {
  const found = useSignal<(Verdict & { mine: boolean | null }) | null>(null)
  const trouble = useSignal('')
  const run = async () => {
    try {
      const text = await record(t.table.value, t.token.value)
      const { verify } = await verifier()
      found.value = { ...verify(text), mine: mineIsIn(text) }
      trouble.value = ''
    } catch (e) {
      trouble.value = (e as Error).message
    }
  }
  const f = found.value
  return (
    <section class="verify" data-testid="verify">
      <h3>{tr('Were the dice fair?')}</h3>
      {!f ? (
        <button type="button" onClick={() => void run()}>
          {tr('Verify this game')}
        </button>
      ) : (
        <>
          <p class={`verdict ${f.verdict}`} role="status">
            {
              {
                proved: tr('Yes: every roll is the one that was fixed before the game.'),
                unproved: tr('Nothing is false, but not every roll can be proved:'),
                false: tr('No: this record claims something about its dice that is not so.'),
              }[f.verdict]
            }{' '}
            {f.problem}
          </p>
          {f.takenBack > 0 && (
            <p>
              {trn(f.takenBack, 'The players took back {n} roll, and rolled anew.', 'The players took back {n} rolls, and rolled anew.')}
            </p>
          )}
          {f.mine !== null && (
            <p>
              {f.mine ? tr('The share that this browser made is in the dice.') : tr('The share that this browser made is not in the dice.')}
            </p>
          )}
          {f.stretches.some((x) => x.rolls) && (
            <table class="score">
              <caption class="hidden">{tr('Where the dice come from')}</caption>
              <tbody>
                {f.stretches
                  .filter((x) => x.rolls)
                  .map((x) => (
                    <tr key={x.first}>
                      <th scope="row">{tr('Decisions {first} to {last}', { first: x.first, last: x.last })}</th>
                      <td>
                        {trn(x.rolls, '{n} roll', '{n} rolls')}, {SOURCES()[x.source] ?? x.source}
                      </td>
                      <td>{x.proved ? tr('proved') : tr('not proved')}</td>
                    </tr>
                  ))}
              </tbody>
            </table>
          )}
          <p class="quiet">
            {tr('Computed in this page by')} <a href="/verify.js">{tr('one small program')}</a>{' '}
            {tr('that knows nothing of the server. Verify a saved record')} <a href="/verify.html">{tr('here')}</a>.
          </p>
        </>
      )}
      {trouble.value && (
        <p class="trouble" role="alert">
          {trouble.value}
        </p>
      )}
    </section>
  )
}

/** Is the share that this browser kept among those revealed? Null where it made none. */
function mineIsIn(text: string): boolean | null {
  const d = t.live.value!.dice
  const mine = t.live.value!.sides.map((side) => t.shareOf(d.stream, side)).filter(Boolean)
  if (!mine.length) return null
  const seeds = text.split('\n').filter((l) => /^seed( \d+)?: /.test(l))
  return mine.every((share) => seeds.some((l) => l.includes(`=${share}`)))
}
