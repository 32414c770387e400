import { signal } from '@preact/signals'
import { render } from 'preact'
import { Lobby } from './lobby/lobby'
import { where } from './server/links'
import './shared/hands'
import { lazy } from './shared/lazy'
import './table/settings'
import { language } from './words'
import './style/base.css'

const address = signal(where())
addEventListener('hashchange', () => {
  const next = where()
  const now = address.value
  if (next.page !== now.page || next.table !== now.table || next.token || next.game !== now.game || next.lesson !== now.lesson)
    address.value = next
})
const MyPage = lazy(async () => (await import('./people/me')).MyPage)
const FilmPage = lazy(async () => (await import('./films/page')).FilmPage)
const Arrive = lazy(async () => (await import('./people/arrive')).Arrive)
const TablePage = lazy(async () => (await import('./page/page')).TablePage)
const SettingsPage = lazy(async () => (await import('./settings/page')).SettingsPage)

function App() {
  const { page, table, token, game, lesson } = address.value
  // another language: everything is said anew
  const key = language.value
  if (page === 'settings') return <SettingsPage key={key} />
  if (page === 'film') return <FilmPage key={table + key} table={table} />
  if (page === 'me') return <MyPage key={token + key} given={token} />
  if (page === 'learn') return <TablePage key={game + lesson + key} table="" token="" lesson={`${game}/${lesson}`} />
  if (page === 'join' || token) return <Arrive key={table + token + key} table={table} token={token} />
  return table ? <TablePage key={table + key} table={table} token="" /> : <Lobby key={game + key} game={game} />
}

render(<App />, document.getElementById('app')!)
