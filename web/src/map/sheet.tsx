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
  }, [text])
  return <svg class="sheet" ref={ref} viewBox={`0 0 ${l.width} ${l.height}`} width={l.width} height={l.height} aria-hidden="true" />
}
