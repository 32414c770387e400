/** The bar at the top: the game, the turn, the phases, the tools. */
import { useEffect, useRef } from 'preact/hooks'
import * as t from '../table'

export function TopBar() {
  const s = t.live.value!,
    sheet = t.sheet.value!,
    v = t.view.value ?? s.view
  const strip = sheet.phases
  const turn = sheet.turns.find((x) => x.turn === v.turn)
  const ref = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const now = ref.current?.querySelector<HTMLElement>('.now')
    if (now) ref.current!.scrollTo({ left: now.offsetLeft - ref.current!.clientWidth / 2 + now.clientWidth / 2 })
  }, [v.phase])
  return (
    <header class="top">
      <a class="home" href="/#/" aria-label="Back to the lobby" title="Lobby">
        <svg viewBox="0 0 64 64" width="26" height="26" aria-hidden="true">
          <path d="M16 4.300h32L64 32 48 59.700H16L0 32z" fill="currentColor" />
          <path d="M12 22h40v24H12z" fill="#f4ecd8" />
          <path d="M12 22l40 24M52 22L12 46" stroke="currentColor" stroke-width="4" />
        </svg>
      </a>
      <div class="title">
        <h1>{s.name || sheet.title}</h1>
        <small>
          {sheet.title}
          {sheet.scenario && sheet.scenario !== sheet.title ? ` · ${sheet.scenario}` : ''}
        </small>
      </div>
      <div class={`turn ${t.night.value ? 'night' : ''}`} title={turn?.note ?? ''}>
        <b>{v.turn_name}</b>
        <span class="turn-dots" aria-hidden="true">
          {sheet.turns.map((x) => (
            <i key={x.turn} title={`${x.name}${x.note ? `: ${x.note}` : ''}`} class={dotClass(x, v.turn)} />
          ))}
        </span>
      </div>
      <ol class="phases" aria-label="Sequence of play" ref={ref}>
        {strip.map((p) => (
          <li
            key={p.id}
            class={p.id === v.phase ? 'now' : ''}
            aria-current={p.id === v.phase ? 'step' : undefined}
            style={{ '--side': t.accent(p.side) }}
            title={p.rule ? `Rule ${p.rule}` : ''}>
            <button type="button" tabIndex={-1} onClick={() => p.rule && t.showRule(p.rule)}>
              {p.name}
            </button>
          </li>
        ))}
      </ol>
      <div class="tools">
        <button
          type="button"
          disabled={!s.undo.can || t.busy.value}
          title={s.undo.can ? `Undo ${s.undo.action} (U)` : s.undo.why}
          aria-label="Undo"
          data-testid="undo"
          onClick={() => void t.undo()}>
          ↶
        </button>
        <button
          type="button"
          disabled={!s.redo.can || t.busy.value}
          title={s.redo.can ? `Redo ${s.redo.action} (R)` : s.redo.why}
          aria-label="Redo"
          data-testid="redo"
          onClick={() => void t.redo()}>
          ↷
        </button>
        <OverlayMenu />
        <button
          type="button"
          class="wide"
          onClick={() => void t.replayTo(t.replayAt.value === null ? t.last.value : null)}
          aria-pressed={t.replayAt.value !== null}
          title="Look back over the game (B)">
          Replay
        </button>
        {s.role === 'owner' && (
          <button type="button" class="wide" onClick={() => (t.dialog.value = 'invite')}>
            Players
          </button>
        )}
        <button type="button" aria-label="Help and settings" title="Help and settings (?)" onClick={() => (t.dialog.value = 'help')}>
          ?
        </button>
      </div>
    </header>
  )
}

/** A dot of the turn track: past, now, at night, with a note. */
function dotClass(x: { turn: number; name: string; note: string }, now: number): string {
  const when = x.turn === now ? 'now' : x.turn < now ? 'past' : ''
  return `${when} ${t.isNight(x.name, x.note) ? 'night' : ''} ${x.note && !/^night\.?$/i.test(x.note) ? 'note' : ''}`
}

function OverlayMenu() {
  return (
    <label class="overlay-menu">
      <span class="hidden">Map layer</span>
      <select
        value={t.overlay.value}
        onChange={(e) => {
          t.overlay.value = ''
          void t.setOverlay(e.currentTarget.value)
        }}
        title="Map layers (keys 1 to 9)">
        <option value="">Map layers</option>
        {t.overlays.value.map((o, i) => (
          <option key={o.id} value={o.id}>
            {i < 9 ? `${i + 1}  ` : ''}
            {o.name}
          </option>
        ))}
      </select>
    </label>
  )
}
