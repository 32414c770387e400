/** What a player likes, kept in this browser. */
import { effect, signal } from '@preact/signals'

const setting = (key: string, first: string) => {
  const s = signal(localStorage.getItem(`sandtable.${key}`) ?? first)
  effect(() => localStorage.setItem(`sandtable.${key}`, s.value))
  return s
}
export const palette = setting('palette', 'classic')
