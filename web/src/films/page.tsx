/** Watching a film: one that was opened in the lobby, or that a table keeps. */
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { TablePage } from '../page/page'
import { film as filmOf } from '../server/api'
import { held } from '../server/links'
import { key } from '../server/people'
import { tr } from '../words'
import { type Film, readFilm } from './film'
import { opened } from './opened'

export function FilmPage({ table }: { table: string }) {
  const film = useSignal<Film | null>(table ? null : opened.value)
  const trouble = useSignal(table || opened.value ? '' : tr('Open the film again, in the lobby.'))
  useEffect(() => {
    if (!table) return
    void filmOf(table, held(table)?.token || key.value).then(
      (text) => (film.value = readFilm(text)),
      (e: Error) => (trouble.value = e.message),
    )
  }, [])
  if (film.value) return <TablePage table="" token="" film={film.value} />
  return (
    <main class="message">
      <p role={trouble.value ? 'alert' : 'status'}>{trouble.value || tr('Fetching the film …')}</p>
      <p>
        <a href="/#/">{tr('Back to the lobby')}</a>
      </p>
    </main>
  )
}
