/** Pointers on the map: one drags, two pinch, a short one clicks. */
import type { Point } from './camera'

/** Farther than this, it was no click. */
const STEADY = 6
/** A finger that rests so long asks what is there. */
const LONG = 400

export interface Wishes {
  drag(dx: number, dy: number): void
  pinch(factor: number, at: Point): void
  click(e: PointerEvent): void
  hover(e: PointerEvent): void
  linger(e: PointerEvent): void
}

export class Pointers {
  private down = new Map<number, { x: number; y: number }>()
  private moved = 0
  private timer = 0
  private lingered = false
  constructor(
    private box: () => HTMLElement,
    private wish: Wishes,
  ) {}

  local = (e: PointerEvent | WheelEvent): [number, number] => {
    const r = this.box().getBoundingClientRect()
    return [e.clientX - r.left, e.clientY - r.top]
  }

  press = (e: PointerEvent) => {
    if (e.button > 1) return
    this.down.set(e.pointerId, { x: e.clientX, y: e.clientY })
    clearTimeout(this.timer)
    this.lingered = false
    if (this.down.size > 1) return
    this.moved = 0
    if (e.pointerType === 'mouse') return
    this.timer = window.setTimeout(() => {
      if (this.moved > STEADY || this.down.size !== 1) return
      this.lingered = true
      this.wish.linger(e)
    }, LONG)
  }

  move = (e: PointerEvent) => {
    const p = this.down.get(e.pointerId)
    if (!p) return this.wish.hover(e)
    const dx = e.clientX - p.x
    const dy = e.clientY - p.y
    this.moved += Math.abs(dx) + Math.abs(dy)
    if (this.moved > STEADY && !this.box().hasPointerCapture(e.pointerId)) this.box().setPointerCapture(e.pointerId)
    if (this.down.size === 2) this.spread(e, p, dx, dy)
    else if (this.moved > STEADY) this.wish.drag(dx, dy)
    p.x = e.clientX
    p.y = e.clientY
  }

  private spread(e: PointerEvent, p: { x: number; y: number }, dx: number, dy: number) {
    const other = [...this.down].find(([id]) => id !== e.pointerId)![1]
    const before = Math.hypot(p.x - other.x, p.y - other.y)
    const after = Math.hypot(e.clientX - other.x, e.clientY - other.y)
    const r = this.box().getBoundingClientRect()
    this.wish.drag(dx / 2, dy / 2)
    if (before > 0) this.wish.pinch(after / before, [(e.clientX + other.x) / 2 - r.left, (e.clientY + other.y) / 2 - r.top])
  }

  release = (e: PointerEvent) => {
    const had = this.down.delete(e.pointerId)
    clearTimeout(this.timer)
    if (had && !this.lingered && this.moved <= STEADY && !this.down.size) this.wish.click(e)
  }

  forget = (e: PointerEvent) => {
    clearTimeout(this.timer)
    this.down.delete(e.pointerId)
  }
}
