/** What every key does, for the help and the settings page. */
import { tr } from '../words'

export const KEYS = (): [string, string][] => [
  [tr('Arrows'), tr('move the cursor over the map (Shift: move the map)')],
  ['Enter', tr('choose what is under the cursor (Shift: way-point, or add a unit)')],
  ['N / P', tr('next / previous unit that can act')],
  ['J / K', tr('next / previous hex that can be chosen')],
  ['D', tr('to the buttons: done, confirm …')],
  ['I', tr('what is under the cursor')],
  ['G', tr('the board in words')],
  ['O', tr('the goal')],
  ['Esc', tr('one step back')],
  ['U / R', tr('undo / redo')],
  ['+ − F', tr('zoom, whole map (Shift F: closer, where the play is)')],
  ['H', tr('hide counters')],
  ['S', tr('fan out the stack')],
  ['1 … 9', tr('map layers')],
  ['B , .', tr('replay, step back, step on')],
  ['X', tr('hint')],
  ['L', tr('log')],
  ['T', tr('talk, and marks on the map')],
  ['/', tr('command line')],
  ['M', tr('to the map')],
  ['?', tr('help')],
]
