/** The map: a static sheet under live counters. Panning moves one layer; zooming is baked into its size, so everything stays crisp. */
import { useComputed, useSignal, useSignalEffect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { CounterFace, CounterPicture, speak } from './counter'
import * as t from './table'
import { memo } from './memo'
import type { Details, Look, Sheet, Unit } from './types'

interface Camera { x: number; y: number; k: number }
const MIN = 0.15, MAX = 4
export const counterStep = (n: number) => Math.min(3.4, 12 / Math.max(1, n - 1))

/** Where the map was left when a curtain fell over it. */
const left: { table: string; camera: Camera | null } = { table: '', camera: null }

export function MapView() {
  const box = useRef<HTMLDivElement>(null)
  const world = useRef<HTMLDivElement>(null)
  const camera = useRef<Camera>(left.camera ?? { x: 0, y: 0, k: 1 })
  const baked = useSignal(1)
  const sight = useSignal<{ x: number; y: number; w: number; h: number }>({ x: 0, y: 0, w: 1, h: 1 })
  const settle = useRef(0)
  const b = t.sheet.value!
  const g = t.grid.value!
  const l = b.map
  const night = t.night.value

  const place = () => {
    if (!box.current || !world.current) return
    const c = camera.current
    const w = box.current!.clientWidth, h = box.current!.clientHeight
    // never lose the map: at least a strip stays in sight
    c.x = Math.round(Math.min(w - 80, Math.max(80 - l.width * c.k, c.x)))
    c.y = Math.round(Math.min(h - 80, Math.max(80 - l.height * c.k, c.y)))
    left.camera = c
    world.current!.style.transform = `translate(${c.x}px,${c.y}px) scale(${c.k / baked.peek()})`
    clearTimeout(settle.current)
    settle.current = window.setTimeout(() => {
      if (!box.current) return
      baked.value = camera.current.k
      sight.value = { x: -c.x / c.k, y: -c.y / c.k, w: w / c.k, h: h / c.k }
    }, 140)
  }
  // the new size and the new transform belong into one frame
  useSignalEffect(() => {
    const k = baked.value
    if (!world.current) return
    for (const svg of world.current.querySelectorAll<SVGElement>(':scope > svg')) {
      svg.setAttribute('width', String(l.width * k))
      svg.setAttribute('height', String(l.height * k))
    }
    const c = camera.current
    world.current.style.transform = `translate(${c.x}px,${c.y}px) scale(${c.k / k})`
    // names of places never become smaller than can be read
    world.current.style.setProperty('--label', String(Math.min(2.1, Math.max(1, 9 / (12.5 * k)))))
  })
  const zoom = (factor: number, px?: number, py?: number) => {
    const c = camera.current
    const x = px ?? box.current!.clientWidth / 2, y = py ?? box.current!.clientHeight / 2
    const k = Math.min(MAX, Math.max(MIN, c.k * factor))
    c.x = x - ((x - c.x) * k) / c.k
    c.y = y - ((y - c.y) * k) / c.k
    c.k = k
    place()
  }
  /** The first look: the whole map where its counters can be read, else a closer view of where the play is. */
  const begin = () => {
    if (!box.current) return
    whole()
    const w = box.current!.clientWidth, h = box.current!.clientHeight
    if (camera.current.k * l.pitch >= 44 || !w) return
    const f = t.live.value?.forecast
    const fight = [...(f?.attackers ?? []), ...(f?.defenders ?? [])].map((x) => x.unit).filter((n) => t.units.value.has(n))
    const names = fight.length ? fight : t.active.value.length ? t.active.value : [...t.units.value.keys()]
    const places = (all: Iterable<string>) => [...all].map((n) => t.units.value.get(n)?.at ?? '').filter(g.has).map((x) => g.centre(x))
    const named = places(names)
    const standing = places(t.units.value.keys())
    const at = named.length ? named : standing.length ? standing : l.hexes.filter((x) => x.places.length).map((x) => [x.x, x.y] as [number, number])
    // where most of them are close together, not the middle of nowhere between two fronts
    const crowd = (p: [number, number]) => at.filter((q) => Math.hypot(q[0] - p[0], q[1] - p[1]) < 6 * l.pitch)
    const there = at.length ? at.map(crowd).reduce((a, b) => (b.length > a.length ? b : a)) : []
    const k = Math.max(46, Math.min(64, h / 13, (w / l.width) * l.pitch)) / l.pitch
    const mean = (i: 0 | 1, all: number) => (there.length ? there.reduce((m, p) => m + p[i], 0) / there.length : all / 2)
    const inside = (view: number, sheet: number, x: number) => (sheet * k <= view ? (view - sheet * k) / 2 : Math.min(0, Math.max(view - sheet * k, view / 2 - x * k)))
    camera.current = { x: inside(w, l.width, mean(0, l.width)), y: inside(h, l.height, mean(1, l.height)), k }
    place()
  }
  const whole = () => {
    if (!box.current) return
    const w = box.current!.clientWidth, h = box.current!.clientHeight
    const k = Math.min(w / l.width, h / l.height)
    camera.current = { x: (w - l.width * k) / 2, y: (h - l.height * k) / 2, k }
    place()
  }
  const show = (hex: string, force = false) => {
    if (!g.has(hex) || !box.current) return
    const [x, y] = g.centre(hex)
    const c = camera.current, w = box.current!.clientWidth, h = box.current!.clientHeight
    const sx = x * c.k + c.x, sy = y * c.k + c.y, pad = 60
    if (!force && sx > pad && sx < w - pad && sy > pad && sy < h - pad) return
    // in the middle, but without looking past the edge of a sheet that fills the window
    const within = (view: number, sheet: number, at: number) => (sheet <= view ? (view - sheet) / 2 : Math.min(0, Math.max(view - sheet, at)))
    c.x = within(w, l.width * c.k, w / 2 - x * c.k)
    c.y = within(h, l.height * c.k, h / 2 - y * c.k)
    place()
  }
  useEffect(() => {
    const kept = left.table === t.table.value && left.camera
    if (kept) place()
    else begin()
    left.table = t.table.value
    let size = [box.current!.clientWidth, box.current!.clientHeight]
    const watch = new ResizeObserver(() => {
      if (!box.current) return
      const now = [box.current!.clientWidth, box.current!.clientHeight]
      if (Math.abs(now[0]! - size[0]!) > 40 || Math.abs(now[1]! - size[1]!) > 140) begin()
      size = now
    })
    watch.observe(box.current!)
    return () => watch.disconnect()
  }, [b.game])
  useSignalEffect(() => {
    const h = t.focusHex.value
    if (h) {
      show(h)
      t.focusHex.value = ''
    }
  })
  // whoever can only go where nobody is looking is shown the way
  useSignalEffect(() => {
    const to = [...t.destinations.value.keys()].filter(g.has)
    if (!to.length || !box.current) return
    const c = camera.current, w = box.current.clientWidth, h = box.current.clientHeight
    const points = to.map((x) => g.centre(x))
    if (points.some(([x, y]) => x * c.k + c.x > 0 && x * c.k + c.x < w && y * c.k + c.y > 0 && y * c.k + c.y < h)) return
    const mid = [0, 1].map((i) => points.reduce((m, p) => m + p[i]!, 0) / points.length)
    const far = (p: [number, number]) => Math.hypot(p[0] - mid[0]!, p[1] - mid[1]!)
    show(to[points.indexOf(points.reduce((a, b) => (far(b) < far(a) ? b : a)))]!, true)
  })
  useSignalEffect(() => {
    const f = t.flash.value
    // what concerns half the map has no place of its own
    if (f.length && f.length <= 5) {
      // follow the play when it happens out of sight
      const c = camera.current, w = box.current?.clientWidth ?? 0, h = box.current?.clientHeight ?? 0
      const seen = f.some((x) => {
        const [px, py] = g.centre(x)
        const sx = px * c.k + c.x, sy = py * c.k + c.y
        return sx > 0 && sx < w && sy > 0 && sy < h
      })
      if (!seen) show(f[0]!, true)
    }
  })

  // pointers: one drags, two pinch, a short one clicks
  const pointers = useRef(new Map<number, { x: number; y: number }>())
  const moved = useRef(0)
  const local = (e: PointerEvent | WheelEvent): [number, number] => {
    const r = box.current!.getBoundingClientRect()
    return [e.clientX - r.left, e.clientY - r.top]
  }
  const hexAt = (e: PointerEvent) => {
    const [x, y] = local(e)
    const c = camera.current
    return g.at((x - c.x) / c.k, (y - c.y) / c.k)
  }
  const down = (e: PointerEvent) => {
    if (e.button > 1) return
    pointers.current.set(e.pointerId, { x: e.clientX, y: e.clientY })
    if (pointers.current.size === 1) moved.current = 0
  }
  const move = (e: PointerEvent) => {
    const p = pointers.current.get(e.pointerId)
    if (!p) {
      if (e.pointerType === 'mouse' && !(e.target as Element).closest('.fan, .menu')) {
        const h = hexAt(e)
        if (h !== t.hovered.peek()) t.hovered.value = h
      }
      return
    }
    const dx = e.clientX - p.x, dy = e.clientY - p.y
    moved.current += Math.abs(dx) + Math.abs(dy)
    if (moved.current > 6 && !box.current!.hasPointerCapture(e.pointerId)) box.current!.setPointerCapture(e.pointerId)
    if (pointers.current.size === 2) {
      const other = [...pointers.current].find(([id]) => id !== e.pointerId)![1]
      const before = Math.hypot(p.x - other.x, p.y - other.y), after = Math.hypot(e.clientX - other.x, e.clientY - other.y)
      const r = box.current!.getBoundingClientRect()
      camera.current.x += dx / 2
      camera.current.y += dy / 2
      if (before > 0) zoom(after / before, (e.clientX + other.x) / 2 - r.left, (e.clientY + other.y) / 2 - r.top)
    } else if (moved.current > 6) {
      camera.current.x += dx
      camera.current.y += dy
      place()
    }
    p.x = e.clientX
    p.y = e.clientY
  }
  const up = (e: PointerEvent) => {
    const had = pointers.current.delete(e.pointerId)
    if (!had || moved.current > 6 || pointers.current.size) return
    const target = (e.target as Element).closest<SVGElement>('[data-unit]')
    const add = e.shiftKey || e.ctrlKey || e.metaKey
    if (target) {
      const name = target.dataset.unit!
      const u = t.units.value.get(name)!
      const stack = t.stacks.value.get(u.at) ?? []
      const useful = stack.filter((x) => t.offer.value?.units.has(x.name))
      // several counters here that could be meant: open the stack
      t.peekStack.value = ''
      if (useful.length > 1 && t.openStack.value !== u.at && !(t.selected.value.length && t.destinations.value.has(u.at))) t.openStack.value = u.at
      else void t.clickUnit(useful.length === 1 && !useful.includes(u) ? useful[0]!.name : name, add)
    } else t.clickHex(hexAt(e), add)
  }
  const wheel = (e: WheelEvent) => {
    e.preventDefault()
    const [x, y] = local(e)
    zoom(Math.exp(-e.deltaY * (e.ctrlKey ? 0.01 : e.deltaMode ? 0.05 : 0.0016)), x, y)
  }
  useEffect(() => {
    const el = box.current!
    el.addEventListener('wheel', wheel, { passive: false })
    return () => el.removeEventListener('wheel', wheel)
  }, [b.game])

  const key = (e: KeyboardEvent) => {
    if (e.key.startsWith('Arrow')) {
      e.preventDefault()
      if (e.shiftKey) {
        const d = 80
        camera.current.x += e.key === 'ArrowLeft' ? d : e.key === 'ArrowRight' ? -d : 0
        camera.current.y += e.key === 'ArrowUp' ? d : e.key === 'ArrowDown' ? -d : 0
        return place()
      }
      const from = t.cursor.value || (t.selected.value[0] && t.units.value.get(t.selected.value[0])?.at) || l.hexes[Math.floor(l.hexes.length / 2)]!.id
      const h = g.has(from) ? g.step(from, e.key) : l.hexes[0]!.id
      t.cursor.value = h
      t.say(describe(h))
      show(h)
    } else if ((e.key === 'Enter' || e.key === ' ') && t.cursor.value) {
      e.preventDefault()
      const here = t.stacks.value.get(t.cursor.value) ?? []
      const useful = here.filter((x) => t.offer.value?.units.has(x.name))
      if (t.selected.value.length && (t.destinations.value.has(t.cursor.value) || e.shiftKey)) t.clickHex(t.cursor.value, e.shiftKey)
      else if (useful.length > 1) t.openStack.value = t.cursor.value
      else if (useful.length === 1) void t.clickUnit(useful[0]!.name, e.shiftKey)
      else t.clickHex(t.cursor.value, e.shiftKey)
    } else if (e.key === '+' || e.key === '=') zoom(1.25)
    else if (e.key === '-') zoom(0.8)
    else if (e.key === '0' || e.key === 'f') whole()
    else if (e.key === 'F') begin()
  }
  mapKeys.current = { zoom, whole, begin }
  // for people who drive the page by script: where a hex is on the screen, how far the game is
  useEffect(() => {
    ;(window as unknown as { sandtable: object }).sandtable = {
      entries: () => t.last.value,
      version: () => t.live.value?.version ?? 0,
      mine: () => t.mine.value && !t.busy.value,
      canReach: () => t.destinations.value.has(t.cursor.value),
      hexPoint: (h: string) => {
        const where = () => {
          const [x, y] = g.centre(h), c = camera.current, r = box.current!.getBoundingClientRect()
          return [x * c.k + c.x + r.left, y * c.k + c.y + r.top] as const
        }
        show(h)
        if (!document.elementFromPoint(...where())?.closest('.world, .map') || document.elementFromPoint(...where())?.closest('.overview, .map-tools')) show(h, true)
        return where()
      },
    }
  }, [b.game])

  return (
    <div class="map" ref={box} tabIndex={0} role="application" aria-roledescription="hex map" aria-label={`Map of ${b.title}. Arrow keys move the cursor, Enter chooses, N and P find units that can act.`}
      onPointerDown={down} onPointerMove={move} onPointerUp={up} onPointerCancel={(e) => pointers.current.delete(e.pointerId)} onPointerLeave={() => (t.hovered.value = '')} onKeyDown={key} data-testid="map">
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
          <Cursor />
        </svg>
      </div>
      <Overview sight={sight} go={(x, y) => { const c = camera.current; c.x = box.current!.clientWidth / 2 - x * c.k; c.y = box.current!.clientHeight / 2 - y * c.k; place() }} />
      <div class="map-tools" onPointerDown={(e) => e.stopPropagation()} onPointerUp={(e) => e.stopPropagation()}>
        <button type="button" title="Zoom in (+)" aria-label="Zoom in" onClick={() => zoom(1.3)}>+</button>
        <button type="button" title="Zoom out (-)" aria-label="Zoom out" onClick={() => zoom(1 / 1.3)}>−</button>
        <button type="button" title="Fit to screen (F)" aria-label="Fit to screen" onClick={whole}>⤢</button>
        <button type="button" title="Hide counters (H)" aria-label="Hide counters" aria-pressed={t.hideCounters.value} onClick={() => (t.hideCounters.value = !t.hideCounters.value)}>◻</button>
      </div>
      <Legend />
      {night && <p class="night-sign" role="status"><svg viewBox="-10 -10 20 20" width="18" height="18" aria-hidden="true"><path d="M3 -8A8.200 8.200 0 1 0 8 4.500A6.600 6.600 0 0 1 3 -8z" fill="currentColor" /></svg>Night</p>}
      <StackFan place={(hex) => { const [x, y] = g.centre(hex); const c = camera.current; return [x * c.k + c.x, y * c.k + c.y, c.k] }} />
      <ActionMenu place={(hex) => { const [x, y] = g.centre(hex); const c = camera.current; return [x * c.k + c.x, y * c.k + c.y, c.k] }} />
    </div>
  )
}

/** For keys that work wherever the focus is. */
export const mapKeys: { current: { zoom: (f: number) => void; whole: () => void; begin: () => void } | null } = { current: null }

export const featureName = (kind: string, look: Look) => look.feature[kind]?.label ?? kind.replaceAll('_', ' ')

/** What is in a hex, in words. */
export function describe(id: string): string {
  const h = t.grid.value!.by.get(id)
  const look = t.look.value!
  if (!h) return id
  const terrain = (look.terrain[h.terrain]?.label ?? h.terrain).replaceAll('_', ' ')
  const here = (t.stacks.value.get(id) ?? []).map((u) => speak(u, look))
  const go = t.destinations.value.get(id)?.[0]
  const words = [id, ...h.places, terrain, ...h.features.map((f) => featureName(f, look)), ...here]
  if (go) words.push(go.details?.left != null ? `can be reached, ${go.details.left} left` : 'can be chosen')
  return words.filter(Boolean).join('; ')
}

function StaticSheet() {
  const l = t.sheet.value!.map
  const ref = useRef<SVGSVGElement>(null)
  const text = t.mapSvg.value
  useEffect(() => {
    if (!text || !ref.current) return
    const doc = new DOMParser().parseFromString(text, 'image/svg+xml')
    ref.current.replaceChildren(...Array.from(doc.documentElement.childNodes).map((n) => document.importNode(n, true)))
  }, [text])
  return <svg class="sheet" ref={ref} viewBox={`0 0 ${l.width} ${l.height}`} width={l.width} height={l.height} aria-hidden="true" />
}

function Overlays() {
  const g = t.grid.value!
  const name = t.overlay.value
  if (!name) return null
  const kind = name.split('-')[0]!
  return (
    <g class={`overlay overlay-${kind}`} aria-hidden="true">
      {Object.entries(t.overlayHexes.value).filter(([h]) => g.has(h)).map(([h, text]) => {
        return <polygon key={h} class={printed(text) === '✕' ? 'bad' : ''} points={g.corners(h, 0.97)} />
      })}
    </g>
  )
}

/** What of a layer's text is printed on the hex (docs/view.md). */
export const printed = (text: string) => /^(?![a-z_]{2,}(?:: |$))(\S{1,6}?)(?:: |$)/i.exec(text)?.[1] ?? ''

/** The layer's figures lie over the counters: they are about them. */
function OverlayLabels() {
  const g = t.grid.value!
  if (!t.overlay.value) return null
  return (
    <g class={`overlay overlay-${t.overlay.value.split('-')[0]} labels`} aria-hidden="true">
      {Object.entries(t.overlayHexes.value).map(([h, text]) => [h, printed(text)] as const).filter(([h, p]) => p && g.has(h)).map(([h, p]) => {
        const [x, y] = g.centre(h)
        const w = p.length * 6.4 + 8
        return <g key={h} class={p === '✕' ? 'bad' : ''}><rect x={x - w / 2} y={y + 25} width={w} height="13.500" rx="6.500" /><text x={x} y={y + 35.500}>{p}</text></g>
      })}
    </g>
  )
}

/** Which layer lies on the map, and what its figures mean. */
function Legend() {
  const name = t.overlay.value
  const found = t.overlays.value.find((o) => o.id === name)
  if (!found) return null
  const texts = Object.values(t.overlayHexes.value)
  const groups = new Map<string, string[]>()
  for (const x of texts) groups.set(printed(x), [...(groups.get(printed(x)) ?? []), x])
  // figures explain themselves; words and signs are listed
  const plain = (x: string) => x.replace(/^\S{1,6}?: /, '').replaceAll(/\s*\[[^\]]*\]/g, '')
  const figures = [...groups].filter(([p]) => /^\d+$/.test(p))
  const listed = [...[...groups].filter(([p]) => !/^\d+$/.test(p)), ...figures.filter(([, all]) => all[0]!.includes(': ')).slice(0, 2)].slice(0, 7)
  const alike = (all: string[]) => (new Set(all).size > 3 ? '' : [...new Set(all)].filter(Boolean).join(', '))
  const words = (p: string, all: string[]) => (p === '✕' ? 'trouble' : p === '✓' ? 'in order' : p ? plain(all[0]!) : alike(all.map(plain)))
  return (
    <aside class="legend" aria-label="Map layer" onPointerDown={(e) => e.stopPropagation()} onPointerUp={(e) => e.stopPropagation()} data-testid="legend">
      <b>{found.name}</b>
      <span class="quiet">{texts.length ? `${texts.length} ${texts.length === 1 ? 'hex' : 'hexes'}. Point at one for the reason.` : 'Nothing to show in this position.'}</span>
      {listed.some(([p, all]) => words(p, all)) && <ul class={`overlay-${name.split('-')[0]}`}>{listed.map(([p, all]) => words(p, all) && <li key={p}><i class={p === '✕' ? 'bad' : ''}>{p}</i>{words(p, all)}{all.length > 1 && <small>{all.length}</small>}</li>)}</ul>}
      <button type="button" class="close" aria-label="Hide this layer" title="Hide this layer" onClick={() => void t.setOverlay(name)}>×</button>
    </aside>
  )
}

