/** Between two players at one screen, where the game has secrets. */
import * as t from '../table'

export function Curtain({ side }: { side: string }) {
  return (
    <div class="curtain" role="dialog" aria-label="Change of players" aria-modal="true">
      <div>
        <p class="quiet">The map is covered.</p>
        <h2 style={{ color: t.accent(side) }}>{t.sideName(side)}, it is your turn</h2>
        <p>Is only {t.sideName(side)} looking at the screen?</p>
        <button type="button" class="main" autoFocus onClick={() => void t.show(side)}>
          Show {t.sideName(side)}'s view
        </button>
      </div>
    </div>
  )
}
