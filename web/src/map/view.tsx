/** The map: a static sheet under live counters. Panning moves one layer; zooming is baked into its size, so everything stays crisp. */
import { type Signal, useSignal, useSignalEffect } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { Spot } from '../lessons/spot'
import { Marks } from '../people/marking'
import { Icon } from '../shared/icons'
import { StoryWays } from '../story/card'
import * as t from '../table'
import * as cam from './camera'
import { Counters, Cursor, Markers } from './counters'
import { ActionMenu, StackFan } from './fan'
import { KeepMap } from './keep'
import { type MapMoves, mapKeys, pressed } from './keys'
import { Legend, OverlayLabels, Overlays } from './layers'
import { Overview } from './overview'
import { Pointers } from './pointer'
import { Aim, Reach } from './reach'
import { forScripts } from './scripts'
import { StaticSheet } from './sheet'
import { Tip } from './tip'
import './map.css'
import { tr } from '../words'

export interface Sight {
  x: number
  y: number
  w: number
  h: number
}

/** How many pixels a hex has at the first look, by the size of counters that the reader likes. */
const NEAR = { small: 46, medium: 60, large: 80 }

/** Where the map was left when a curtain fell over it. */
const left: { table: string; camera: cam.Camera | null } = { table: '', camera: null }

/** The camera of one map: moves it, draws it, and remembers it. */
class Eye implements MapMoves {
  camera: cam.Camera = left.camera ?? { x: 0, y: 0, k: 1 }
  box: HTMLDivElement | null = null
  world: HTMLDivElement | null = null
  private settle = 0
  constructor(
    readonly baked: Signal<number>,
    readonly sight: Signal<Sight>,
  ) {}

  get sheet() {
    return t.sheet.value!.map
  }
  get window(): cam.Size {
    return { width: this.box?.clientWidth ?? 0, height: this.box?.clientHeight ?? 0 }
  }

  place(c: cam.Camera = this.camera) {
    if (!this.box || !this.world) return
    this.camera = left.camera = cam.kept(c, this.window, this.sheet)
    this.draw()
    clearTimeout(this.settle)
    this.settle = window.setTimeout(() => {
      if (!this.box) return
      const { x, y, k } = this.camera
      this.baked.value = k
      this.sight.value = { x: -x / k, y: -y / k, w: this.window.width / k, h: this.window.height / k }
    }, 140)
  }
  private draw() {
    const { x, y, k } = this.camera
    this.world!.style.transform = `translate(${x}px,${y}px) scale(${k / this.baked.peek()})`
  }
  /** The new size and the new transform belong into one frame. */
  bake() {
    const k = this.baked.value
    if (!this.world) return
    for (const svg of this.world.querySelectorAll<SVGElement>(':scope > svg')) {
      svg.setAttribute('width', String(this.sheet.width * k))
      svg.setAttribute('height', String(this.sheet.height * k))
    }
    this.draw()
    // names of places never become smaller than can be read
    this.world.style.setProperty('--label', String(Math.min(2.1, Math.max(1, 9 / (12.5 * k)))))
  }

  zoom = (factor: number, at?: cam.Point) =>
    this.place(cam.zoomed(this.camera, factor, at ?? [this.window.width / 2, this.window.height / 2]))
  pan = (dx: number, dy: number) => this.place({ ...this.camera, x: this.camera.x + dx, y: this.camera.y + dy })
  whole = () => this.box && this.place(cam.whole(this.window, this.sheet))
  begin = () => this.box && this.clear((free) => cam.first(interest(), free, this.sheet, NEAR[t.counterSize.value]))
  /** A look that lies free of the coach, where that has the whole width to itself. */
  private clear(look: (free: cam.Size) => cam.Camera) {
    const [above, below] = covered(this.box!)
    const { width, height } = this.window
    const c = look({ width, height: height - above - below })
    this.place({ ...c, y: c.y + above })
  }
  to = (at: cam.Point) =>
    this.place({ ...this.camera, x: this.window.width / 2 - at[0] * this.camera.k, y: this.window.height / 2 - at[1] * this.camera.k })
  show = (hex: string, force = false) => {
    const g = t.grid.value!
    if (!g.has(hex) || !this.box) return
    const at = g.centre(hex)
    if (!force && cam.sees(this.camera, at, this.window, 60)) return
    this.clear((free) => cam.centred(this.camera.k, at, free, this.sheet))
  }
  middle = () => t.grid.value!.at(...cam.toSheet(this.camera, [this.window.width / 2, this.window.height / 2]))
  point = (hex: string): [number, number] => cam.toScreen(this.camera, t.grid.value!.centre(hex))
  sees = (hex: string) => cam.sees(this.camera, t.grid.value!.centre(hex), this.window)
}