export const half = (n: number | string | undefined | null) => (n == null ? '' : String(n).replace(/^0\.5$/, '½').replace(/\.5$/, '½').replace(/^0\.33.*$/, '⅓').replace(/^0\.66.*$/, '⅔').replace(/\.33\d*$/, '⅓').replace(/\.6[67]\d*$/, '⅔'))

export const stepCost = (s: NonNullable<Details['steps']>[number] | undefined) => (s !== null && typeof s === 'object' ? s.cost : s)

/** Where the selected units can go, with what is left there; the way to the hex under the pointer. */
function Reach() {
  const g = t.grid.value!
  const to = t.destinations.value
  const aim = to.has(t.hovered.value) ? t.hovered.value : t.cursor.value
  const force = t.forced.value
  const best = force ? force.option : to.get(aim)?.[0]
  const path = force ? force.path : best ? (best.details?.path?.length ? best.details.path : best.path) : []
  const steps = best?.details?.steps ?? []
  const targets = t.offer.value && !t.selected.value.length ? [...t.offer.value.hexes] : []
  return (
    <g class="reach" aria-hidden="true">
      {[...to].filter(([h]) => g.has(h)).map(([h, c]) => {
        const [x, y] = g.centre(h)
        const left = c[0]!.details?.left
        return (
          <g key={h} class={c[0]!.details?.warning ? 'warn' : left == null && to.size > 30 ? 'area' : ''} data-reach={h}>
            <polygon points={g.corners(h, 0.94)} />
            {left != null && <text x={x} y={y + 6}>{half(left)}</text>}
          </g>
        )
      })}
      {targets.filter((h) => g.has(h)).map((h) => <polygon key={h} class="target" data-target={h} points={g.corners(h, 0.92)} />)}
      {path.length > 1 && path.every((h) => g.has(h)) && (
        <g class={force?.refusal ? 'way refused' : 'way'}>
          <polyline points={path.map((h) => g.centre(h).join(',')).join(' ')} class="under" />
          <polyline points={path.map((h) => g.centre(h).join(',')).join(' ')} />
          {path.slice(1).map((h, i) => {
            const [x, y] = g.centre(h)
            return (
              <g key={h + i} transform={`translate(${x} ${y})`}>
                <circle r="9" />
                <text y="3.500">{half(stepCost(steps[i]))}</text>
              </g>
            )
          })}
        </g>
      )}
    </g>
  )
}

