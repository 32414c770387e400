/** How to play at this table, and its keys. */
import { KEYS } from '../settings/keys'
import { tr } from '../words'

export function Help() {
  return (
    <>
      <h2 id="dialog-title">{tr('How to play at this table')}</h2>
      <p>
        {[
          tr('Ringed units can do something now.'),
          tr('Click one: the hexes it can reach light up with the points it would have left.'),
          tr('Click one to go.'),
        ].join(' ')}
      </p>
      <p>{tr('Click anything else and the table says what it is, or why not, with the paragraph of the rules.')}</p>
      <p>{tr('To fight, click the target and then the attackers. The odds appear at once.')}</p>
      <dl class="keys">
        {KEYS().map(([k, v]) => (
          <div key={k}>
            <dt>
              <kbd>{k}</kbd>
            </dt>
            <dd>{v}</dd>
          </div>
        ))}
      </dl>
      <p>
        <a href="/#/settings">{tr('Settings: theme, text size, sound, motion')}</a>
      </p>
    </>
  )
}
