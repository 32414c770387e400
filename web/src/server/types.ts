/** Names for the server's JSON. api.gen.ts is made from its OpenAPI description (`npm run types`): one source for both sides. */
import type { components } from './api.gen'

type S = components['schemas']
export type TitleInfo = S['TitleInfo']
export type Sheet = Omit<S['Sheet'], 'look'> & { look: Look }
export type Hex = S['HexInfo']
export type Chart = S['TableInfo']
export type RuleBook = S['RuleBook']
export type Provenance = S['Provenance']
export type TableSummary = S['TableSummary']
export type Created = S['Created']
export type Links = S['Links']
export type Player = S['Player']
export type View = S['View']
export type Unit = S['ViewUnit']
export type Forecast = S['Forecast']
export type Option = Omit<S['Option'], 'details'> & { details: Details | null }
/** What a move costs; numbers, or text such as 2½. */
export interface Details {
  cost?: number | string | null
  left?: number | string | null
  path?: string[]
  steps?: (number | string | { hex: string; cost: number | string; why?: string })[]
  warning?: string
}
export type State = Omit<S['State'], 'options'> & { options: (Omit<S['OptionSummary'], 'list'> & { list: Option[] }) | null }
export type Choices = Omit<S['Choices'], 'list'> & { list: Option[] }
export type Entry = S['EntryInfo']
export type Bot = S['BotInfo']

/** docs/look.md */
export interface Look {
  map: { title?: string; subtitle?: string }
  side: Record<string, { name?: string; fill?: string; ink?: string; accent?: string }>
  nation: Record<string, { fill?: string; ink?: string }>
  formation: Record<string, { band?: string; name?: string }>
  unit: Record<string, { symbol?: string; label?: string; fill?: string; ink?: string; band?: string }>
  symbol: Record<string, string>
  feature: Record<string, { label?: string }>
  counter: { stacks?: boolean }
  mark: Record<string, { letter?: string; text?: string }>
  terrain: Record<string, { fill?: string; label?: string; water?: boolean }>
  box: { id: string; title: string; side?: string; hide_empty?: boolean }[]
  track: { id: string; title?: string }[]
  overlay: { id: string; title: string; set: string }[]
}
