/** Keys and settings. */
import * as t from '../table'

export function Help() {
  const keysList: [string, string][] = [
    ['Arrows', 'move the cursor over the map (Shift: move the map)'],
    ['Enter', 'choose what is under the cursor (Shift: way-point, or add a unit)'],
    ['N / P', 'next / previous unit that can act'],
    ['Esc', 'deselect'],
    ['U / R', 'undo / redo'],
    ['+ − F', 'zoom, whole map (Shift F: closer, where the play is)'],
    ['H', 'hide counters'],
    ['S', 'fan out the stack'],
    ['1 … 9', 'map layers'],
    ['B , .', 'replay, step back, step on'],
    ['X', 'hint'],
    ['L', 'log'],
    ['/', 'command line'],
    ['M', 'to the map'],
    ['?', 'this help'],
  ]
  return (
    <>
      <h2 id="dialog-title">How to play at this table</h2>
      <p>
        Units with a bright ring can do something now. Click one: the hexes it can reach light up with the movement points left there; click
        one to go. Click any other hex and the table says why not, with the rule. To fight, click the target and then the attackers; the
        odds appear at once. Buttons on the right end a phase.
      </p>
      <dl class="keys">
        {keysList.map(([k, v]) => (
          <div key={k}>
            <dt>
              <kbd>{k}</kbd>
            </dt>
            <dd>{v}</dd>
          </div>
        ))}
      </dl>
      <h3>Settings</h3>
      <p>
        <label>
          <input
            type="checkbox"
            checked={t.palette.value === 'safe'}
            onChange={(e) => (t.palette.value = e.currentTarget.checked ? 'safe' : 'classic')}
          />{' '}
          Colours that everybody can tell apart
        </label>
      </p>
    </>
  )
}
