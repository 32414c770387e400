/** Where hexes are on the sheet. Everything is looked up in what the server sent; nothing is computed from hex numbers. */
import type { Hex, Sheet } from '../server/types'

export class Grid {
  readonly by = new Map<string, Hex>()
  private buckets = new Map<number, Hex[]>()
  readonly pitch: number
  constructor(readonly map: Sheet['map']) {
    this.pitch = map.pitch
    for (const h of map.hexes) {
      this.by.set(h.id, h)
      const key = this.key(h.x, h.y)
      const list = this.buckets.get(key)
      if (list) list.push(h)
      else this.buckets.set(key, [h])
    }
  }
  private key(x: number, y: number) {
    return Math.floor(x / this.pitch) * 4096 + Math.floor(y / this.pitch)
  }
  has = (id: string) => this.by.has(id)
  centre(id: string): [number, number] {
    const h = this.by.get(id)
    return h ? [h.x, h.y] : [0, 0]
  }
  corners(id: string, scale = 1): string {
    const [x, y] = this.centre(id)
    const r = (scale * this.pitch) / Math.sqrt(3)
    return Array.from({ length: 6 }, (_, i) => {
      const a = ((this.map.flat ? 0 : 30) + 60 * i) * (Math.PI / 180)
      return `${(x + r * Math.cos(a)).toFixed(1)},${(y + r * Math.sin(a)).toFixed(1)}`
    }).join(' ')
  }
  /** The hex under a point of the sheet, or an empty string. */
  at(x: number, y: number): string {
    let best = '',
      least = (this.pitch * 0.577) ** 2
    for (const dx of [-1, 0, 1])
      for (const dy of [-1, 0, 1])
        for (const h of this.buckets.get(this.key(x + dx * this.pitch, y + dy * this.pitch)) ?? []) {
          const d = (h.x - x) ** 2 + (h.y - y) ** 2
          if (d < least) [best, least] = [h.id, d]
        }
    return best
  }
  /** One step with an arrow key: the neighbour that lies most in that direction. */
  step(id: string, key: string): string {
    const [x, y] = this.centre(id)
    const [dx, dy] = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0.1], ArrowRight: [1, 0.1] }[key] ?? [0, 0]
    let best = id,
      most = 0.3
    for (const n of this.by.get(id)?.neighbours ?? []) {
      const [a, b] = this.centre(n)
      const dot = ((a - x) * dx! + (b - y) * dy!) / this.pitch
      if (dot > most) [best, most] = [n, dot]
    }
    return best
  }
  /** A shortest chain of hexes, for forcing a way; `ok` says which hexes may be used. */
  chain(from: string, to: string, ok: (hex: string) => boolean): string[] {
    const before = new Map<string, string>([[from, '']])
    const queue = [from]
    while (queue.length) {
      const h = queue.shift()!
      if (h === to) {
        const out = [h]
        for (let p = before.get(h)!; p; p = before.get(p)!) out.unshift(p)
        return out
      }
      for (const n of this.by.get(h)?.neighbours ?? [])
        if (!before.has(n) && (n === to || ok(n))) {
          before.set(n, h)
          queue.push(n)
        }
    }
    return [from, to]
  }
}
