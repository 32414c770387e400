import { expect, test } from 'vitest'
import * as cam from '../src/map/camera'

const window = { width: 1000, height: 600 }
const sheet = { width: 4000, height: 3000, pitch: 60 }

test('a point keeps its place under the pointer while zooming', () => {
  const c = { x: -120, y: 40, k: 0.8 }
  const before = cam.toSheet(c, [333, 222])
  const after = cam.toSheet(cam.zoomed(c, 1.7, [333, 222]), [333, 222])
  expect(after[0]).toBeCloseTo(before[0])
  expect(after[1]).toBeCloseTo(before[1])
})

test('zooming stops at both ends', () => {
  expect(cam.zoomed({ x: 0, y: 0, k: 3 }, 10, [0, 0]).k).toBe(4)
  expect(cam.zoomed({ x: 0, y: 0, k: 0.3 }, 0.01, [0, 0]).k).toBe(0.15)
})

test('the whole sheet fits and lies in the middle', () => {
  const c = cam.whole(window, sheet)
  expect(cam.toScreen(c, [sheet.width, sheet.height])[1]).toBeCloseTo(600)
  expect(c.x).toBeCloseTo(window.width - cam.toScreen(c, [sheet.width, 0])[0])
})

test('the sheet cannot be lost', () => {
  const c = cam.kept({ x: -99999, y: 99999, k: 1 }, window, sheet)
  expect(cam.toScreen(c, [sheet.width, 0])[0]).toBe(80)
  expect(c.y).toBe(window.height - 80)
})

test('a large sheet opens where most of the play is', () => {
  const front: cam.Point[] = [
    [3000, 2000],
    [3060, 2000],
    [3000, 2060],
    [200, 200],
  ]
  const c = cam.first(front, window, sheet, 60)
  expect(cam.sees(c, [3020, 2020], window, 100)).toBe(true)
  expect(cam.sees(c, [200, 200], window)).toBe(false)
  expect(c.k * sheet.pitch).toBeGreaterThanOrEqual(60)
})

test('a small sheet opens whole', () => {
  const small = { width: 800, height: 500, pitch: 60 }
  expect(cam.first([[1, 1]], window, small, 60)).toEqual(cam.whole(window, small))
})

test('a centred hex at the edge does not show what lies beyond', () => {
  expect(cam.centred(1, [10, 10], window, sheet)).toEqual({ k: 1, x: 0, y: 0 })
})
