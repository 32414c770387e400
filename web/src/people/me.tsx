/** A player's own page: his games, his turn first; who he is on which device; how he is told that it is his turn. */
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Problem, pictureUrl } from '../server/api'
import { held, keep } from '../server/links'
import * as people from '../server/people'
import type { MyGame } from '../server/types'
import { Icon } from '../shared/icons'
import { notify, sound } from '../table/settings'
import { tr, trn } from '../words'
import { said } from '../words/sentences'
import { clockText } from './clocks'
import { LinkBox } from './link'
import './people.css'
import '../settings/settings.css'
import { wantNotices } from './turn'

/** `given`: the key of a person, carried here by a link. */
export function MyPage({ given }: { given: string }) {
  const games = useSignal<MyGame[] | null>(null)
  const trouble = useSignal('')
  const load = async () => {
    try {
      if (given) {
        people.keepKey(given)
        history.replaceState(null, '', '/#/me')
        if (!(await people.whoAmI())) trouble.value = tr('This link is not known here any more.')
      }
      await people.whoAmI()
      games.value = people.key.value ? await people.myGames() : []
    } catch (e) {
      trouble.value = (e as Error).message
      games.value = []
    }
  }
  useEffect(() => {
    document.title = `${tr('Your page')} · Sandtable`
    void load()
  }, [])
  return (
    <div class="settings mine">
      <header>
        <a class="button square" href="/#/" aria-label={tr('To the lobby')}>
          <Icon name="back" />
        </a>
        <h1>{people.me.value?.name || tr('Your page')}</h1>
      </header>
      {trouble.value && (
        <p class="trouble" role="alert">
          {trouble.value}
        </p>
      )}
      <main>
        <Games games={games.value} />
        <Told />
        <Devices reload={load} />
      </main>
    </div>
  )
}

