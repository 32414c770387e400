/** The goal line: what you must reach and where it stands. Each part leads to its place. */
import type { Goal, GoalPart } from '../server/types'
import { Icon, type IconName } from '../shared/icons'
import { Ruled } from '../shared/text'
import * as t from '../table'
import { tr } from '../words'
import { bare, said } from '../words/sentences'
import './goals.css'

const GLYPH: Record<GoalPart['state'], IconName> = { done: 'check', partly: 'half', open: 'cross' }

/** Whose goal is shown: yours; at one screen, that of the side to move; else the first side's. */
function whose(): string {
  const s = t.live.value!
  return s.sides.length === 1 ? s.sides[0]! : s.view.actor && s.sides.includes(s.view.actor) ? s.view.actor : s.side
}

export function GoalLine() {
  const goals = t.view.value?.goals ?? {}
  const side = whose()
  const goal: Goal | undefined = goals[side] ?? Object.values(goals)[0]
  if (!goal) return null
  const parts: GoalPart[] = goal.parts?.length
    ? goal.parts
    : [{ text: goal.text, now: goal.now, state: goal.reached ? 'done' : 'partly', at: [] }]
  return (
    <section class="goals" aria-label={tr('Goal')} data-testid="goals">
      <h2>
        <Icon name="flag" />
        {goals[side] && t.live.value!.sides.length === 1
          ? tr('Your goal')
          : tr('Goal of {side}', { side: t.sideName(goals[side] ? side : Object.keys(goals)[0]) })}
      </h2>
      {parts.map((p) => (
        <button
          key={said(p.text)}
          type="button"
          class={`goal ${p.state}`}
          disabled={!p.at.length}
          title={p.at.length ? tr('Show {hex}', { hex: p.at[0]! }) : ''}
          onClick={() => t.showHexes(p.at)}>
          <i aria-hidden="true">
            <Icon name={GLYPH[p.state]} />
          </i>
          <span class="hidden">
            {p.state === 'done' ? tr('reached:') : p.state === 'partly' ? tr('partly reached:') : tr('not reached:')}
          </span>
          <span>
            <span class="goal-text">{bare(p.text)}</span> <em>{said(p.now)}</em>
          </span>
        </button>
      ))}
      {goal.parts?.length ? (
        <p class="when">
          <Ruled text={goal.text} />
        </p>
      ) : null}
    </section>
  )
}
