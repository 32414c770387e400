/** The map as a file: the sheet with counters, markers and the layer that is shown, as a drawing (SVG) or a picture (PNG). */
import * as t from '../table'
import { tr } from '../words'
import { said } from '../words/sentences'

/** What style sheets say of a drawn thing; in a file there are none. */
const STYLES = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linejoin', 'opacity', 'color', 'paint-order']
const OF_TEXT = ['font-family', 'font-size', 'font-weight', 'font-style', 'text-anchor', 'letter-spacing']
/** What belongs to playing, not to the picture. */
const LEFT_OUT = '.ring, .ring-under, .veil, .must-sign, .dusk, title'
/** The parts of what lives on the sheet that a picture shows. */
const SHOWN = ['night-shade', 'overlay', 'markers', 'counters', 'marks']
/** A picture is this many times as large as the sheet, as far as browsers can draw it. */
const SCALE = 2
const LARGEST = 8000

function withStyles(from: Element, to: Element) {
  const style = getComputedStyle(from)
  for (const name of from instanceof SVGTextElement ? [...STYLES, ...OF_TEXT] : STYLES) to.setAttribute(name, style.getPropertyValue(name))
  for (const [i, child] of [...from.children].entries()) withStyles(child, to.children[i]!)
}

/** The drawing that stands in the page, complete in itself. */
export function drawing(): SVGSVGElement {
  const sheet = document.querySelector<SVGSVGElement>('svg.sheet')!
  const { width, height } = t.sheet.value!.map
  const out = sheet.cloneNode(true) as SVGSVGElement
  out.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  out.setAttribute('width', String(width))
  out.setAttribute('height', String(height))
  out.removeAttribute('class')
  for (const part of document.querySelectorAll('svg.live > *')) {
    if (!SHOWN.some((name) => part.classList.contains(name)) || part.classList.contains('gone')) continue
    const copy = part.cloneNode(true) as Element
    withStyles(part, copy)
    out.append(copy)
  }
  for (const x of out.querySelectorAll(LEFT_OUT)) x.remove()
  const title = document.createElementNS('http://www.w3.org/2000/svg', 'title')
  title.textContent = [t.sheet.value!.title, said(t.view.value!.turn_name)].join(', ')
  out.prepend(title)
  return out
}

const text = () => new XMLSerializer().serializeToString(drawing())
const file = (kind: string) => `${t.sheet.value!.game.replaceAll('/', '-')}-${t.view.value!.turn}.${kind}`

export const saveSvg = () => t.download(new Blob([text()], { type: 'image/svg+xml' }), file('svg'))

export async function savePng() {
  const { width, height } = t.sheet.value!.map
  const scale = Math.min(SCALE, LARGEST / width, LARGEST / height)
  const address = URL.createObjectURL(new Blob([text()], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(width * scale)
    canvas.height = Math.round(height * scale)
    canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height)
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
    if (blob) t.download(blob, file('png'))
    else t.note(tr('This browser cannot draw a picture of this size. The drawing (SVG) can be saved.'))
  } finally {
    URL.revokeObjectURL(address)
  }
}
