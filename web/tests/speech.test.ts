import { expect, test } from 'vitest'
import { say, spoken, tellNews } from '../src/table/screen'

test('news is not talked over, and the same words are heard twice', () => {
  say('Selected Amir-1 in 1509')
  say('Selected Amir-1 in 1509')
  expect(spoken.value).toBe('Selected Amir-1 in 1509\u00a0')
  tellNews('Rolled 3: attackers retreat.')
  say('Selected Matt-1 in 0713')
  expect(spoken.value).toBe('Rolled 3: attackers retreat. Selected Matt-1 in 0713')
  tellNews('Matt-1 retreats to 0712.')
  expect(spoken.value).toBe('Matt-1 retreats to 0712.')
})
