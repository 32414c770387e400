/** The static sheet of the map, as the server draws it. */
import { useEffect, useRef } from 'preact/hooks'
import * as t from '../table'

export function StaticSheet() {
  const l = t.sheet.value!.map
  const ref = useRef<SVGSVGElement>(null)
  const text = t.mapSvg.value
  useEffect(() => {
    if (!text || !ref.current) return
    const doc = new DOMParser().parseFromString(text, 'image/svg+xml')
    ref.current.replaceChildren(...Array.from(doc.documentElement.childNodes).map((n) => document.importNode(n, true)))
    // the dark theme darkens the ground, never the names: a shade between the two
    const dusk = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
    dusk.setAttribute('class', 'dusk')
    dusk.setAttribute('width', '100%')
    dusk.setAttribute('height', '100%')
    const names = ref.current.querySelector(':scope > .numbers, :scope > .places')
    ref.current.insertBefore(dusk, names)
  }, [text])
  return <svg class="sheet" ref={ref} viewBox={`0 0 ${l.width} ${l.height}`} width={l.width} height={l.height} aria-hidden="true" />
}
