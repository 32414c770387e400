import { expect, test, vi } from 'vitest'
import { citedLast, type Mark, marks } from '../src/words/template'

vi.stubGlobal('localStorage', { getItem: () => 'pseudo', setItem: () => undefined })

test('a template is text, places and citations', () => {
  expect(marks('{unit^} moves {n} {n#hex|hexes} [5.1, {rule}].')).toEqual([
    { kind: 'place', name: 'unit', capital: true },
    { kind: 'text', text: ' moves ' },
    { kind: 'place', name: 'n', capital: false },
    { kind: 'text', text: ' ' },
    { kind: 'count', name: 'n', one: 'hex', many: 'hexes' },
    { kind: 'text', text: ' ' },
    {
      kind: 'cited',
      marks: [
        { kind: 'text', text: '5.1, ' },
        { kind: 'place', name: 'rule', capital: false },
      ],
    },
    { kind: 'text', text: '.' },
  ])
  expect(marks('A word [in brackets] is text.')).toEqual([{ kind: 'text', text: 'A word [in brackets] is text.' }])
})

test('a citation knows its paragraphs in every language, and can be left out', async () => {
  const { bare, pieces } = await import('../src/words/sentences')
  const said = { text: 'Hold it [3.1, 7.2].', id: 'Hold it [3.1, {rule}].', values: { rule: { kind: 'rule', text: '7.2' } } }
  expect(pieces(said).find((p) => p.rules)).toEqual({ kind: 'cited', text: '[3.1, 7.2]', rules: ['3.1', '7.2'] })
  expect(bare({ text: 'Six units across [14.1]' })).toBe('⟦Síx úñítš áçróšš ⟧')
})

test('a citation stands behind its sentence, before the full stop', () => {
  const written = (m: Mark) => (m.kind === 'cited' ? '[]' : m.kind === 'text' ? m.text : '{}')
  const text = (id: string) => citedLast(marks(id)).map(written).join('')
  expect(text('[{cited}] The bridge {unit} is in Matzmed.')).toBe('The bridge {} is in Matzmed [].')
  expect(text('[{cited}] One.')).toBe('One [].')
  expect(text('[{cited}] {n} more may cross; {needed} are needed.')).toBe('{} more may cross; {} are needed [].')
  expect(text('[{cited}] Net {points}: {level}')).toBe('Net {}: {} []')
  expect(text('Hold it [3.1]. Then go on.')).toBe('Hold it []. Then go on.')
  expect(text('[3.1]')).toBe('[]')
})

test('drawn as a button, a citation follows the stop of its sentence', async () => {
  const { stopsFirst } = await import('../src/words/sentences')
  const text = (t: string) => ({ text: t, kind: '' })
  const chip = { text: '[5.1]', kind: 'cited', rules: ['5.1'] }
  expect(stopsFirst([text('Go on to the fights '), chip, text('.')]).map((p) => p.text)).toEqual(['Go on to the fights. ', '[5.1]'])
  expect(stopsFirst([text('Hold it '), chip, text('. Then go on.')]).map((p) => p.text)).toEqual(['Hold it. ', '[5.1]', ' Then go on.'])
  expect(stopsFirst([chip, text('.')]).map((p) => p.text)).toEqual(['[5.1]', '.'])
})
