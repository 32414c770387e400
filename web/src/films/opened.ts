/** The film that was chosen in the lobby; it goes nowhere else. */
import { signal } from '@preact/signals'
import type { Film } from './film'

export const opened = signal<Film | null>(null)
