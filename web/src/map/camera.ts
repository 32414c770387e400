/** The camera as a value: where the sheet lies in the window and how large. All of it is arithmetic. */
import type { Grid } from './grid'

export interface Camera {
  x: number
  y: number
  k: number
}
export interface Size {
  width: number
  height: number
}
export type Point = readonly [number, number]

const MIN = 0.15
const MAX = 4

/** On the screen. */
export const toScreen = (c: Camera, [x, y]: Point): [number, number] => [x * c.k + c.x, y * c.k + c.y]
/** On the sheet. */
export const toSheet = (c: Camera, [x, y]: Point): [number, number] => [(x - c.x) / c.k, (y - c.y) / c.k]

/** At least a strip of the sheet stays in sight. */
export function kept(c: Camera, window: Size, sheet: Size): Camera {
  const along = (at: number, view: number, length: number) => Math.round(Math.min(view - 80, Math.max(80 - length * c.k, at)))
  return { k: c.k, x: along(c.x, window.width, sheet.width), y: along(c.y, window.height, sheet.height) }
}

/** Nearer by a factor, with one point of the window staying where it is. */
export function zoomed(c: Camera, factor: number, [x, y]: Point): Camera {
  const k = Math.min(MAX, Math.max(MIN, c.k * factor))
  return { k, x: x - ((x - c.x) * k) / c.k, y: y - ((y - c.y) * k) / c.k }
}

/** The whole sheet. */
export function whole(window: Size, sheet: Size): Camera {
  const k = Math.min(window.width / sheet.width, window.height / sheet.height)
  return { k, x: (window.width - sheet.width * k) / 2, y: (window.height - sheet.height * k) / 2 }
}

/** A point of the sheet in the middle, without looking past the edge of a sheet that fills the window. */
export function centred(k: number, at: Point, window: Size, sheet: Size): Camera {
  const along = (view: number, length: number, x: number) =>
    length * k <= view ? (view - length * k) / 2 : Math.min(0, Math.max(view - length * k, view / 2 - x * k))
  return { k, x: along(window.width, sheet.width, at[0]), y: along(window.height, sheet.height, at[1]) }
}

/** Is the point in the window, at least `pad` pixels from its edges? */
export function sees(c: Camera, at: Point, window: Size, pad = 0): boolean {
  const [x, y] = toScreen(c, at)
  return x > pad && x < window.width - pad && y > pad && y < window.height - pad
}

/** The mean of those that stand closest together: not the middle of nowhere between two fronts. */
export function crowd(points: Point[], reach: number): Point | null {
  if (!points.length) return null
  const near = (p: Point) => points.filter((q) => Math.hypot(q[0] - p[0], q[1] - p[1]) < reach)
  const most = points.map(near).reduce((a, b) => (b.length > a.length ? b : a))
  const mean = (i: 0 | 1) => most.reduce((m, p) => m + p[i], 0) / most.length
  return [mean(0), mean(1)]
}

/** The first look: the whole map where its counters can be read (`near`: so many pixels a hex), else a closer view of the play. */
export function first(points: Point[], window: Size, sheet: Size & { pitch: number }, near: number): Camera {
  const all = whole(window, sheet)
  if (all.k * sheet.pitch >= 0.9 * near || !window.width) return all
  const k = near / sheet.pitch
  return centred(k, crowd(points, 6 * sheet.pitch) ?? [sheet.width / 2, sheet.height / 2], window, sheet)
}

/** Of several hexes the one with most of these points around it; where there are none, the middlemost. */
export function busiest(hexes: string[], points: Point[], g: Grid): string {
  const reach = 3.5 * g.pitch
  const around = (h: string) => points.filter((p) => Math.hypot(p[0] - g.centre(h)[0], p[1] - g.centre(h)[1]) < reach).length
  const counted = hexes.map((h) => [h, around(h)] as const)
  const most = Math.max(...counted.map(([, n]) => n))
  return most ? counted.find(([, n]) => n === most)![0] : middlemost(hexes, g)
}

/** Of several hexes the one nearest to their middle. */
export function middlemost(hexes: string[], g: Grid): string {
  const points = hexes.map((h) => g.centre(h))
  const mid = [0, 1].map((i) => points.reduce((m, p) => m + p[i]!, 0) / points.length)
  const far = (p: Point) => Math.hypot(p[0] - mid[0]!, p[1] - mid[1]!)
  return hexes[points.indexOf(points.reduce((a, b) => (far(b) < far(a) ? b : a)))]!
}
