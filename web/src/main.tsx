import { render } from 'preact'
import { signal } from '@preact/signals'
import { lazy } from './lazy'
import { where } from './links'
import { Lobby } from './lobby'
import './style.css'

const address = signal(where())
addEventListener('hashchange', () => {
  const next = where()
  if (next.table !== address.value.table || next.token) address.value = next
})
const TablePage = lazy(async () => (await import('./page')).TablePage)

function App() {
  const { table, token } = address.value
  return table ? <TablePage key={table} table={table} token={token} /> : <Lobby />
}

render(<App />, document.getElementById('app')!)
