/** Names for the server's JSON. api.gen.ts is made from its OpenAPI description (`npm run types`): one source for both sides. */
import type { Said } from '../words/sentences'
import type { components } from './api.gen'
import type { Forecast, Option, Unit, View } from './facts'

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
export type Analysis = S['Analysis']
export type Player = S['Player']
export type PlayerInfo = S['PlayerInfo']
export type Terms = Required<S['Terms']>
export type Pace = Required<S['Pace']>
export type Invitation = Omit<S['Invitation'], 'terms'> & { terms: Terms }
export type MyGame = S['MyGame']
export type Me = S['Me']
export type Clock = S['ClockInfo']
export type TalkLine = S['TalkLine']
export type MarkItem = S['MarkItem']
export type MarksOf = S['MarksOf']
export type Dice = S['DiceInfo']
export type Order = S['Order']
export type { Details, Forecast, Goal, GoalPart, Option, Outcome, Unit, View } from './facts'
export type State = Omit<S['State'], 'options' | 'view' | 'forecast' | 'entries' | 'prompt' | 'unseen'> & {
  view: View
  prompt: Said
  unseen: Option[]
  forecast: Forecast | null
  entries: Entry[]
  options: (Omit<S['OptionSummary'], 'list' | 'hand'> & { list: Option[]; hand: Unit[] }) | null
}
export type Choices = Omit<S['Choices'], 'list' | 'hand'> & { list: Option[]; hand: Unit[] }
export interface Event {
  text: Said
  rules: string[]
  at: string[]
  about?: string
}
export type Entry = Omit<S['EntryInfo'], 'events' | 'label'> & { label: Said; events: Event[] }
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
  counter: { stacks?: boolean; designation?: string }
  mark: Record<string, { letter?: string; text?: string }>
  terrain: Record<string, { fill?: string; label?: string; water?: boolean }>
  box: { id: string; title: string; side?: string; hide_empty?: boolean }[]
  track: { id: string; title?: string }[]
  overlay: { id: string; title: string; set: string }[]
}
