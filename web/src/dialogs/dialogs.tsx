/** The dialogs of the table. */
import { useEffect, useRef } from 'preact/hooks'
import { Players } from '../people/players'
import * as t from '../table'
import { tr } from '../words'
import { Help } from './help'
import { Result } from './result'

export function Dialogs() {
  const d = t.dialog.value
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (d && !ref.current?.open) ref.current?.showModal()
  }, [d])
  if (!d) return null
  return (
    <dialog
      ref={ref}
      onClose={() => (t.dialog.value = '')}
      aria-labelledby="dialog-title"
      onClick={(e) => e.target === ref.current && (t.dialog.value = '')}>
      {d === 'help' ? <Help /> : d === 'invite' ? <Players /> : <Result />}
      <button type="button" class="close" aria-label={tr('Close')} onClick={() => (t.dialog.value = '')}>
        ×
      </button>
    </dialog>
  )
}
