import { expect, test } from 'vitest'
import { lights } from '../src/lessons/lights'
import { Grid } from '../src/map/grid'

const hex = (id: string, x: number, y: number) => ({ id, x, y, neighbours: [], places: [] })
const g = new Grid({ pitch: 60, flat: true, hexes: [hex('a', 0, 0), hex('b', 120, 0), hex('c', 900, 0)] } as never)

test('what lies together stands in one light, what lies far apart in one each', () => {
  expect(lights(['a', 'b'], g)).toEqual([[60, 0, 60 + 75]])
  expect(lights(['a', 'c'], g)).toEqual([
    [0, 0, 60],
    [900, 0, 60],
  ])
  expect(lights([], g)).toEqual([])
})
