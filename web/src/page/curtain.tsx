/** Between two players at one screen, where the game has secrets. */
import * as t from '../table'
import { tr } from '../words'

export function Curtain({ side }: { side: string }) {
  return (
    <div class="curtain" role="dialog" aria-label={tr('Change of players')} aria-modal="true">
      <div>
        <p class="quiet">{tr('The map is covered.')}</p>
        <h2 style={{ '--side': t.accent(side) }}>{tr('{side}, it is your turn', { side: t.sideName(side) })}</h2>
        <p>{tr('Is only {side} looking at the screen?', { side: t.sideName(side) })}</p>
        <button type="button" class="main" autoFocus onClick={() => void t.show(side)}>
          {tr('Show the view of {side}', { side: t.sideName(side) })}
        </button>
      </div>
    </div>
  )
}