/** Who attacks whom in the fight being prepared. */
function Aim() {
  const g = t.grid.value!
  const f = t.replayAt.value === null ? t.live.value?.forecast : null
  if (!f) return null
  const at = (n: string) => t.units.value.get(n)?.at ?? n
  const from = [...new Set((f.attackers ?? []).map((x) => at(x.unit)))].filter(g.has)
  const to = [...new Set((f.defenders ?? []).map((x) => at(x.unit)))].filter(g.has)
  const near = (h: string) => to.reduce((best, x) => (far(h, x) < far(h, best) ? x : best), to[0]!)
  const far = (a: string, b: string) => Math.hypot(g.centre(a)[0] - g.centre(b)[0], g.centre(a)[1] - g.centre(b)[1])
  if (!to.length) return null
  return (
    <g class="aim" aria-hidden="true">
      {from.map((h) => {
        const [x, y] = g.centre(h), [p, q] = g.centre(near(h))
        const d = Math.hypot(p - x, q - y) || 1, u = (p - x) / d, v = (q - y) / d
        const [sx, sy, ex, ey] = [x + u * 16, y + v * 16, p - u * 24, q - v * 24]
        const line = { x1: sx, y1: sy, x2: ex - u * 6, y2: ey - v * 6 }
        return <g key={h}><line class="under" {...line} /><line {...line} /><path d={`M${ex + u * 8} ${ey + v * 8}L${ex - u * 7 - v * 9} ${ey - v * 7 + u * 9}L${ex - u * 7 + v * 9} ${ey - v * 7 - u * 9}Z`} /></g>
      })}
    </g>
  )
}

