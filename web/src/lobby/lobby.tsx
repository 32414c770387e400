/** The lobby: what can be played, what is going on, and how to begin. */
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import * as server from '../server/api'
import { tokens } from '../server/links'
import type { TableSummary, TitleInfo } from '../server/types'
import { Card } from './card'
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
      tables.value = l.tables
      if (game) chosen.value = g.find((x) => x.id === game || x.scenarios.some((s) => s.game === game)) ?? null
    } catch (e) {
      trouble.value = (e as Error).message
    }
  }
  useEffect(() => {
    document.title = 'Sandtable'
    void load()
  }, [])
  return (
    <div class="lobby">
      <header class="masthead">
        <svg viewBox="0 0 64 64" width="44" height="44" aria-hidden="true">
          <path d="M16 4.300h32L64 32 48 59.700H16L0 32z" fill="#6a2416" />
          <path d="M12 22h40v24H12z" fill="#f4ecd8" />
          <path d="M12 22l40 24M52 22L12 46" stroke="#6a2416" stroke-width="4" />
          <path d="M25 14h14" stroke="#f4ecd8" stroke-width="4" />
        </svg>
        <div>
          <h1>Sandtable</h1>
          <p>Five hex-and-counter rulebooks about the Sinai and Suez wars, played by the book.</p>
        </div>
      </header>
      {trouble.value && (
        <p class="trouble" role="alert">
          {trouble.value}
        </p>
      )}
      <main>
        <Tables tables={tables.value} loaded={!!titles.value} reload={load} titles={titles.value ?? []} />
        <section aria-labelledby="new-game">
          <h2 id="new-game">New game</h2>
          {!titles.value && !trouble.value && (
            <p class="quiet" aria-busy="true">
              Looking up the games …
            </p>
          )}
          <div class="cards">
            {titles.value?.map((x) => (
              <Card key={x.id} title={x} choose={() => (chosen.value = x)} />
            ))}
          </div>
        </section>
        <LoadRecord />
      </main>
      {chosen.value && (
        <SetUp
          title={chosen.value}
          wanted={game}
          folder={folder.value}
          close={() => {
            chosen.value = null
            if (location.hash.startsWith('#/new')) history.replaceState(null, '', '/#/')
          }}
        />
      )}
    </div>
  )
}
