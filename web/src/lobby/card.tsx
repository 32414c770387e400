/** Titles in the lobby: the best first game in large, the others as cards. */
import { useSignal } from '@preact/signals'
import * as server from '../server/api'
import type { TitleInfo } from '../server/types'
import { OneOf } from '../shared/choice'
import { Icon } from '../shared/icons'
import { tr, trn } from '../words'
import { guideTo } from './guide'
import { easier, playingTime, source } from './measured'

export interface Family {
  name: string
  titles: TitleInfo[]
}

/** Editions of one game belong on one card, the recommended one first. */
export function families(titles: TitleInfo[]): Family[] {
  const found = new Map<string, TitleInfo[]>()
  for (const x of titles) {
    const key = guideTo(x.id)?.family ?? x.id
    found.set(key, [...(found.get(key) ?? []), x])
  }
  const order = (x: TitleInfo) => (guideTo(x.id)?.first ? 0 : 1)
  return [...found].map(([key, all]) => {
    const sorted = [...all].sort((a, b) => order(a) - order(b))
    return { name: all.length > 1 ? key : all[0]!.name, titles: sorted }
  })
}

function length(x: TitleInfo): string {
  const turns = x.scenarios.map((s) => s.turns)
  const low = Math.min(...turns)
  const high = Math.max(...turns)
  return low === high
    ? trn(low, '{n} turn', '{n} turns')
    : low
      ? tr('{low} to {high} turns', { low, high })
      : tr('up to {high} turns', { high })
}

const Facts = ({ x }: { x: TitleInfo }) => (
  <p class="facts">
    <span>
      <Icon name="clock" />
      {[length(x), playingTime(x.scenarios[0]!)].filter(Boolean).join(', ')}
    </span>
    <span>{tr(x.difficulty)}</span>
    {x.scenarios[0]!.measured && <span title={source(x.scenarios[0]!, x.sides)}>{easier(x.scenarios[0]!, x.sides)}</span>}
    {x.scenarios.length > 1 && <span>{trn(x.scenarios.length, '{n} scenario', '{n} scenarios')}</span>}
  </p>
)

export function FirstGame({ family, choose }: { family: Family; choose: (x: TitleInfo) => void }) {
  const chosen = useSignal(family.titles[0]!.id)
  const x = family.titles.find((t) => t.id === chosen.value) ?? family.titles[0]!
  const g = guideTo(x.id)
  return (
    <article class="first" data-family={family.name}>
      <img src={server.pictureUrl(x.scenarios[0]!.game, 640)} alt="" width="640" height="260" />
      <div class="card-text">
        <div class="row">
          <h2>{family.name}</h2>
          <span class="badge">{tr('Best first game')}</span>
          <button
            type="button"
            class="main"
            data-title={x.id}
            aria-label={tr('Play {game}', { game: family.name })}
            onClick={() => choose(x)}>
            {tr('Play')}
          </button>
        </div>
        <p>
          {g?.pitch ?? x.summary} <span class="quiet">{g?.special}</span>
        </p>
        <Facts x={x} />
        {family.titles.length > 1 && (
          <div class="editions">
            <OneOf
              name={tr('Edition')}
              value={chosen.value}
              of={family.titles.map((t) => [t.id, guideTo(t.id)?.edition ?? t.name])}
              set={(v) => (chosen.value = v)}
            />
            <small>{g?.why}</small>
          </div>
        )}
      </div>
    </article>
  )
}

export function Card({ family, choose }: { family: Family; choose: (x: TitleInfo) => void }) {
  const x = family.titles[0]!
  const g = guideTo(x.id)
  return (
    <article class="card">
      <img loading="lazy" src={server.pictureUrl(x.scenarios[0]!.game, 420)} alt="" width="420" height="260" />
      <div class="card-text">
        <h3>{family.name}</h3>
        <p>
          <b>{g?.pitch ?? x.summary}</b>
        </p>
        <Facts x={x} />
        <p class="quiet">{g?.special ?? x.sides.map((s) => s.name).join(', ')}</p>
        <button type="button" data-title={x.id} onClick={() => choose(x)} aria-label={tr('Play {game}', { game: family.name })}>
          {tr('Play')}
        </button>
      </div>
    </article>
  )
}
