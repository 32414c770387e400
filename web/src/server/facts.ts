/** Facts that leave a game: the twin of core/facts.py (a test compares the two). Texts are sentences. */
import type { Said } from '../words/sentences'

export interface Unit {
  name: string
  side: string
  at: string
  factors: string[]
  status: string[]
  printed?: string
  nation?: string
  formation?: string
  type?: string
  size?: string
  basis?: string
  hidden?: boolean
  note?: Said
}
export interface Marker {
  at: string
  kind: string
  text?: Said
}
export interface Track {
  id: string
  name: Said
  value: number | string
  max?: number | null
}
/** One condition of a goal, where it stands, and where that is on the map. */
export interface GoalPart {
  text: Said
  now: Said
  state: 'done' | 'partly' | 'open'
  at: string[]
}
export interface Goal {
  text: Said
  now: Said
  reached: boolean
  parts?: GoalPart[]
}
export interface ScoreItem {
  text: Said
  side: string
  points: number
}
export interface Outcome {
  winner: string | null
  level: Said
  score: Record<string, number>
  reasons: Said[]
  items?: ScoreItem[]
}
export interface View {
  game: string
  side: string
  turn: number
  turn_name: string
  night?: boolean
  phase: string
  actor: string | null
  prompt: Said
  goals?: Record<string, Goal>
  units: Unit[]
  markers: Marker[]
  tracks: Track[]
  outcome: Outcome | null
}
export interface Strength {
  unit: string
  strength: string | number
  why?: Said
}
export interface Shift {
  text: Said
  rule?: string
  columns?: number
}
export interface Result {
  result: string
  name?: Said
  probability: number
  dice?: string[]
}
export interface Loss {
  unit: string
  probability: number
}
export interface Decides {
  result: string
  winner: string
  rule: string
  probability: number
}
export interface Outlook {
  table?: string
  column?: number | null
  column_name?: string
  results?: Result[]
  losses?: Loss[]
  take_hex?: number | null
}
/** The odds of what is being prepared. */
export interface Forecast extends Outlook {
  kind: string
  title?: Said
  attackers?: Strength[]
  defenders?: Strength[]
  value?: string | number
  value_name?: Said
  shifts?: Shift[]
  other_tables?: Outlook[]
  decides?: Decides[]
  expected?: Record<string, number>
  notes?: Said[]
  sampled?: number
}
/** One step of a way: where to, what it costs, and why. */
export interface Step {
  to: string
  cost: number | string
  why?: Said
}
export interface Details {
  cost?: number | string | null
  left?: number | string | null
  path?: string[]
  steps?: Step[]
  warning?: Said
  text?: Said
  forecast?: Forecast | null
}
export interface Option {
  action: string
  verb: string
  label: Said
  units: string[]
  path: string[]
  to: string
  boxes: string[]
  words: string[]
  group?: Said
  details?: Details | null
}
export interface LayerEntry {
  sign: string
  tone: 'good' | 'bad' | 'plain'
  text: Said
}
