/** My share in the dice: made here, promised by its hash, handed in when everybody has promised, kept for the proof (docs/records.md). */
import { effect, signal } from '@preact/signals'
import { verifier } from '../server/verifier'
import { ask, onLeave } from './connection'
import { live, online } from './store'

const keptUnder = (stream: string, side: string) => `sandtable.share.${stream}.${side}`
export const shareOf = (stream: string, side: string) => localStorage.getItem(keptUnder(stream, side)) ?? ''

function newShare(stream: string, side: string): string {
  const kept = shareOf(stream, side)
  if (kept) return kept
  const share = Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, '0')).join('')
  localStorage.setItem(keptUnder(stream, side), share)
  return share
}

/** Each promise and each share is sent once for every connection. */
const sent = signal(new Set<string>())

async function serve(stream: string, side: string, what: 'commit' | 'reveal', promised: string) {
  const key = `${stream} ${side} ${what}`
  if (sent.peek().has(key)) return
  sent.peek().add(key)
  const { sha256 } = await verifier()
  const commitment = (share: string) => `sha256:${sha256(`sandtable dice ${share}`)}`
  if (what === 'commit') return void (await ask('commit', { side, stream, commitment: commitment(newShare(stream, side)) }))
  const share = shareOf(stream, side)
  // another device of mine has promised another share
  if (share && commitment(share) === promised) await ask('reveal', { side, stream, share })
}

effect(() => {
  if (!online.value) sent.value = new Set()
})
effect(() => {
  const dice = live.value?.dice
  // too late, or other dice by now: the next state asks anew
  for (const { side, what } of dice?.wanted ?? [])
    void serve(dice!.stream, side, what, dice!.commitments[side] ?? '').catch(() => undefined)
})
onLeave(() => {
  sent.value = new Set()
})
