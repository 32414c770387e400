/**
 * Templates, the small language in which messages are written (docs/engine.md#sentences): `{unit}` is a place, `{unit^}` one
 * with a capital letter, `{n#unit|units}` a word for one and a word for many, `[7.4]` or `[{rule}]` a citation of paragraphs.
 * Templates are read, never sentences: what a value says is not looked into.
 */
export type Mark =
  | { kind: 'text'; text: string }
  | { kind: 'place'; name: string; capital: boolean }
  | { kind: 'count'; name: string; one: string; many: string }
  | { kind: 'cited'; marks: Mark[] }

const MARK = /\{(\w+)(\^?)(?:#([^|{}]*)\|([^{}]*))?\}|\[((?:\{\w+\}|[A-Z\d.:, -])*)\]/g

/** What a template is made of, in order. */
export function marks(template: string): Mark[] {
  const found: Mark[] = []
  let end = 0
  const plain = (to: number) => to > end && found.push({ kind: 'text', text: template.slice(end, to) })
  for (const m of template.matchAll(MARK)) {
    plain(m.index)
    end = m.index + m[0].length
    const [, name = '', capital, one, many = '', cited] = m
    if (cited !== undefined) found.push({ kind: 'cited', marks: marks(cited) })
    else if (one !== undefined) found.push({ kind: 'count', name, one, many })
    else found.push({ kind: 'place', name, capital: !!capital })
  }
  plain(template.length)
  return found
}

/** A citation stands behind its sentence, before the full stop: the reasons of an end are kept the other way round. */
export function citedLast(all: Mark[]): Mark[] {
  const [cited, ...rest] = all
  const last = rest.at(-1)
  if (cited?.kind !== 'cited' || !last) return all
  const stop = last.kind === 'text' && last.text.endsWith('.') ? '.' : ''
  const body = rest.map((m, i): Mark => {
    if (m.kind !== 'text') return m
    const text = i ? m.text : m.text.trimStart()
    return { kind: 'text', text: stop && m === last ? text.slice(0, -1) : text }
  })
  return [...body, { kind: 'text', text: ' ' }, cited, { kind: 'text', text: stop }].filter((m) => m.kind !== 'text' || m.text) as Mark[]
}

/** What a template says at first: without its brackets, and without what follows a colon or a semicolon. */
export function mainClause(template: string): string {
  const bare = template.replace(/ \([^()]*\)/g, '')
  const clause = /[^:;]*\{[^:;]*(?=[:;] )/.exec(bare)
  return clause ? `${clause[0]}.` : bare
}
