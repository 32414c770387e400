import { expect, test } from 'vitest'
import { say, spoken, tellNews } from '../src/table/screen'

const texts = () => spoken.value.map((x) => x.text)

test('the same words are heard twice: every saying is a node of its own', () => {
  say('Selected Amir-1 in 1509')
  const before = spoken.value[0]!.n
  say('Selected Amir-1 in 1509')
  expect(texts()).toEqual(['Selected Amir-1 in 1509'])
  expect(spoken.value[0]!.n).not.toBe(before)
})

test('news is not talked over, nor read out again by what follows it', () => {
  tellNews('Rolled 3: attackers retreat.')
  const news = spoken.value[0]
  say('Selected Matt-1 in 0713')
  expect(texts()).toEqual(['Rolled 3: attackers retreat.', 'Selected Matt-1 in 0713'])
  expect(spoken.value[0]).toBe(news)
  tellNews('Matt-1 retreats to 0712.')
  expect(texts()).toEqual(['Matt-1 retreats to 0712.'])
})
