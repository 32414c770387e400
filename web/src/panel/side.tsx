/** The side panel: tabs, and below them what can be done. */
import { useEffect, useRef } from 'preact/hooks'
import * as t from '../table'
import { Actions } from './actions'
import { ChartsPanel } from './charts'
import { LogPanel } from './log'
import { PlayPanel } from './play'
import { RulesPanel } from './rules'
import './panel.css'

export function SidePanel() {
  const tabs: [t.Tab, string][] = [
    ['play', 'Play'],
    ['log', 'Log'],
    ['rules', 'Rules'],
    ['charts', 'Charts'],
  ]
  const move = (e: KeyboardEvent, i: number) => {
    if (e.key !== 'ArrowRight' && e.key !== 'ArrowLeft') return
    const next = tabs[(i + (e.key === 'ArrowRight' ? 1 : 3)) % 4]![0]
    t.tab.value = next
    document.getElementById(`tab-${next}`)?.focus()
  }
  // a new phase or a new fight is read from its beginning
  const panel = useRef<HTMLDivElement>(null)
  const s = t.live.value
  const topic = `${t.tab.value} ${s?.view.phase} ${s?.actor} ${s?.forecast?.title ?? ''} ${!!t.why.value} ${!!t.hint.value}`
  useEffect(() => panel.current?.scrollTo({ top: 0 }), [topic])
  return (
    <aside class="side" aria-label="Table">
      <div class="tabs" role="tablist" aria-label="Panels">
        {tabs.map(([id, name], i) => (
          <button
            key={id}
            id={`tab-${id}`}
            type="button"
            role="tab"
            aria-selected={t.tab.value === id}
            aria-controls={`panel-${id}`}
            tabIndex={t.tab.value === id ? 0 : -1}
            onClick={() => (t.tab.value = id)}
            onKeyDown={(e) => move(e, i)}>
            {name}
          </button>
        ))}
      </div>
      <div class="panel" ref={panel} id={`panel-${t.tab.value}`} role="tabpanel" aria-labelledby={`tab-${t.tab.value}`} tabIndex={0}>
        {t.tab.value === 'play' ? (
          <PlayPanel />
        ) : t.tab.value === 'log' ? (
          <LogPanel />
        ) : t.tab.value === 'rules' ? (
          <RulesPanel />
        ) : (
          <ChartsPanel />
        )}
      </div>
      {t.replayAt.value === null && t.mine.value && <Actions />}
    </aside>
  )
}
