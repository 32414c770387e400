/** What a player likes, kept in this browser and applied at once. */
import { computed, effect, type Signal, signal } from '@preact/signals'

function setting<T extends string>(key: string, first: T): Signal<T> {
  const s = signal((localStorage.getItem(`sandtable.${key}`) as T | null) ?? first)
  effect(() => localStorage.setItem(`sandtable.${key}`, s.value))
  return s
}

export type Theme = 'system' | 'light' | 'dark' | 'contrast'
export const theme = setting<Theme>('theme', 'system')
export const textSize = setting<'100' | '125' | '150' | '200'>('text', '100')
export const counterSize = setting<'small' | 'medium' | 'large'>('counters', 'medium')
export const palette = setting<'classic' | 'safe'>('palette', 'classic')
/** How fast the other side's moves are shown. */
export const pace = setting<'once' | 'normal' | 'slow'>('pace', 'normal')
export const sound = setting<'on' | 'off'>('sound', 'off')
/** Messages of the browser when it is my turn. */
export const notify = setting<'on' | 'off'>('notify', 'off')
export const confirmEnd = setting<'on' | 'off'>('confirm-end', 'off')
export const tellStory = setting<'on' | 'off'>('story', 'on')

const asked = (query: string) => {
  const m = typeof matchMedia === 'function' ? matchMedia(query) : null
  const s = signal(m?.matches ?? false)
  m?.addEventListener('change', () => (s.value = m.matches))
  return s
}
const dark = asked('(prefers-color-scheme: dark)')
const contrast = asked('(prefers-contrast: more)')
/** Paper is light. */
const printing = asked('print')
export const stillMotion = asked('(prefers-reduced-motion: reduce)')

/** The theme in use. */
export const worn = computed<Exclude<Theme, 'system'>>(() =>
  printing.value ? 'light' : theme.value !== 'system' ? theme.value : contrast.value ? 'contrast' : dark.value ? 'dark' : 'light',
)
/** Widths in rem below which a layout changes; measured in the reader's own text size, so that large text gets the layout it needs. */
const STEPS = [90, 68, 60, 45, 32]
/** Lower than this, in rem, and wider than high: the panel stands at the right and not below. */
const LOW = 30
/** What the window is too small for. */
export function tooSmallFor(width: number, height: number, rem: number): string {
  const low = height < LOW * rem && width > height
  const below = STEPS.filter((n) => width < n * rem && !(low && n <= 45))
  return [...below, ...(low ? ['low'] : [])].join(' ')
}
function measure() {
  document.documentElement.dataset.below = tooSmallFor(innerWidth, innerHeight, 0.16 * Number(textSize.value))
}
addEventListener('resize', measure)
effect(measure)

effect(() => {
  const root = document.documentElement
  root.dataset.theme = worn.value
  root.style.fontSize = `${textSize.value}%`
})
