/** The end of a game. */
import { Ruled } from '../shared/text'
import * as t from '../table'
import { said } from '../words/sentences'

export function Result() {
  const o = t.live.value!.view.outcome!
  return (
    <>
      <h2 id="dialog-title">{o.winner ? `${t.sideName(o.winner)} wins` : 'A draw'}</h2>
      <p class="level">{said(o.level)}</p>
      {Object.keys(o.score).length > 0 && (
        <p>
          {Object.entries(o.score)
            .map(([s, n]) => `${t.sideName(s)} ${n}`)
            .join(' : ')}
        </p>
      )}
      <ul>
        {o.reasons.map((r) => (
          <li key={said(r)}>
            <Ruled text={r} />
          </li>
        ))}
      </ul>
      <div class="small-row">
        <button
          type="button"
          onClick={() => {
            t.dialog.value = ''
            void t.replayTo(0)
          }}>
          Watch the replay
        </button>
        <a class="button" href="/#/">
          To the lobby
        </a>
      </div>
    </>
  )
}
