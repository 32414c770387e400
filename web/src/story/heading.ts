/** What heads the story of a fight, and how a long line becomes a heading. */
import type { Event } from '../server/types'
import { listed, tr, trn } from '../words'
import { pieces, type Said, type SaidFacts, said, type Value, withParts } from '../words/sentences'
import { mainClause } from '../words/template'

/** What a fight came to, most telling first: it heads the story, the arithmetic follows. */
const TELLING = ['loss', 'retreat', 'ground']
/** What fits into two lines of a narrow card; more is told below the heading. */
const LONG = 50
/** So many of several are named in a heading. */
const NAMED = 2

/** A heading, short enough for a narrow card; the line as it was said, for whoever opens it; and what follows. */
export interface Headed {
  title: Said
  whole: Said
  details: Said[]
}

/** The line that heads a fight, and the others in their order. */
export function headed(lines: Event[]): Headed {
  const about = TELLING.find((x) => lines.some((v) => v.about === x))
  const head = lines.find((v) => v.about === about) ?? lines[0]
  return head
    ? entitled(
        head.text,
        lines.filter((v) => v !== head).map((v) => v.text),
      )
    : { title: '', whole: '', details: [] }
}

/** A line as a heading; where it is too long for one it is cut to what it says. */
export const entitled = (line: Said, details: Said[]): Headed => ({
  title: said(line).length > LONG ? brief(line) : line,
  whole: line,
  details,
})

/** The line without what it only adds: its brackets, what follows a colon, the third and further names of a row. */
function brief(line: Said): Said {
  const { id, values } = withParts(line)
  if (!id || !values) return line
  return made(mainClause(tr(id)), values)
}

const made = (id: string, values: Record<string, Value>): SaidFacts => {
  const short = { id, values: Object.fromEntries(Object.entries(values).map(([k, v]) => [k, few(v)])), text: '' }
  return {
    ...short,
    text: pieces(short)
      .map((p) => p.text)
      .join(''),
  }
}

/** The first of several, and how many more there are. */
function few(v: Value): Value {
  if (typeof v !== 'object') return v
  if (v.kind === 'sentence') {
    const { id, values } = v as SaidFacts
    return id && values ? { kind: 'sentence', ...made(tr(id), values) } : v
  }
  if (v.kind !== 'list') return v
  const { items } = v as { items: Value[] }
  if (items.length <= NAMED) return v
  const first = said(items[0] as Said)
  return listed([first, trn(items.length - 1, '{n} more', '{n} more')])
}