function Markers() {
  const g = t.grid.value!
  const markers = t.view.value?.markers ?? []
  return (
    <g class="markers">
      {markers.filter((m) => g.has(m.at)).map((m, i) => {
        const [x, y] = g.centre(m.at)
        const text = m.text || m.kind.replaceAll('_', ' ')
        return (
          <g key={m.kind + m.at + i} transform={`translate(${x} ${y - 24})`} role="img" aria-label={`${text} in ${m.at}`}>
            <title>{text}</title>
            <rect x={-text.length * 2.6 - 5} y="-7" width={text.length * 5.2 + 10} height="13" rx="6.500" />
            <text y="2.900">{text}</text>
          </g>
        )
      })}
    </g>
  )
}

function Counters() {
  const look = t.look.value
  const here = useComputed(() => [...t.stacks.value].filter(([h]) => t.isHex(h)))
  if (!look) return null
  return (
    <g class={`counters ${t.hideCounters.value ? 'gone' : ''}`}>
      {here.value.map(([h, stack]) => <Stack key={h} hex={h} stack={stack} look={look} />)}
    </g>
  )
}

function Stack({ hex, stack, look }: { hex: string; stack: Unit[]; look: Look }) {
  const [x, y] = t.grid.value!.centre(hex)
  const n = stack.length, d = counterStep(n)
  const o = t.offer.value
  const actor = t.live.value?.actor
  // counters that can act lie on top, so that a click finds them
  const rank = (u: Unit) => (t.selected.value.includes(u.name) ? 2 : o?.units.has(u.name) || t.called.value.has(u.name) ? 1 : 0)
  // the strongest of the others is what one wants to see
  const sorted = n > 1 ? [...stack].sort((a, b) => rank(a) - rank(b) || (parseFloat(a.factors[0] ?? '') || 0) - (parseFloat(b.factors[0] ?? '') || 0)) : stack
  return (
    <>
      {sorted.map((u, i) => {
        const back = (n - 1) / 2 - i
        const can = o?.units.has(u.name)
        const picked = t.selected.value.includes(u.name)
        const called = !can && t.called.value.has(u.name)
        return (
          <g key={u.name} data-unit={u.name} data-at={hex} class={`unit ${can ? (u.side === actor ? 'can' : 'can target') : ''} ${picked ? 'picked' : ''} ${called ? 'called' : ''}`}
            transform={`translate(${(x - back * d).toFixed(1)} ${(y + 2 + back * d).toFixed(1)}) scale(1.1)`} role="img" aria-label={`${hex}: ${speak(u, look)}${can ? ', can be chosen' : ''}`}>
            <CounterFace unit={u} look={look} />
            {o && o.units.size > 0 && !can && u.side === actor && <rect class="veil" x="-21" y="-21" width="42" height="42" rx="3" />}
            {(can || picked || called) && <rect class="ring" x="-23" y="-23" width="46" height="46" rx="5" />}
          </g>
        )
      })}
      {n > 2 && <g transform={`translate(${x + 21} ${y - 21})`} class="tally" aria-hidden="true"><circle r="7.500" /><text y="3.200">{n}</text></g>}
    </>
  )
}