/** How much of the map the coach covers, above and below. */
function covered(box: HTMLElement): [number, number] {
  const coach = document.querySelector('.coach')?.getBoundingClientRect()
  const map = box.getBoundingClientRect()
  if (!coach || coach.width < 0.8 * map.width) return [0, 0]
  return coach.top - map.top < map.bottom - coach.bottom ? [coach.bottom - map.top, 0] : [0, map.bottom - coach.top]
}

/** Where the units of the side to decide stand. */
function ownUnits(): cam.Point[] {
  const g = t.grid.value!
  return [...t.units.peek().values()].filter((u) => u.side === t.live.peek()?.actor && g.has(u.at)).map((u) => g.centre(u.at))
}

/** What the first look should show, the first of these that is on the map: the fight, those that can act, the side's own, the last event,
 * all, the places. */
function interest(): cam.Point[] {
  const g = t.grid.value!
  const f = t.live.value?.forecast
  const at = (names: Iterable<string>) => [...names].map((n) => t.units.value.get(n)?.at ?? '')
  const centres = (hexes: string[]) => hexes.filter(g.has).map((h) => g.centre(h))
  const looks = [
    () => centres(at([...(f?.attackers ?? []), ...(f?.defenders ?? [])].map((x) => x.unit))),
    () => centres(at(t.active.value)),
    ownUnits,
    () => centres(lastPlaces()),
    () => centres(at(t.units.value.keys())),
  ]
  for (const look of looks) {
    const found = look()
    if (found.length) return found
  }
  return g.map.hexes.filter((x) => x.places.length).map((x) => [x.x, x.y] as const)
}

/** Where the last event with a place of its own was; what concerns half the map has none. */
function lastPlaces(): string[] {
  const last = t.log
    .peek()
    .flatMap((e) => e.events)
    .findLast((v) => v.at.length && v.at.length <= 5)
  return last?.at ?? []
}

/** A click on the map: on a counter, where a stack may have to be opened first, or on a hex. */
function clicked(e: PointerEvent, hex: string) {
  const target = (e.target as Element).closest<SVGElement>('[data-unit]')
  const add = e.shiftKey || e.ctrlKey || e.metaKey
  if (!target) return void t.clickHex(hex, add)
  const name = target.dataset.unit!
  const u = t.units.value.get(name)!
  const useful = (t.stacks.value.get(u.at) ?? []).filter((x) => t.offer.value?.units.has(x.name))
  t.peekStack.value = ''
  // several counters here that could be meant: open the stack
  const goes = t.selected.value.length > 0 && t.destinations.value.has(u.at)
  if (useful.length > 1 && t.openStack.value !== u.at && !goes) t.openStack.value = u.at
  else void t.clickUnit(useful.length === 1 && !useful.includes(u) ? useful[0]!.name : name, add)
}

