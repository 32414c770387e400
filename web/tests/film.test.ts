import { expect, test } from 'vitest'
import { Damaged, isFilm, readFilm, sheetOf } from '../src/films/film'

const unit = (name: string, at: string) => ({ name, at, side: 'red', factors: [], status: [] })
const record =
  'sandtable record 1\ngame: toy/one\noptions: {"big": true}\nrules: 1\n\n1. red: move A 0102 #00000000\n2. chance: roll 4 @1 #00000000\nresult: red\n'
const lines = [
  { record, viewers: ['spectator'] },
  {
    views: { spectator: { turn: 1, phase: 'move', units: { are: ['A', 'B'], news: [unit('A', '0101'), unit('B', '0103')] } } },
    prompts: { spectator: 'Move' },
  },
  {
    views: { spectator: { phase: 'fight', units: { are: ['A', 'B'], news: [unit('A', '0102')] } } },
    prompts: { spectator: 'Roll' },
    events: [['A moves', ['4.1'], ['0101', '0102'], []]],
  },
  { views: { spectator: { turn: 2, units: { are: ['A'], news: [] }, gone: ['phase'] } }, prompts: { spectator: '' }, events: [] },
]
const text = `sandtable film 1\n${lines.map((x) => JSON.stringify(x)).join('\n')}\n`

test('a film tells what stood where after every entry', () => {
  const film = readFilm(text)
  const seen = film.views.spectator!
  expect(seen.map((v) => v.units.map((u) => `${u.name} ${u.at}`))).toEqual([['A 0101', 'B 0103'], ['A 0102', 'B 0103'], ['A 0102']])
  expect(seen.map((v) => v.prompt)).toEqual(['Move', 'Roll', ''])
  expect(seen[2]).not.toHaveProperty('phase')
})

test('its entries are those of the record, with what was told of them', () => {
  const film = readFilm(text)
  expect(film.entries.map((e) => [e.n, e.actor, e.action, e.turn, e.phase])).toEqual([
    [1, 'red', 'move A 0102', 1, 'move'],
    [2, 'chance', 'roll 4', 2, 'fight'],
  ])
  expect(film.entries[0]!.events).toEqual([{ text: 'A moves', rules: ['4.1'], at: ['0101', '0102'] }])
  expect(sheetOf(film)).toBe('/api/sheet/toy/one?options=%7B%22big%22%3A%20true%7D')
})

test('what is no film, or only a part of one, is said to be so', () => {
  expect(isFilm(record)).toBe(false)
  expect(() => readFilm(record)).toThrow(Damaged)
  expect(() => readFilm(text.split('\n').slice(0, -2).join('\n'))).toThrow('a part of it is missing')
  expect(() => readFilm(text.replace('{"views"', '{views'))).toThrow('cannot be read')
})
