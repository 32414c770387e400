/** Three words to somebody whose first game this is: at the first selection, the first fight, the first turn of the other side. */
import { signal } from '@preact/signals'
import * as t from '../table'
import { tr } from '../words'
import './notes.css'
import { doneLessons, remember, remembered } from './shelf'

const KEY = 'sandtable.notes'
const seen = signal(remembered(KEY))

type Note = 'selection' | 'fight' | 'turn'

/** Each is closed for good by one click; who has done a lesson needs none. */
export function FirstNote({ of }: { of: Note }) {
  const live = t.live.value
  if (seen.value.includes(of) || doneLessons.value.length || t.lessonLine() || live?.kind !== 'game' || !live.yours) return null
  const close = () => (seen.value = remember(KEY, of))
  return (
    <div role="note" class="first-note" data-testid={`note-${of}`} aria-label={tr('A word to your first game')}>
      <p>{words(of)}</p>
      <button type="button" class="soft" onClick={close}>
        {tr('Understood')}
      </button>
    </div>
  )
}

const words = (of: Note): string =>
  of === 'selection'
    ? tr('Lit hexes are within reach; the number is what is left of its points there. Click one to go, Esc to let go.')
    : of === 'fight'
      ? tr('The large figure is what this attack brings. Add units and watch it. Nothing is rolled before the main button.')
      : tr('This is what the other side did, in its order. Step through it; then it is your turn.')