export function MapView() {
  const box = useRef<HTMLDivElement>(null)
  const world = useRef<HTMLDivElement>(null)
  const baked = useSignal(1)
  const sight = useSignal<Sight>({ x: 0, y: 0, w: 1, h: 1 })
  const eye = useMemo(() => new Eye(baked, sight), [])
  const b = t.sheet.value!
  const g = t.grid.value!
  const l = b.map
  const night = t.night.value
  const pointers = useMemo(
    () =>
      new Pointers(() => box.current!, {
        drag: eye.pan,
        pinch: eye.zoom,
        click: (e) => clicked(e, g.at(...cam.toSheet(eye.camera, pointers.local(e)))),
        hover: (e) => {
          if (e.pointerType !== 'mouse' || (e.target as Element).closest('.fan, .menu')) return
          const h = g.at(...cam.toSheet(eye.camera, pointers.local(e)))
          if (h !== t.hovered.peek()) t.hovered.value = h
        },
        linger: (e) => (t.tipHex.value = g.at(...cam.toSheet(eye.camera, pointers.local(e)))),
      }),
    [g],
  )

  useSignalEffect(() => eye.bake())
  useEffect(() => {
    eye.box = box.current
    eye.world = world.current
    if (left.table === t.table.value && left.camera) eye.place(left.camera)
    else eye.begin()
    left.table = t.table.value
    let size = eye.window
    const watch = new ResizeObserver(() => {
      if (!box.current) return
      const now = eye.window
      if (Math.abs(now.width - size.width) > 40 || Math.abs(now.height - size.height) > 140) eye.begin()
      size = now
    })
    watch.observe(box.current!)
    const wheel = (e: WheelEvent) => {
      e.preventDefault()
      eye.zoom(Math.exp(-e.deltaY * (e.ctrlKey ? 0.01 : e.deltaMode ? 0.05 : 0.0016)), pointers.local(e))
    }
    const el = box.current!
    el.addEventListener('wheel', wheel, { passive: false })
    forScripts(eye)
    return () => {
      watch.disconnect()
      el.removeEventListener('wheel', wheel)
    }
  }, [b.game])
  useFollowing(eye)

  mapKeys.current = eye
  const stay = (e: Event) => e.stopPropagation()
  const spot = (hex: string): [number, number, number] => [...eye.point(hex), eye.camera.k]
  return (
    <div
      class="map"
      ref={box}
      tabIndex={0}
      role="application"
      aria-roledescription={tr('hex map')}
      aria-label={tr('Map of {game}', { game: b.title })}
      aria-describedby="map-keys"
      onPointerDown={(e) => {
        t.tipHex.value = ''
        pointers.press(e)
      }}
      onPointerMove={pointers.move}
      onPointerUp={pointers.release}
      onPointerCancel={pointers.forget}
      onPointerLeave={() => (t.hovered.value = '')}
      onKeyDown={(e) => pressed(e, eye)}
      data-testid="map">
      <p class="hidden" id="map-keys">
        {tr('Arrow keys move the cursor, Enter chooses. N and P find units that can act, J and K hexes that can be chosen.')}{' '}
        {tr('D leads to the buttons, G lists the board, question mark lists all keys.')}
      </p>
      <div class="world" ref={world}>
        <StaticSheet />
        <svg class="live" viewBox={`0 0 ${l.width} ${l.height}`} width={l.width} height={l.height}>
          {night && <rect class="night-shade" width={l.width} height={l.height} />}
          <Overlays />
          <Reach />
          <Markers />
          <Counters />
          <OverlayLabels />
          <Aim />
          <StoryWays />
          <Marks />
          <Spot />
          <Cursor />
        </svg>
      </div>
      <Overview sight={sight} go={(x, y) => eye.to([x, y])} />
      <div class="map-tools" onPointerDown={stay} onPointerUp={stay}>
        <button type="button" title={tr('Zoom in (+)')} aria-label={tr('Zoom in')} onClick={() => eye.zoom(1.3)}>
          +
        </button>
        <button type="button" title={tr('Zoom out (-)')} aria-label={tr('Zoom out')} onClick={() => eye.zoom(1 / 1.3)}>
          −
        </button>
        <button type="button" title={tr('Fit to screen (F)')} aria-label={tr('Fit to screen')} onClick={eye.whole}>
          ⤢
        </button>
        <button
          type="button"
          title={tr('Hide counters (H)')}
          aria-label={tr('Hide counters')}
          aria-pressed={t.hideCounters.value}
          onClick={() => (t.hideCounters.value = !t.hideCounters.value)}>
          <Icon name="eye" />
        </button>
        <KeepMap />
      </div>
      <Legend />
      <Tip place={spot} />
      <StackFan place={spot} />
      <ActionMenu place={spot} />
    </div>
  )
}

/** The map follows: what is asked for, where the selected can go, what happens out of sight. */
function useFollowing(eye: Eye) {
  useSignalEffect(() => {
    const h = t.focusHex.value
    if (h) {
      eye.show(h)
      t.focusHex.value = ''
    }
  })
  // a fight is looked at whole
  useSignalEffect(() => {
    const f = t.live.value?.forecast
    const g = t.grid.value
    if (!f || !g || !eye.box || t.replayAt.peek() !== null) return
    const names = [...(f.attackers ?? []), ...(f.defenders ?? [])].map((x) => t.units.peek().get(x.unit)?.at ?? '')
    const away = names.filter((h) => g.has(h) && !cam.sees(eye.camera, g.centre(h), eye.window, 50))
    if (away.length) eye.show(cam.middlemost(names.filter(g.has), g), true)
  })
  // whoever can only go where nobody is looking is shown the way
  useSignalEffect(() => {
    const g = t.grid.value
    const to = g ? [...t.destinations.value.keys()].filter(g.has) : []
    if (!g || !to.length || !eye.box || to.some(eye.sees)) return
    eye.show(cam.busiest(to, ownUnits(), g), true)
  })
  useSignalEffect(() => {
    const f = t.flash.value
    // what concerns half the map has no place of its own
    if (f.length && f.length <= 5 && !f.some(eye.sees)) eye.show(f[0]!, true)
  })
}