function Cursor() {
  const g = t.grid.value!
  const c = t.cursor.value, h = t.hovered.value
  return (
    <g aria-hidden="true">
      {t.flash.value.filter(g.has).map((f) => <polygon key={`${f}-${t.last.value}-${t.replayAt.value}`} class="flash" points={g.corners(f, 0.96)} />)}
      {h && <polygon class="hover" points={g.corners(h, 0.98)} />}
      {c && g.has(c) && <polygon class="cursor" points={g.corners(c, 0.98)} />}
    </g>
  )
}

/** A small map of the whole, where the sheet is larger than the window. */
function Overview({ sight, go }: { sight: { value: { x: number; y: number; w: number; h: number } }; go: (x: number, y: number) => void }) {
  const l = t.sheet.value!.map, g = t.grid.value!
  const s = sight.value
  if (s.w >= l.width * 0.96 && s.h >= l.height * 0.96) return null
  const scale = Math.min(150 / l.width, 190 / l.height)
  const look = t.look.value!
  return (
    <svg class="overview" viewBox={`0 0 ${l.width} ${l.height}`} style={{ width: `${l.width * scale}px`, height: `${l.height * scale}px` }} aria-hidden="true"
      onPointerDown={(e) => {
        e.stopPropagation()
        const r = e.currentTarget.getBoundingClientRect()
        go(((e.clientX - r.left) / r.width) * l.width, ((e.clientY - r.top) / r.height) * l.height)
      }}
      onPointerUp={(e) => e.stopPropagation()}>
      <OverviewGround map={l} look={look} />
      {[...t.stacks.value].filter(([h]) => g.has(h)).map(([h, st]) => {
        const [x, y] = g.centre(h)
        return <rect key={h} x={x - 30} y={y - 30} width="60" height="60" fill={t.accent(st[0]!.side)} stroke="#fff" stroke-width="8" />
      })}
      <rect class="sight" x={s.x} y={s.y} width={s.w} height={s.h} />
    </svg>
  )
}

