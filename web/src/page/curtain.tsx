/** Between two players at one screen, where the game has secrets. */
import * as t from '../table'
import { tr } from '../words'
import { said } from '../words/sentences'
import './curtain.css'

/** Whoever passes for the rest of the turn may think better of it. */
export function Passing() {
  return (
    <>
      {t.passing.value.map((side) => (
        <p key={side} class="quiet" data-testid="passing">
          {tr('{side} passes until the turn ends.', { side: t.sideName(side) })}{' '}
          <button type="button" class="text" onClick={() => t.stopPassing(side)}>
            {tr('Ask again')}
          </button>
        </p>
      ))}
    </>
  )
}

/** What both see is answered without changing places; who wants to look at his own view all the same asks for it. */
export function Aloud() {
  if (!t.aloud.value) return null
  const side = t.sideName(t.live.value!.actor)
  return (
    <p class="quiet" data-testid="aloud">
      {tr('Both sides see all of this: {side} may answer without changing places.', { side })}{' '}
      <button type="button" class="text" onClick={t.lookFirst}>
        {tr('Let {side} look first', { side })}
      </button>
    </p>
  )
}

export function Curtain({ side }: { side: string }) {
  const { unseen } = t.live.value!
  return (
    <div class="curtain" role="dialog" aria-label={tr('Change of players')} aria-modal="true">
      <div>
        <p class="quiet">{tr('The map is covered.')}</p>
        <h2 style={{ '--side': t.accent(side) }}>{tr('{side}, it is your turn', { side: t.sideName(side) })}</h2>
        <p>{tr('Is only {side} looking at the screen?', { side: t.sideName(side) })}</p>
        <button type="button" class="main" autoFocus onClick={() => void t.show(side)}>
          {tr('Show the view of {side}', { side: t.sideName(side) })}
        </button>
        {unseen.map((o) => (
          <button key={o.action} type="button" data-action={o.action} disabled={t.busy.value} onClick={() => void t.play(o.action)}>
            {tr('{answer}, without a look', { answer: said(o.label) })}
          </button>
        ))}
        {unseen.some((o) => o.action === t.PASS) && (
          <button type="button" class="soft" disabled={t.busy.value} data-testid="pass-on" onClick={() => t.passOn(side)}>
            {tr('Pass until the turn ends')}
          </button>
        )}
      </div>
    </div>
  )
}
