/** What heads the story of a fight. */
import type { Event } from '../server/types'
import type { Said } from '../words/sentences'

/** What a fight came to, most telling first: it heads the story, the arithmetic follows. */
const TELLING = ['loss', 'retreat', 'ground']

/** The line that heads a fight, and the others in their order. */
export function headed(lines: Event[]): [Said, Said[]] {
  const about = TELLING.find((x) => lines.some((v) => v.about === x))
  const head = lines.find((v) => v.about === about) ?? lines[0]
  return head ? [head.text, lines.filter((v) => v !== head).map((v) => v.text)] : ['', []]
}
