/**
 * QR codes (ISO/IEC 18004) for links: bytes, error correction of level M, up to 213 bytes. Rows of true for dark.
 * Drawn here, so that a link never leaves the page to become a picture.
 */

type Grid = boolean[][]

/** By version: codewords of error correction in a block, and blocks. */
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26]
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5]

// arithmetic in the field of 256 elements, over x^8 + x^4 + x^3 + x^2 + 1 --------------------------------------
const EXP: number[] = []
for (let i = 0, x = 1; i < 255; i++, x = (x << 1) ^ (x & 128 ? 0x11d : 0)) EXP.push(x)
const LOG = new Map(EXP.map((x, i) => [x, i]))
const times = (a: number, b: number) => (a && b ? EXP[(LOG.get(a)! + LOG.get(b)!) % 255]! : 0)

/** The remainder of the data, as a polynomial, by the generator of this degree. */
function corrections(data: number[], degree: number): number[] {
  let generator = [1]
  for (let i = 0; i < degree; i++) generator = [...generator, 0].map((c, k) => c ^ times(generator[k - 1] ?? 0, EXP[i]!))
  const rest = [...data, ...Array<number>(degree).fill(0)]
  for (let i = 0; i < data.length; i++) {
    const first = rest[i]!
    for (const [k, c] of generator.entries()) rest[i + k]! ^= times(c, first)
  }
  return rest.slice(data.length)
}

// codewords ----------------------------------------------------------------------------------------------------
/** Codewords that fit into the modules left over by the patterns. */
function capacity(version: number): number {
  const lines = version < 2 ? 0 : Math.floor(version / 7) + 2
  const modules = (16 * version + 128) * version + 64
  const aligned = lines ? (25 * lines - 10) * lines - 55 : 0
  return Math.floor((modules - aligned - (version >= 7 ? 36 : 0)) / 8)
}
const room = (version: number) => capacity(version) - CORRECTION[version - 1]! * BLOCKS[version - 1]!
const countBits = (version: number) => (version < 10 ? 8 : 16)

function dataWords(bytes: Uint8Array, version: number): number[] {
  const bits = (n: number, width: number) => n.toString(2).padStart(width, '0')
  let text = `0100${bits(bytes.length, countBits(version))}${[...bytes].map((b) => bits(b, 8)).join('')}`
  text += '0'.repeat(Math.min(4, room(version) * 8 - text.length))
  text += '0'.repeat((8 - (text.length % 8)) % 8)
  const words = text.match(/.{8}/g)!.map((b) => Number.parseInt(b, 2))
  for (let i = 0; words.length < room(version); i++) words.push(i % 2 ? 0x11 : 0xec)
  return words
}

/** Blocks with their corrections, woven together. */
function woven(words: number[], version: number): number[] {
  const n = BLOCKS[version - 1]!
  const short = Math.floor(words.length / n)
  const long = words.length % n
  const blocks: number[][] = []
  for (let i = 0, at = 0; i < n; i++) {
    const size = short + (i < n - long ? 0 : 1)
    blocks.push(words.slice(at, at + size))
    at += size
  }
  const checks = blocks.map((b) => corrections(b, CORRECTION[version - 1]!))
  const across = (rows: number[][]) =>
    Array.from({ length: Math.max(...rows.map((r) => r.length)) }, (_, i) => rows.map((r) => r[i])).flat()
  return [...across(blocks), ...across(checks)].filter((w) => w !== undefined)
}

// the square ---------------------------------------------------------------------------------------------------
/** Bits followed by their remainder, as the information about format and version is written. */
function guarded(value: number, degree: number, generator: number): number {
  let rest = value
  for (let i = 0; i < degree; i++) rest = (rest << 1) ^ ((rest >> (degree - 1)) & 1 ? generator : 0)
  return (value << degree) | rest
}
const bit = (n: number, i: number) => ((n >> i) & 1) === 1