function Games({ games }: { games: MyGame[] | null }) {
  if (!games) return <p class="quiet">{tr('Looking up your games …')}</p>
  if (!games.length)
    return (
      <section>
        <h2>{tr('Your games')}</h2>
        <p>{tr('None yet. Begin one in the lobby, or sit down by somebody’s link.')}</p>
      </section>
    )
  const running = games.filter((g) => !g.result)
  const over = games.filter((g) => g.result)
  return (
    <section aria-labelledby="my-games" data-testid="my-games">
      <h2 id="my-games">{tr('Your games')}</h2>
      <ul class="tables">
        {running.map((g) => (
          <Row key={g.table} g={g} />
        ))}
      </ul>
      {over.length > 0 && (
        <details>
          <summary>{trn(over.length, '{n} game that is over', '{n} games that are over')}</summary>
          <ul class="tables">
            {over.map((g) => (
              <Row key={g.table} g={g} />
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

/** Who won, seen from my seat; at one screen the result says it. */
const won = (g: MyGame) => (g.won && g.sides.length === 1 ? (g.sides.includes(g.won) ? tr('You won') : tr('You lost')) : '')

function Row({ g }: { g: MyGame }) {
  const open = () => {
    // where this browser has no seat link, the key of the person opens the table
    if (!held(g.table)) keep(g.table, { token: people.key.value })
    location.hash = `#/table/${g.table}`
  }
  const against = Object.entries(g.players)
    .filter(([side]) => !g.sides.includes(side))
    .map(([, p]) => (p.kind === 'bot' ? p.level : p.name || tr('somebody')))
  return (
    <li data-table={g.table}>
      <img loading="lazy" src={pictureUrl(g.game, 420)} alt="" width="144" height="72" />
      <div class="about">
        <b>{g.name || [g.title, g.scenario].filter(Boolean).join(', ')}</b>
        <span>
          {g.your_turn && <i class="yours">{tr('Your turn')} </i>}
          {g.result ? [won(g), said(g.result)].filter(Boolean).join(': ') : said(g.turn_name)}
          {g.left !== null && ` · ${tr('{time} left', { time: clockText(g.left) })}`}
        </span>
        <span class="quiet">{against.length ? tr('Against {names}', { names: against.join(', ') }) : tr('At one screen')}</span>
      </div>
      <div class="buttons">
        <button
          type="button"
          class={g.your_turn ? 'main' : ''}
          onClick={open}
          aria-label={g.your_turn ? tr('Play {game}', { game: g.name || g.title }) : tr('Open {game}', { game: g.name || g.title })}>
          {g.your_turn ? tr('Play') : tr('Open')}
        </button>
      </div>
    </li>
  )
}

/** How to be told. */
function Told() {
  const me = people.me.value
  const trouble = useSignal('')
  const saved = useSignal('')
  const feed = useSignal('')
  const change = (what: Parameters<typeof people.changeMe>[0]) =>
    void people.changeMe(what).then(
      () => {
        trouble.value = ''
        saved.value = tr('Saved.')
      },
      (e: Error) => {
        saved.value = ''
        trouble.value = e instanceof Problem ? e.text : String(e)
      },
    )
  return (
    <section aria-labelledby="told">
      <h2 id="told">{tr('When it is your turn')}</h2>
      <Switch
        name={tr('A message of this browser')}
        note={tr('While a table is open in some tab')}
        on={notify.value === 'on'}
        set={(on) => void wantNotices(on)}
      />
      <Switch
        name={tr('A soft knock')}
        note={tr('When you are elsewhere')}
        on={sound.value === 'on'}
        set={(on) => (sound.value = on ? 'on' : 'off')}
      />
      {me && (
        <>
          <Switch
            name={tr('Messages to the addresses below')}
            note={tr('At most one for every turn, and none while you are at the table')}
            on={me.messages}
            set={(on) => change({ messages: on })}
          />
          <Line
            name={tr('E-mail')}
            note={
              me.email && !me.confirmed
                ? tr('A mail with a link has gone there: nothing else comes before you have followed it')
                : tr('Nobody else is shown it')
            }
            type="email"
            value={me.email}
            set={(email) => change({ email })}
          />
          <Line
            name={tr('Webhook')}
            note={tr('An address that a program of yours listens to')}
            type="url"
            value={me.webhook}
            set={(webhook) => change({ webhook })}
          />
          <div class="setting">
            <div>
              <b>{tr('How often by e-mail')}</b>
            </div>
            <select
              aria-label={tr('How often by e-mail')}
              value={String(me.digest_hours)}
              onChange={(e) => change({ digest_hours: Number(e.currentTarget.value) })}>
              <option value="0">{tr('For every turn')}</option>
              <option value="6">{tr('All games together, every 6 hours')}</option>
              <option value="24">{tr('All games together, once a day')}</option>
            </select>
          </div>
          <div class="setting">
            <div>
              <b>{tr('Feed')}</b>
              <small>{tr('For feed readers; a new address ends the one before')}</small>
            </div>
            {feed.value ? (
              <LinkBox name={tr('the feed')} link={feed.value} />
            ) : (
              <button
                type="button"
                onClick={() => void people.newFeed().then((a) => (feed.value = a.startsWith('/') ? location.origin + a : a))}>
                {tr('Make an address')}
              </button>
            )}
          </div>
        </>
      )}
      <p role="status" class="quiet">
        {saved.value}
      </p>
      {trouble.value && (
        <p class="trouble" role="alert">
          {trouble.value}
        </p>
      )}
    </section>
  )
}

function Switch({ name, note, on, set }: { name: string; note: string; on: boolean; set: (on: boolean) => void }) {
  return (
    <div class="setting">
      <div>
        <b>{name}</b>
        <small>{note}</small>
      </div>
      <button type="button" class="switch" role="switch" aria-checked={on} aria-label={name} onClick={() => set(!on)} />
    </div>
  )
}

/** A line that is saved when one leaves it. */
interface LineOf {
  name: string
  note: string
  type: 'text' | 'email' | 'url'
  value: string
  set: (v: string) => void
}
function Line({ name, note, type, value, set }: LineOf) {
  return (
    <label class="setting">
      <div>
        <b>{name}</b>
        <small>{note}</small>
      </div>
      <input inputMode={type} value={value} onChange={(e) => set(e.currentTarget.value.trim())} />
    </label>
  )
}

/** Who one is, and how to be the same person elsewhere. */
function Devices({ reload }: { reload: () => Promise<void> }) {
  const me = people.me.value
  const phrase = useSignal('')
  const link = useSignal('')
  const typed = useSignal('')
  const sure = useSignal(false)
  const trouble = useSignal('')
  const attempt = (work: () => Promise<unknown>) =>
    void work().then(
      () => (trouble.value = ''),
      (e: Error) => (trouble.value = e.message),
    )
  return (
    <section aria-labelledby="devices">
      <h2 id="devices">{tr('You, on every device')}</h2>
      {me ? (
        <>
          <Line
            name={tr('Your name')}
            note={tr('As the others see it at new tables')}
            type="text"
            value={me.name}
            set={(name) => attempt(() => people.changeMe({ name }))}
          />
          <div class="setting">
            <div>
              <b>{tr('Carry your games to another device')}</b>
              <small>{tr('There is no account: whoever has the link or the words is you. Keep them to yourself.')}</small>
            </div>
            <div class="small-row">
              <button type="button" onClick={() => (link.value = `${location.origin}/#/me/${people.key.value}`)}>
                {tr('Show a link')}
              </button>
              <button type="button" onClick={() => attempt(async () => (phrase.value = await people.newPhrase()))}>
                {tr('Make six words')}
              </button>
            </div>
          </div>
          {link.value && <LinkBox name={tr('your other device')} link={link.value} main />}
          {phrase.value && (
            <p class="phrase" data-testid="phrase">
              <b>{phrase.value}</b>
              <span class="quiet">{tr('Write them down: they are shown only now. Words made before are dead.')}</span>
            </p>
          )}
        </>
      ) : (
        <p>
          {tr('This browser is nobody yet. It becomes somebody when you begin a game or sit down, or with your words from another device.')}
        </p>
      )}
      <form
        class="setting"
        onSubmit={(e) => {
          e.preventDefault()
          attempt(async () => {
            await people.restore(typed.value)
            typed.value = ''
            await reload()
          })
        }}>
        <div>
          <b>{tr('Words from another device')}</b>
          <small>{me ? tr('This browser becomes that person; its present games stay with their links.') : tr('Six words')}</small>
        </div>
        <div class="small-row">
          <input
            aria-label={tr('Words from another device')}
            value={typed.value}
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            onInput={(e) => (typed.value = e.currentTarget.value)}
          />
          <button type="submit" disabled={typed.value.trim().length < 20}>
            {tr('That is me')}
          </button>
        </div>
      </form>
      {me && (
        <div class="setting">
          <div>
            <b>{tr('Forget me')}</b>
            <small>{tr('Name, addresses and keys are deleted. Games stay, and are reached by their links only.')}</small>
          </div>
          <button
            type="button"
            class="soft"
            onBlur={() => (sure.value = false)}
            onClick={() => (sure.value ? attempt(people.forgetMe) : (sure.value = true))}>
            {sure.value ? tr('Really forget?') : tr('Forget me')}
          </button>
        </div>
      )}
      {trouble.value && (
        <p class="trouble" role="alert">
          {trouble.value}
        </p>
      )}
    </section>
  )
}
