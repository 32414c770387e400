/** One soft knock when it is your turn and you are elsewhere. */
import { onNews } from './connection'
import { sound } from './settings'
import { live, result } from './store'

/** Whoever did nothing for so long is elsewhere. */
const AWAY = 20_000
let touched = Date.now()
for (const kind of ['pointerdown', 'pointermove', 'keydown', 'wheel'])
  addEventListener(kind, () => (touched = Date.now()), { passive: true })

/** Does the player look elsewhere? */
export const isAway = () => document.hidden || Date.now() - touched > AWAY

let audio: AudioContext | null = null

/** Two short falling tones, like a knuckle on wood. */
export function knock() {
  audio ??= new AudioContext()
  void audio.resume()
  for (const at of [0, 0.16]) {
    const start = audio.currentTime + at
    const tone = audio.createOscillator()
    const loud = audio.createGain()
    tone.frequency.setValueAtTime(210, start)
    tone.frequency.exponentialRampToValueAtTime(90, start + 0.09)
    loud.gain.setValueAtTime(0.25, start)
    loud.gain.exponentialRampToValueAtTime(0.001, start + 0.12)
    tone.connect(loud).connect(audio.destination)
    tone.start(start)
    tone.stop(start + 0.13)
  }
}

onNews((_, old) => {
  const waited = !!old && !old.yours
  return () => {
    if (sound.value === 'on' && waited && live.value?.yours && !result.value && isAway()) knock()
  }
})
