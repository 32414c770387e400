/** The side panel: tabs, and below them what can be done. On a phone it is a sheet with three heights. */
import { useEffect, useRef } from 'preact/hooks'
import { TalkPanel } from '../people/talk'
import * as t from '../table'
import { tr } from '../words'
import { Actions } from './actions'
import { BoardPanel } from './board'
import { LogPanel } from './log'
import { PlayPanel } from './play'
import { RulesPanel } from './rules'
import './panel.css'

const STOPS = ['peek', 'half', 'full'] as const

export function SidePanel() {
  const tabs: [t.Tab, string][] = [
    ['play', tr('Play')],
    ['log', tr('Log')],
    ['board', tr('Board')],
    ['rules', tr('Rules')],
    ...(t.lessonLine() || t.live.value?.kind !== 'game' ? [] : ([['talk', tr('Talk')]] as [t.Tab, string][])),
  ]
  const move = (e: KeyboardEvent, i: number) => {
    if (e.key !== 'ArrowRight' && e.key !== 'ArrowLeft') return
    const next = tabs[(i + (e.key === 'ArrowRight' ? 1 : tabs.length - 1)) % tabs.length]![0]
    t.tab.value = next
    document.getElementById(`tab-${next}`)?.focus()
  }
  // a new phase or a new fight is read from its beginning
  const panel = useRef<HTMLDivElement>(null)
  const s = t.live.value
  const now = t.tab.value
  const topic = `${now} ${s?.view.phase} ${s?.actor} ${s?.forecast?.title ?? ''} ${!!t.why.value} ${!!t.hint.value}`
  useEffect(() => {
    if (now !== 'log' && now !== 'talk') panel.current?.scrollTo({ top: 0 })
  }, [topic])
  const stop = t.sheetStop.value
  return (
    <aside class={`side ${now === 'board' ? 'wide' : ''}`} aria-label={tr('Table')} data-stop={stop}>
      <button
        type="button"
        class="handle"
        aria-label={stop === 'full' ? tr('Make this panel smaller') : tr('Make this panel larger')}
        onClick={() => (t.sheetStop.value = STOPS[(STOPS.indexOf(stop) + 1) % 3]!)}
      />
      <div class="tabs" role="tablist" aria-label={tr('Panels')}>
        {tabs.map(([id, name], i) => (
          <button
            key={id}
            id={`tab-${id}`}
            type="button"
            role="tab"
            aria-selected={now === id}
            aria-controls="panel"
            tabIndex={now === id ? 0 : -1}
            onClick={() => (t.tab.value = id)}
            onKeyDown={(e) => move(e, i)}>
            {name}
            {id === 'talk' && t.unread.value > 0 && now !== 'talk' && (
              <b class="count">
                {t.unread.value}
                <span class="hidden">{tr(' unread')}</span>
              </b>
            )}
          </button>
        ))}
      </div>
      <div class="panel" ref={panel} id="panel" role="tabpanel" aria-labelledby={`tab-${now}`} tabIndex={0}>
        {now === 'play' ? (
          <PlayPanel />
        ) : now === 'log' ? (
          <LogPanel />
        ) : now === 'board' ? (
          <BoardPanel />
        ) : now === 'talk' ? (
          <TalkPanel />
        ) : (
          <RulesPanel />
        )}
      </div>
      {t.replayAt.value === null && t.mine.value && <Actions />}
    </aside>
  )
}
