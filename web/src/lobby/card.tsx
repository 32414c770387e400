/** A title in the lobby. */
import * as server from '../server/api'
import type { TitleInfo } from '../server/types'

export function Card({ title: x, choose }: { title: TitleInfo; choose: () => void }) {
  const turns = x.scenarios.map((s) => s.turns)
  const low = Math.min(...turns),
    high = Math.max(...turns)
  return (
    <article class="card" data-title={x.id}>
      <button type="button" class="picture" onClick={choose} aria-label={`Set up ${x.name}`}>
        <img loading="lazy" src={server.pictureUrl(x.scenarios[0]!.game, 420)} alt="" width="420" height="260" />
      </button>
      <div class="card-text">
        <h3>{x.name}</h3>
        <p>{x.summary}</p>
        <dl>
          <div>
            <dt>Length</dt>
            <dd>{low === high ? `${low} turns` : low ? `${low} to ${high} turns` : `up to ${high} turns`}</dd>
          </div>
          <div>
            <dt>Difficulty</dt>
            <dd>{x.difficulty}</dd>
          </div>
          <div>
            <dt>Sides</dt>
            <dd>{x.sides.map((s) => s.name).join(', ')}</dd>
          </div>
          {x.scenarios.length > 1 && (
            <div>
              <dt>Scenarios</dt>
              <dd>{x.scenarios.length}</dd>
            </div>
          )}
        </dl>
        <button type="button" class="main" onClick={choose}>
          Play
        </button>
      </div>
    </article>
  )
}
