/** The verifier of records: one small program of its own, which the page loads when it is needed (public/verify.js). */

export interface Stretch {
  first: number
  last: number
  source: 'committed' | 'unrevealed' | 'typed' | 'scripted' | 'parent' | 'unknown'
  rolls: number
  proved: boolean
}
export interface Verdict {
  verdict: 'proved' | 'unproved' | 'false'
  problem: string
  stretches: Stretch[]
  /** Rolls that were taken back by consent. */
  takenBack: number
}
export interface Verifier {
  sha256(text: string): string
  verify(record: string, parent?: string): Verdict
}

const AT = '/verify.js'
let loaded: Promise<Verifier> | undefined
export const verifier = (): Promise<Verifier> => (loaded ??= import(/* @vite-ignore */ AT) as Promise<Verifier>)
