/** How far the lesson has come, for everything that shows it. */
import { signal } from '@preact/signals'
import type { Progress } from './line'

export const coach = signal<(Progress & { back: boolean }) | null>(null)
