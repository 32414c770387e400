/** The set-up of a new game: scenario, seats, options, dice, components. */
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Agree } from '../people/agree'
import { TERMS } from '../people/terms'
import * as server from '../server/api'
import { keepCreated } from '../server/links'
import { myKey, whoAmI } from '../server/people'
import type { Player, Terms, TitleInfo } from '../server/types'
import { Icon } from '../shared/icons'
import { botName } from '../shared/names'
import { ProvenanceOf } from '../shared/provenance'
import { tr, trn } from '../words'
import { easier, playingTime, source } from './measured'

/** The opponent of last time; the first one is a beginner too. */
const OPPONENT = 'sandtable.opponent'
const opponent = (levels: string[]): string =>
  [localStorage.getItem(OPPONENT), 'beginner'].find((l) => l && levels.includes(l)) ?? levels.at(-1) ?? ''

export function SetUp({ title: x, wanted, folder, close }: { title: TitleInfo; wanted: string; folder: string; close: () => void }) {
  const components = useSignal('')
  const ref = useRef<HTMLDialogElement>(null)
  const game = useSignal((x.scenarios.find((s) => s.game === wanted) ?? x.scenarios[0]!).game)
  const against = opponent(x.bots)
  const seats = useSignal<Record<string, string>>(Object.fromEntries(x.sides.map((s, i) => [s.id, i === 0 || !against ? 'here' : against])))
  const options = useSignal<Record<string, boolean | number | string>>(Object.fromEntries(x.options.map((o) => [o.name, o.default])))
  const dice = useSignal<'seeded' | 'typed'>('seeded')
  const name = useSignal('')
  const terms = useSignal<Terms>(TERMS)
  const called = useSignal('')
  const trouble = useSignal('')
  const busy = useSignal(false)
  useEffect(() => {
    ref.current?.showModal()
    void whoAmI().then(
      (m) => (called.value = m?.name ?? ''),
      () => undefined,
    )
  }, [])
  const company = Object.values(seats.value).includes('elsewhere')
  const start = async () => {
    busy.value = true
    try {
      const players = Object.fromEntries(
        Object.entries(seats.value).map(([s, v]): [string, Player] => [
          s,
          v === 'here' || v === 'elsewhere'
            ? { kind: v, name: v === 'here' ? called.value.trim() : '', level: '' }
            : { kind: 'bot', level: v, name: '' },
        ]),
      )
      const changed = Object.fromEntries(
        Object.entries(options.value).filter(([k, v]) => x.options.find((o) => o.name === k)?.default !== v),
      )
      const c = await server.create(
        {
          game: game.value,
          name: name.value,
          options: changed,
          dice: dice.value,
          components: components.value,
          players,
          terms: company ? terms.value : { ...TERMS, practice: terms.value.practice },
        },
        await myKey(called.value.trim()),
      )
      keepCreated(c)
      const level = Object.values(players).find((p) => p.kind === 'bot')?.level
      if (level) localStorage.setItem(OPPONENT, level)
      location.hash = `#/table/${c.table}`
    } catch (e) {
      trouble.value = (e as Error).message
      busy.value = false
    }
  }
  const scenario = x.scenarios.find((s) => s.game === game.value)!
  const swap = () => {
    const [a, b] = x.sides.map((s) => s.id) as [string, string]
    seats.value = { ...seats.value, [a]: seats.value[b]!, [b]: seats.value[a]! }
  }
  const people = Object.values(seats.value).filter((v) => v === 'here').length
  return (
    <dialog ref={ref} class="setup" onClose={close} aria-labelledby="setup-title">
      <form
        onSubmit={(e) => {
          e.preventDefault()
          void start()
        }}>
        <h2 id="setup-title">{x.name}</h2>
        <div class="setup-grid">
          <div>
            {x.scenarios.length > 1 && (
              <label class="field">
                {tr('Scenario')}
                <select value={game.value} onChange={(e) => (game.value = e.currentTarget.value)}>
                  {x.scenarios.map((s) => (
                    <option key={s.game} value={s.game}>
                      {s.name}
                    </option>
                  ))}
                </select>
              </label>
            )}
            <p>{scenario.summary || x.summary}</p>
            <p class="quiet">
              {[
                scenario.turns ? trn(scenario.turns, '{n} turn', '{n} turns') : tr('No fixed length'),
                playingTime(scenario),
                easier(scenario, x.sides),
                scenario.rule ? tr('rule {rule}', { rule: scenario.rule }) : '',
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
            {scenario.measured && <small class="quiet">{source(scenario, x.sides)}</small>}
            <fieldset>
              <legend>{tr('Who plays')}</legend>
              {x.sides.map((s) => (
                <label key={s.id} class="field">
                  {tr(s.name)}
                  <select
                    data-seat={s.id}
                    value={seats.value[s.id]}
                    onChange={(e) => (seats.value = { ...seats.value, [s.id]: e.currentTarget.value })}>
                    <option value="here">{tr('A person at this screen')}</option>
                    <option value="elsewhere">{tr('A person elsewhere, by link')}</option>
                    {x.bots.map((b) => (
                      <option key={b} value={b}>
                        {botName(b)}
                      </option>
                    ))}
                  </select>
                  {x.levels[seats.value[s.id]!] && <small class="quiet">{tr(x.levels[seats.value[s.id]!]!)}</small>}
                </label>
              ))}
              {x.sides.length === 2 && (
                <button type="button" class="soft swap" onClick={swap}>
                  <Icon name="swap" /> {tr('Swap sides')}
                </button>
              )}
              {Object.values(seats.value).some((v) => v !== 'here' && v !== 'elsewhere') && (
                <label class="check">
                  <input
                    type="checkbox"
                    checked={terms.value.practice}
                    onChange={(e) => (terms.value = { ...terms.value, practice: e.currentTarget.checked })}
                  />{' '}
                  {tr('Practice game')} <small>{tr('Dice may be taken back against the bot; the record says so.')}</small>
                </label>
              )}
              {company && (
                <Agree
                  terms={terms.value}
                  set={(v) => (terms.value = v)}
                  name={called.value}
                  setName={(n) => (called.value = n)}
                  hidden={x.hidden}
                />
              )}
              {x.hidden && people > 1 && (
                <p class="quiet">{tr('This game hides information: a curtain falls between the players at this screen.')}</p>
              )}
            </fieldset>
          </div>
          <div>
            <img
              class="setup-picture"
              src={server.pictureUrl(game.value, 420)}
              alt={tr('Map of {game}', { game: x.name })}
              width="420"
              height="260"
            />
            {!!x.options.length && <Options of={x} chosen={options.value} set={(o) => (options.value = o)} />}
            <details>
              <summary>{tr('Name and dice')}</summary>
              <label class="field">
                {tr('Name of the table')} <input value={name.value} maxLength={80} onInput={(e) => (name.value = e.currentTarget.value)} />
              </label>
              <label class="field">
                {tr('Dice')}
                <select value={dice.value} onChange={(e) => (dice.value = e.currentTarget.value as 'seeded' | 'typed')}>
                  <option value="seeded">{tr('Rolled by the table (fixed in advance, verifiable at the end)')}</option>
                  <option value="typed">{tr('Our own: we type what we roll')}</option>
                </select>
              </label>
            </details>
            {!!x.components.length && (
              <label class="field">
                {tr('Components')}
                <select name="components" value={components.value} onChange={(e) => (components.value = e.currentTarget.value)}>
                  <option value="">{tr('Ours, reconstructed where not printed')}</option>
                  {x.components.map((c) => (
                    <option key={c} value={c}>
                      {tr('Your own: {name}', { name: c })}
                    </option>
                  ))}
                </select>
              </label>
            )}
            <ProvenanceOf game={game.value} title={x.id} folder={folder} />
          </div>
        </div>
        {trouble.value && (
          <p class="trouble" role="alert">
            {trouble.value}
          </p>
        )}
        <div class="dialog-buttons">
          <button type="button" class="soft" onClick={() => ref.current?.close()}>
            {tr('Cancel')}
          </button>
          <button type="submit" class="main" disabled={busy.value}>
            {tr('Start the game')}
          </button>
        </div>
      </form>
    </dialog>
  )
}

/** Optional rules, folded away under a line that says how many are chosen. */
function Options({
  of: x,
  chosen,
  set,
}: {
  of: TitleInfo
  chosen: Record<string, boolean | number | string>
  set: (o: typeof chosen) => void
}) {
  const changed = x.options.filter((o) => chosen[o.name] !== o.default).length
  return (
    <details class="options">
      <summary>
        {trn(x.options.length, '{n} optional rule', '{n} optional rules')}, {changed ? tr('{n} chosen', { n: changed }) : tr('none chosen')}
      </summary>
      {x.options.map((o) => (
        <label key={o.name} class={typeof o.default === 'boolean' ? 'check' : 'field'}>
          {typeof o.default === 'boolean' ? (
            <input
              type="checkbox"
              name={o.name}
              checked={chosen[o.name] === true}
              onChange={(e) => set({ ...chosen, [o.name]: e.currentTarget.checked })}
            />
          ) : null}{' '}
          {tr(o.title)} <small>[{o.rule}]</small>
          {typeof o.default !== 'boolean' && (
            <select
              value={String(chosen[o.name])}
              onChange={(e) => set({ ...chosen, [o.name]: o.choices.find((c) => String(c) === e.currentTarget.value)! })}>
              {o.choices.map((c) => (
                <option key={String(c)} value={String(c)}>
                  {tr(String(c))}
                </option>
              ))}
            </select>
          )}
        </label>
      ))}
    </details>
  )
}
