/** The lobby: what to do first, what is going on, what can be played. */
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { OpenInvitations } from '../people/open'
import * as server from '../server/api'
import { tokens } from '../server/links'
import { key, myGames } from '../server/people'
import type { TableSummary, TitleInfo } from '../server/types'
import { Icon, Mark } from '../shared/icons'
import { tr } from '../words'
import { Card, FirstGame, families } from './card'
import { Learn } from './learn'
import { LoadRecord } from './record'
import { SetUp } from './setup'
import { Tables } from './tables'
import './lobby.css'

export function Lobby({ game }: { game: string }) {
  const titles = useSignal<TitleInfo[] | null>(null)
  const tables = useSignal<TableSummary[]>([])
  const trouble = useSignal('')
  const folder = useSignal('')
  const chosen = useSignal<TitleInfo | null>(null)
  const load = async () => {
    try {
      const [g, l, a] = await Promise.all([server.games(), server.lobby(tokens()), server.about()])
      folder.value = a.components
      titles.value = g
      // on another device, games are known by the key of their player
      const mine = key.value ? await myGames().catch(() => []) : []
      tables.value = [...l.tables, ...mine.filter((g) => !l.tables.some((x) => x.table === g.table))]
      if (game) chosen.value = g.find((x) => x.id === game || x.scenarios.some((s) => s.game === game)) ?? null
    } catch (e) {
      trouble.value = (e as Error).message
    }
  }
  useEffect(() => {
    document.title = 'Sandtable'
    void load()
  }, [])
  const all = families(titles.value ?? [])
  const first = all.find((f) => f.titles.length > 1) ?? all[0]
  const choose = (x: TitleInfo) => (chosen.value = x)
  const close = () => {
    chosen.value = null
    if (location.hash.startsWith('#/new')) history.replaceState(null, '', '/#/')
  }
  return (
    <div class="lobby">
      <header class="masthead">
        <Mark size={40} />
        <h1>Sandtable</h1>
        <p>{tr('The Sinai and Suez wars, played by the book')}</p>
        <nav>
          <a class="button" href="/#/me">
            <Icon name="people" />
            <span>{tr('Your page')}</span>
          </a>
          <a class="button" href="/#/settings">
            <Icon name="sliders" />
            <span>{tr('Settings')}</span>
          </a>
        </nav>
      </header>
      {trouble.value && (
        <p class="trouble" role="alert">
          {trouble.value}
        </p>
      )}
      <main>
        <Tables tables={tables.value} reload={load} titles={titles.value ?? []} />
        <OpenInvitations />
        {!titles.value && !trouble.value && (
          <p class="quiet" aria-busy="true">
            {tr('Looking up the games …')}
          </p>
        )}
        <div class="begin">
          <Learn />
          {first && <FirstGame family={first} choose={choose} />}
        </div>
        <section aria-labelledby="more-games">
          <h2 id="more-games">{tr('More games')}</h2>
          <div class="cards">
            {all
              .filter((f) => f !== first)
              .map((f) => (
                <Card key={f.name} family={f} choose={choose} />
              ))}
          </div>
        </section>
        <LoadRecord />
      </main>
      {chosen.value && <SetUp title={chosen.value} wanted={game} folder={folder.value} close={close} />}
    </div>
  )
}