const OverviewGround = memo(function OverviewGround({ map, look }: { map: Sheet['map']; look: Look }) {
  const kinds = new Map<string, string>()
  for (const h of map.hexes) kinds.set(h.terrain, (kinds.get(h.terrain) ?? '') + `M${h.x - 32} ${h.y - 34}h64v68h-64z`)
  return <>{[...kinds].map(([k, d]) => <path key={k} d={d} fill={look.terrain[k]?.fill ?? '#ead9b0'} />)}</>
}, (a, b) => a.map === b.map && a.look === b.look)

/** A stack fanned out: every counter large, to be clicked one by one. */
function StackFan({ place }: { place: (hex: string) => [number, number, number] }) {
  const h = t.openStack.value || t.peekStack.value
  const look = t.look.value
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (t.openStack.value) ref.current?.querySelector<HTMLButtonElement>('button')?.focus()
  }, [t.openStack.value])
  const stack = h ? t.stacks.value.get(h) : undefined
  if (!stack || !look || !t.isHex(h)) return null
  const [x, y, k] = place(h)
  const together = look.counter.stacks && t.offer.value?.verbs.move ? stack.filter((u) => t.offer.value!.units.has(u.name)).map((u) => u.name) : []
  return (
    <div class="fan" ref={ref} role="group" aria-label={`Units in ${h}`} style={{ left: `clamp(4px, ${x}px, calc(100% - 4px))`, top: `${Math.max(90, y - 16 * k)}px` }}
      onPointerDown={(e) => e.stopPropagation()} onPointerUp={(e) => e.stopPropagation()}
      onKeyDown={(e) => {
        if (e.key === 'Escape') { e.stopPropagation(); t.openStack.value = ''; document.querySelector<HTMLElement>('.map')?.focus() }
        const all = [...ref.current!.querySelectorAll('button')]
        const i = all.indexOf(document.activeElement as HTMLButtonElement)
        if (e.key === 'ArrowRight' || e.key === 'ArrowLeft') { e.preventDefault(); e.stopPropagation(); all[(i + (e.key === 'ArrowRight' ? 1 : -1) + all.length) % all.length]?.focus() }
        else if (e.key.startsWith('Arrow') || e.key === 'Enter' || e.key === ' ') e.stopPropagation()
      }}>
      {stack.map((u) => (
        <button key={u.name} type="button" aria-pressed={t.selected.value.includes(u.name)} title={speak(u, look)} data-fan={u.name}
          class={t.offer.value?.units.has(u.name) ? 'can' : ''}
          onClick={(e) => { const add = e.shiftKey || e.ctrlKey; void t.clickUnit(u.name, add); if (!add) t.openStack.value = t.peekStack.value = ''; document.querySelector<HTMLElement>('.map')?.focus() }}>
          <CounterPicture unit={u} look={look} size={60} /><span class="hidden">{speak(u, look)}</span>
        </button>
      ))}
      {together.length > 1 && <button type="button" class="all" data-fan="all" onClick={() => { t.selectAll(together); t.openStack.value = t.peekStack.value = ''; document.querySelector<HTMLElement>('.map')?.focus() }}>All {together.length}<small>together</small></button>}
    </div>
  )
}

/** Several things could be meant by a click: choose. */
function ActionMenu({ place }: { place: (hex: string) => [number, number, number] }) {
  const m = t.menu.value
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (m) ref.current?.querySelector<HTMLButtonElement>('button')?.focus()
  }, [m])
  if (!m) return null
  const [x, y] = place(m.hex)
  return (
    <div class="menu" ref={ref} role="menu" aria-label={`What to do in ${m.hex}`} style={{ left: `${x}px`, top: `${y}px` }} onPointerDown={(e) => e.stopPropagation()} onPointerUp={(e) => e.stopPropagation()}
      onKeyDown={(e) => { e.stopPropagation(); if (e.key === 'Escape') t.menu.value = null }}>
      {m.options.slice(0, 24).map((o) => <button key={o.action} type="button" role="menuitem" onClick={() => void t.act(o.action)}>{o.label}</button>)}
      {m.instead?.map((n) => <button key={n} type="button" role="menuitem" data-instead={n} onClick={() => { t.menu.value = null; t.select(n) }}>Take up {n} instead</button>)}
    </div>
  )
}
