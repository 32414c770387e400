/** The map to keep: as a picture, as a drawing, on paper. */
import { useSignal } from '@preact/signals'
import { Icon } from '../shared/icons'
import { tr } from '../words'
import { savePng, saveSvg } from './picture'

export function KeepMap() {
  const open = useSignal(false)
  const choose = (what: () => unknown) => () => {
    open.value = false
    void what()
  }
  return (
    <div class="keep-map" onKeyDown={(e) => e.key === 'Escape' && (open.value = false)}>
      {open.value && (
        <div class="keep-list" role="group" aria-label={tr('Keep the map')}>
          <button type="button" onClick={choose(savePng)}>
            {tr('Save as a picture (PNG)')}
          </button>
          <button type="button" onClick={choose(saveSvg)}>
            {tr('Save as a drawing (SVG)')}
          </button>
          <button type="button" onClick={choose(() => print())}>
            {tr('Print')}
          </button>
        </div>
      )}
      <button
        type="button"
        class="keep"
        title={tr('Keep the map: picture, drawing, paper')}
        aria-label={tr('Keep the map')}
        aria-expanded={open.value}
        onClick={() => (open.value = !open.value)}>
        <Icon name="picture" />
      </button>
    </div>
  )
}
