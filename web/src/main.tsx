import { signal } from '@preact/signals'
import { render } from 'preact'
import { Lobby } from './lobby/lobby'
import { where } from './server/links'
import { lazy } from './shared/lazy'
import './style/base.css'

const address = signal(where())
addEventListener('hashchange', () => {
  const next = where()
  if (next.table !== address.value.table || next.token || next.game !== address.value.game) address.value = next
})
const TablePage = lazy(async () => (await import('./page/page')).TablePage)

function App() {
  const { table, token, game } = address.value
  return table ? <TablePage key={table} table={table} token={token} /> : <Lobby key={game} game={game} />
}

render(<App />, document.getElementById('app')!)
