/** What two ways on come to, in words; only as sure as the trials allow. */
import { half } from '../map/words'
import type { Judged } from '../server/live'
import type { Option } from '../server/types'
import { percent } from '../shared/text'
import { tr } from '../words'
import { said } from '../words/sentences'
import { headline } from './outlook'

const points = (of: Judged) => Math.max(1, Math.round(Math.abs(of.chances[1] - of.chances[0]) * 100))

/** The first way is mine, the second the hint. */
export function verdict(of: Judged): string {
  if (!of.sure) return tr('Too close to call: the difference is smaller than the chance of it.')
  return of.chances[1] > of.chances[0]
    ? tr('The hint is better by about {n} points in a hundred.', { n: points(of) })
    : tr('Yours is better by about {n} points in a hundred.', { n: points(of) })
}

/** The first way was played, the second would have been. */
export function verdictOfGame(of: Judged): string {
  const trials = tr('{n} trials of each', { n: of.trials })
  if (!of.sure) return tr('Too close to call ({trials}).', { trials })
  return of.chances[1] > of.chances[0]
    ? tr('That stands out ({trials}).', { trials })
    : tr('What was played stands out as better ({trials}).', { trials })
}

/** The forecast of an option: what it costs, what it may bring. */
export function figures(o: Option): string[] {
  const d = o.details
  if (!d) return []
  const found: string[] = []
  if (d.cost != null)
    found.push(
      d.left != null
        ? tr('{n} movement points, {left} left', { n: half(d.cost), left: half(d.left) })
        : tr('{n} movement points', { n: half(d.cost) }),
    )
  const odds = d.forecast && headline(d.forecast, d.forecast)
  if (odds) found.push(`${percent(odds.chance)} ${odds.text}`)
  if (d.warning) found.push(said(d.warning))
  return found
}
