/** The "What happened" card: losses of both sides, then every event; a click shows the place, keys step through. */
import { useEffect, useRef } from 'preact/hooks'
import { FirstNote } from '../lessons/notes'
import { strengthOf } from '../panel/survey'
import { OneOf } from '../shared/choice'
import { CounterPicture } from '../shared/counter'
import { Icon } from '../shared/icons'
import { Die, Rules } from '../shared/text'
import * as t from '../table'
import { listed, tr, trn } from '../words'
import { bare, said } from '../words/sentences'
import { closeStory, play, playing, shown, shownMove, step, story } from './story'
import type { Happening } from './telling'
import './story.css'

export function StoryCard() {
  const s = story.value
  const list = useRef<HTMLOListElement>(null)
  const at = shown.value
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
    const h = s?.happenings[at]
    if (h) t.say(h.kind === 'move' ? moved(h, ALL) : t.sentences([h.whole, ...h.details].filter(Boolean)))
  }, [at, s])
  if (!s) return null
  return (
    <aside class="side story" aria-label={tr('What happened')} data-testid="story">
      <div class="panel" tabIndex={0} role="region" aria-label={tr('What happened')}>
        <h2>{tr('What happened')}</h2>
        <p class="quiet">{[t.sideName(s.side), said(s.turn)].filter(Boolean).join(', ')}</p>
        <FirstNote of="turn" />
        <Losses />
        <Changes />
        <ol class="happenings" ref={list}>
          {s.happenings.map((h, i) => (
            <li key={h.n} aria-current={i === at ? 'true' : undefined} class={h.kind}>
              <button type="button" onClick={() => step(i - at)}>
                <i>{i + 1}</i>
                <span>
                  {h.kind === 'move' ? (
                    <Moves h={h} all={i === at} />
                  ) : (
                    <>
                      <b>{said(i === at ? h.whole : h.title)}</b>
                      {h.details.length > 0 && <small>{t.sentences(h.details)}</small>}
                    </>
                  )}
                </span>
                {h.dice.map((d, k) => (
                  <Die key={k} face={d} size={20} />
                ))}
              </button>
              {i === at && h.rules.length > 0 && <Rules ids={[...new Set(h.rules)]} />}
            </li>
          ))}
        </ol>
      </div>
      <div class="actions">
        <div class="small-row player">
          <button type="button" class="square" aria-label={tr('Previous')} title={tr('Previous (,)')} onClick={() => step(-1)}>
            <Icon name="first" />
          </button>
          <button type="button" class="square" aria-label={playing.value ? tr('Pause') : tr('Play')} onClick={play}>
            <Icon name={playing.value ? 'pause' : 'play'} />
          </button>
          <button type="button" class="square" aria-label={tr('Next')} title={tr('Next (.)')} onClick={() => step(1)}>
            <Icon name="next" />
          </button>
          <span class="quiet">{tr('{n} of {m}', { n: at + 1, m: s.happenings.length })}</span>
          <OneOf
            name={tr('Pace')}
            value={t.pace.value === 'slow' ? 'slow' : 'normal'}
            of={[
              ['slow', tr('Slow')],
              ['normal', tr('Normal')],
            ]}
            set={(v) => (t.pace.value = v)}
          />
        </div>
        <button type="button" class="main" onClick={closeStory}>
          {tr('Continue to your turn')}
        </button>
      </div>
    </aside>
  )
}

/** So many moves are named before the reader comes to them. */
const FEW = 3
const ALL = 200

/** "16/11 to 1509, 16/9 to 1109 and 4 more". */
function moved(h: Happening, most: number): string {
  const named = h.moves.slice(0, most).map(({ who, to }) => tr('{unit} to {hex}', { unit: who, hex: to }))
  const rest = h.moves.length - named.length
  return listed(rest > 0 ? [...named, trn(rest, '{n} more', '{n} more')] : named)
}

function Moves({ h, all }: { h: Happening; all: boolean }) {
  const [only, second] = h.moves
  if (only && !second) return <MovedOnce who={only.who.split(', ')} to={only.to} />
  return (
    <>
      <b>{trn(h.moves.length, 'One unit moved', '{n} units moved')}</b>
      <small>{moved(h, all ? ALL : FEW)}.</small>
    </>
  )
}

/** One move: of a unit, or of a stack, which is named by its first when it is large. */
function MovedOnce({ who, to }: { who: string[]; to: string }) {
  if (who.length <= FEW) return <b>{tr('{unit} moved to {hex}', { unit: listed(who), hex: to })}</b>
  const some = listed([who[0]!, trn(who.length - 1, '{n} more', '{n} more')])
  return (
    <>
      <b>{tr('{unit} moved to {hex}', { unit: some, hex: to })}</b>
      <small>{listed(who)}.</small>
    </>
  )
}

/** Ground and points: what of my goal stands otherwise than before. */
function Changes() {
  const changed = story.value!.changed
  if (!changed.length) return null
  return (
    <ul class="changes" aria-label={tr('Your goal')}>
      {changed.map((c, i) => (
        <li key={i} class={c.state}>
          <b>{bare(c.text)}</b> <s>{said(c.before)}</s> <span class="hidden">{tr('now')}</span> <em>{said(c.now)}</em>
        </li>
      ))}
    </ul>
  )
}

function Losses() {
  const s = story.value!
  const look = t.look.value!
  const mine = t.live.value!.sides[0]
  const units = new Map(s.after.units.map((u) => [u.name, u]))
  return (
    <div class="tally-of">
      {t.sheet.value!.sides.map(({ id }) => (
        <div key={id}>
          <b>
            {id === mine
              ? tr('You lost {n}', { n: s.lost[id]!.length })
              : tr('{side} lost {n}', { side: t.sideName(id), n: s.lost[id]!.length })}
          </b>
          {s.lost[id]!.length > 0 && <small>{tr('{n} strength', { n: strengthOf(s.lost[id]!.map((n) => units.get(n)!)) })}</small>}
          <div class="row-of-counters">
            {s.lost[id]!.map((n) => (
              <CounterPicture key={n} unit={units.get(n)!} look={look} size={36} />
            ))}
          </div>
          {s.came[id]!.length > 0 && <small>{trn(s.came[id]!.length, '{n} arrived', '{n} arrived')}</small>}
        </div>
      ))}
    </div>
  )
}

/** Arrows for the moves of what is shown, on the map. */
export function StoryWays() {
  const h = story.value?.happenings[shown.value]
  const g = t.grid.value!
  if (!h) return null
  return (
    <g class="story-ways" aria-hidden="true">
      {(shownMove.value < 0 ? h.ways : h.ways.slice(shownMove.value, shownMove.value + 1)).map((way, i) => (
        <polyline key={i} points={way.map((x) => g.centre(x).join(',')).join(' ')} marker-end="url(#arrow-head)" />
      ))}
      <defs>
        <marker id="arrow-head" viewBox="0 0 10 10" refX="6" refY="5" markerWidth="4" markerHeight="4" orient="auto">
          <path d="M0 0L10 5L0 10z" fill="#7a1d12" />
        </marker>
      </defs>
      {h.kind === 'fight' && h.at.slice(0, 3).map((x) => <polygon key={x} class="struck" points={g.corners(x, 0.95)} />)}
    </g>
  )
}