const MASKS: ((x: number, y: number) => number)[] = [
  (x, y) => (x + y) % 2,
  (_, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
]

class Square {
  readonly size: number
  readonly dark: Grid
  /** Modules of the patterns, which hold no data. */
  private readonly fixed: Grid
  constructor(readonly version: number) {
    this.size = 17 + 4 * version
    this.dark = this.empty()
    this.fixed = this.empty()
    this.patterns()
  }
  private empty = (): Grid => Array.from({ length: this.size }, () => Array<boolean>(this.size).fill(false))

  private set(x: number, y: number, dark: boolean) {
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return
    this.dark[y]![x] = dark
    this.fixed[y]![x] = true
  }
  /** Rings around a middle: light where `light` says so. */
  private rings(cx: number, cy: number, radius: number, light: number[]) {
    for (let dy = -radius; dy <= radius; dy++)
      for (let dx = -radius; dx <= radius; dx++) this.set(cx + dx, cy + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))))
  }
  private patterns() {
    const end = this.size - 1
    for (let i = 0; i <= end; i++) {
      this.set(i, 6, i % 2 === 0)
      this.set(6, i, i % 2 === 0)
    }
    for (const [x, y] of [
      [3, 3],
      [end - 3, 3],
      [3, end - 3],
    ] as const)
      this.rings(x, y, 4, [2, 4])
    const at = this.alignments()
    const last = at.length - 1
    for (const [i, x] of at.entries())
      for (const [k, y] of at.entries()) if (!((!i && !k) || (!i && k === last) || (i === last && !k))) this.rings(x, y, 2, [1])
    this.format(0)
    if (this.version >= 7)
      for (let i = 0, info = guarded(this.version, 12, 0x1f25); i < 18; i++) {
        const [a, b] = [this.size - 11 + (i % 3), Math.floor(i / 3)]
        this.set(a, b, bit(info, i))
        this.set(b, a, bit(info, i))
      }
  }
  private alignments(): number[] {
    if (this.version === 1) return []
    const lines = Math.floor(this.version / 7) + 2
    const step = Math.ceil((this.size - 13) / (2 * lines - 2)) * 2
    return [6, ...Array.from({ length: lines - 1 }, (_, i) => this.size - 7 - step * (lines - 2 - i))]
  }
  /** Level M is 0; the mask follows. */
  format(mask: number) {
    const info = guarded(mask, 10, 0x537) ^ 0x5412
    const end = this.size - 1
    const first = [0, 1, 2, 3, 4, 5, 7, 8]
    for (const [i, y] of first.entries()) this.set(8, y, bit(info, i))
    for (let i = 8; i < 15; i++) this.set([7, 5, 4, 3, 2, 1, 0][i - 8]!, 8, bit(info, i))
    for (let i = 0; i < 8; i++) this.set(end - i, 8, bit(info, i))
    for (let i = 8; i < 15; i++) this.set(8, end - 14 + i, bit(info, i))
    this.set(8, end - 7, true)
  }
  /** Up and down in columns of two, from the right. */
  fill(words: number[]) {
    let i = 0
    for (let right = this.size - 1; right > 0; right -= right === 8 ? 3 : 2)
      for (let step = 0; step < this.size; step++) {
        const y = (right + 1) % 4 < 2 ? this.size - 1 - step : step
        for (const x of [right, right - 1]) {
          if (this.fixed[y]![x]) continue
          this.dark[y]![x] = bit(words[i >> 3] ?? 0, 7 - (i & 7))
          i++
        }
      }
  }
  masked(mask: number): Grid {
    this.format(mask)
    return this.dark.map((row, y) => row.map((d, x) => (this.fixed[y]![x] ? d : d !== (MASKS[mask]!(x, y) === 0))))
  }
}

/** How hard a square is to read: runs, blocks, what looks like a corner, and too much of one colour. */
function badness(grid: Grid): number {
  const lines = [...grid, ...grid[0]!.map((_, x) => grid.map((row) => row[x]!))].map((l) => l.map(Number).join(''))
  let sum = 0
  for (const line of lines) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2
    sum += 40 * (`0000${line}0000`.match(/(?=00001011101|10111010000)/g)?.length ?? 0)
  }
  const n = grid.length
  let dark = 0
  for (let y = 0; y < n; y++)
    for (let x = 0; x < n; x++) {
      dark += Number(grid[y]![x])
      const d = grid[y]![x]
      if (x && y && d === grid[y - 1]![x] && d === grid[y]![x - 1] && d === grid[y - 1]![x - 1]) sum += 3
    }
  return sum + 10 * Math.floor(Math.abs((dark * 20) / (n * n) - 10))
}

/** The code of this text; null when it is too long. `mask` is chosen where none is asked for. */
export function qr(text: string, mask?: number): Grid | null {
  const bytes = new TextEncoder().encode(text)
  const version = CORRECTION.findIndex((_, i) => bytes.length * 8 + 4 + countBits(i + 1) <= room(i + 1) * 8) + 1
  if (!version) return null
  const square = new Square(version)
  square.fill(woven(dataWords(bytes, version), version))
  const all = (mask === undefined ? MASKS.map((_, m) => m) : [mask]).map((m) => square.masked(m))
  return all.reduce((best, one) => (badness(one) < badness(best) ? one : best))
}
