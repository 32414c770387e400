/** How long a game takes and which side is easier, as far as games of the computer against itself tell. */
import type { TitleInfo } from '../server/types'
import { tr } from '../words'

type Scenario = TitleInfo['scenarios'][number]
/** What a person takes for a decision, on the average; most are quick. */
const SECONDS = 15
/** 95 % of a normal distribution lie within so many standard errors. */
const SURE = 1.96

/** "about 70 minutes". */
export function playingTime(x: Scenario): string {
  if (!x.measured) return ''
  const minutes = (x.measured.decisions * SECONDS) / 60
  if (minutes < 100) return tr('about {n} minutes', { n: Math.max(10, Math.round(minutes / 10) * 10) })
  return tr('about {n} hours', { n: Math.round(minutes / 30) / 2 })
}

/** Which side won more than chance explains; a draw counts half to either. */
export function easier(x: Scenario, sides: { id: string; name: string }[]): string {
  const m = x.measured
  if (!m || !sides[1]) return ''
  const [a, b] = [sides[0]!, sides[1]]
  const share = ((m.won[a.id] ?? 0) + (m.won.draw ?? 0) / 2) / m.games
  const centre = (share + SURE ** 2 / (2 * m.games)) / (1 + SURE ** 2 / m.games)
  const half = (SURE * Math.sqrt((share * (1 - share)) / m.games + SURE ** 2 / (4 * m.games ** 2))) / (1 + SURE ** 2 / m.games)
  if (centre - half > 0.5) return tr('{side} is easier', { side: tr(a.name) })
  if (centre + half < 0.5) return tr('{side} is easier', { side: tr(b.name) })
  return tr('neither side is clearly easier')
}

/** What both rest on. */
export function source(x: Scenario, sides: { id: string; name: string }[]): string {
  const m = x.measured
  if (!m) return ''
  const won = sides.map((s) => tr('{side} {n}', { side: tr(s.name), n: m.won[s.id] ?? 0 })).join(', ')
  return tr(
    'Measured: {games} games of the computer ({level}) against itself: {won}, drawn {draws}; {n} decisions at {seconds} seconds each.',
    {
      games: m.games,
      level: m.level,
      won,
      draws: m.won.draw ?? 0,
      n: m.decisions,
      seconds: SECONDS,
    },
  )
}
