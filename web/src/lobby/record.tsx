/** A record from a file: to watch, or to go on with. */
import { useSignal } from '@preact/signals'
import { isFilm, readFilm } from '../films/film'
import { opened } from '../films/opened'
import * as server from '../server/api'
import { keepCreated } from '../server/links'
import { tr } from '../words'

export function LoadRecord() {
  const trouble = useSignal('')
  const take = async (file: File | undefined, as: 'game' | 'replay') => {
    if (!file) return
    try {
      const text = await file.text()
      if (isFilm(text)) {
        opened.value = readFilm(text)
        location.hash = '#/film'
        return
      }
      const c = await server.importRecord(text, as, file.name.replace(/\.(sandtable\.)?txt$/, '').slice(0, 80), {})
      keepCreated(c)
      location.hash = `#/table/${c.table}`
    } catch (e) {
      trouble.value = (e as Error).message
    }
  }
  return (
    <section class="import" aria-labelledby="load-record">
      <h2 id="load-record">{tr('Open a record')}</h2>
      <p>
        {[
          tr('A record is the text file a table saves: every decision with its dice.'),
          tr('Watch it, or play on from its last position.'),
          tr('A film is watched, whatever has become of its rules.'),
        ].join(' ')}
      </p>
      <div class="small-row">
        <label class="button">
          {tr('Watch a record')}
          <input
            class="hidden"
            type="file"
            accept=".txt,.film,text/plain"
            onChange={(e) => void take(e.currentTarget.files?.[0], 'replay')}
          />
        </label>
        <label class="button soft">
          {tr('Go on with a game')}
          <input class="hidden" type="file" accept=".txt,text/plain" onChange={(e) => void take(e.currentTarget.files?.[0], 'game')} />
        </label>
      </div>
      {trouble.value && (
        <p class="trouble" role="alert">
          {trouble.value}
        </p>
      )}
    </section>
  )
}
