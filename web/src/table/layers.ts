/** Map layers. */
import { computed, signal } from '@preact/signals'
import type { LayerEntry } from '../server/facts'
import { refused } from './acting'
import { ask, onLeave, onNews } from './connection'
import { replayAt, sheet } from './store'

export const overlay = signal('')
export const overlayHexes = signal<Record<string, LayerEntry>>({})

export const overlays = computed(() => sheet.value?.overlays ?? [])

export async function setOverlay(name: string) {
  overlay.value = overlay.value === name ? '' : name
  await refreshOverlay()
}

export async function refreshOverlay() {
  const name = overlay.value
  if (!name) return void (overlayHexes.value = {})
  try {
    const got = await ask('overlay', { overlay: name, ...(replayAt.value === null ? {} : { entry: replayAt.value }) })
    if (overlay.value === name) overlayHexes.value = got.hexes
  } catch (e) {
    overlay.value = ''
    refused(e, 'overlay')
  }
}

onNews(() => () => {
  if (overlay.value) void refreshOverlay()
})

onLeave(() => {
  overlay.value = ''
})
