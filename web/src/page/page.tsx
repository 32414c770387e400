/** The table as a page: top bar, map, side panel, command line, replay bar, dialogs and the curtain. */
import { useEffect } from 'preact/hooks'
import { Dialogs } from '../dialogs/dialogs'
import type { Film } from '../films/film'
import { CoachCard, LessonBar } from '../lessons/card'
import { MapView } from '../map/view'
import '../people/turn'
import { saveRecord } from '../panel/log'
import { SidePanel } from '../panel/side'
import { Given, given } from '../people/given'
import { StoryCard } from '../story/card'
import { story } from '../story/story'
import * as t from '../table'
import { CommandLine } from './command'
import { Curtain } from './curtain'
import { GoalLine } from './goals'
import { keepPlace, keys } from './keys'
import { ReplayBar } from './replay'
import { TopBar } from './top'
import './page.css'
import './print.css'
import { tr } from '../words'

/** A table, or a lesson on one, or (`film`) what is left of one. */
export function TablePage({ table, token, lesson = '', film }: { table: string; token: string; lesson?: string; film?: Film }) {
  useEffect(() => {
    if (film) t.watch(film)
    else if (lesson) t.learn(lesson)
    else t.open(table, token)
    return () => {
      given.value = null
      t.leave()
    }
  }, [table, lesson])
  useEffect(() => {
    addEventListener('keydown', keys)
    return () => removeEventListener('keydown', keys)
  }, [])
  useEffect(keepPlace, [])
  if (given.value) return <Given />
  if (t.fatal.value)
    return (
      <main class="message">
        <h1>{tr('This table cannot be opened')}</h1>
        <p role="alert">{t.fatal.value}</p>
        <Kept />
        <p>
          <a href="/#/">{tr('Back to the lobby')}</a>
        </p>
      </main>
    )
  if (!t.sheet.value || !t.live.value || !t.look.value)
    return (
      <main class="message" aria-busy="true">
        <p>{tr('Setting up the table …')}</p>
      </main>
    )
  const covered = t.curtain.value
  return (
    <div class="page">
      <TopBar />
      {!covered && (lesson ? <LessonBar /> : <GoalLine />)}
      {covered ? (
        <main class="map-area">
          <Curtain side={covered} />
        </main>
      ) : (
        <>
          <main class="middle">
            <div class="map-area">
              <MapView />
              {lesson && <CoachCard />}
              {t.replayAt.value !== null && !story.value && <ReplayBar />}
            </div>
            {story.value ? <StoryCard /> : <SidePanel />}
          </main>
          {t.commandOpen.value && <CommandLine />}
        </>
      )}
      <Dialogs />
      <p class="hidden" aria-live="polite" data-testid="spoken">
        {t.spoken.value.map((x) => (
          <span key={x.n}>{x.text} </span>
        ))}
      </p>
      {!t.online.value && (
        <p class="offline" role="status">
          {tr('Connection lost. Trying again …')}
        </p>
      )}
    </div>
  )
}

/** Whatever has become of the rules: the record can be saved, and a film of a game that is over can be watched. */
function Kept() {
  const id = t.table.value
  if (t.trouble.value !== 'edition' && t.trouble.value !== 'trouble') return null
  return (
    <p class="kept" data-testid="kept">
      <a class="button main" href={`/#/film/${id}`}>
        {tr('Watch its film')}
      </a>{' '}
      <button type="button" onClick={() => void saveRecord(id)}>
        {tr('Save record')}
      </button>
    </p>
  )
}
