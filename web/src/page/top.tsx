/** The bar at the top: the game, who you are, the turn, the phases, the tools. */
import { Icon, Mark } from '../shared/icons'
import * as t from '../table'
import { tr } from '../words'
import { said } from '../words/sentences'
import { Phases } from './phases'
import './top.css'

export function TopBar() {
  const s = t.live.value!
  const sheet = t.sheet.value!
  return (
    <header class="top">
      <a class="home" href="/#/" aria-label={tr('Back to the lobby')} title={tr('Lobby')}>
        <Mark size={30} />
      </a>
      <div class="title">
        <h1>{sheet.title}</h1>
        <small>
          {[s.name && s.name !== sheet.title ? s.name : '', sheet.scenario !== sheet.title ? sheet.scenario : '']
            .filter(Boolean)
            .join(' · ')}
        </small>
      </div>
      <You />
      <Turn />
      <Phases />
      <button
        type="button"
        class="square more-tools"
        aria-label={tr('Tools')}
        aria-expanded={t.toolsOpen.value}
        onClick={() => (t.toolsOpen.value = !t.toolsOpen.value)}>
        <Icon name="menu" />
      </button>
      <Tools />
    </header>
  )
}

/** Who you are, filled when it is your turn. */
function You() {
  const s = t.live.value!
  const alone = s.sides.length === 1
  const side = alone ? s.sides[0]! : (s.actor ?? '')
  const text =
    s.role === 'spectator' || !s.sides.length ? tr('You are watching') : alone ? tr('You are {side}', { side: t.sideName(side) }) : ''
  const both = s.sides.length > 1 ? tr('{side} to decide', { side: t.sideName(s.actor) }) : ''
  return (
    <p class={`you ${t.mine.value ? 'turn-now' : ''}`} style={{ '--side': t.accent(side) }} data-testid="you">
      <i aria-hidden="true" />
      {t.result.value ? tr('The game is over') : text || both}
    </p>
  )
}

function Turn() {
  const sheet = t.sheet.value!
  const v = t.view.value ?? t.live.value!.view
  const turn = sheet.turns.find((x) => x.turn === v.turn)
  const nights = sheet.turns.some((x) => x.night)
  return (
    <div class="turn" title={said(turn?.note ?? '')}>
      {nights && <Icon name={t.night.value ? 'moon' : 'sun'} />}
      <div>
        <b>{sheet.turns.length ? tr('Turn {n} of {m}', { n: v.turn, m: sheet.turns.length }) : said(v.turn_name)}</b>
        {nights && <small>{t.night.value ? tr('night') : tr('day')}</small>}
        {sheet.turns.length > 0 && (
          <ol class="turn-dots" aria-label={tr('Turns')}>
            {sheet.turns.map((x) => (
              <li key={x.turn} aria-current={x.turn === v.turn ? 'step' : undefined} class={dotClass(x, v.turn)}>
                <span class="hidden">
                  {said(x.name)}
                  {x.note ? `: ${said(x.note)}` : ''}
                </span>
              </li>
            ))}
          </ol>
        )}
      </div>
    </div>
  )
}

/** A dot of the turn track: past, now, at night, with a note. */
function dotClass(x: { turn: number; note: string; night: boolean }, now: number): string {
  const when = x.turn === now ? 'now' : x.turn < now ? 'past' : ''
  return `${when} ${x.night ? 'night' : ''} ${x.note ? 'note' : ''}`
}

function Tools() {
  const s = t.live.value!
  const lesson = !!t.lessonLine()
  const looking = t.replayAt.value !== null
  return (
    <div class={`tools ${t.toolsOpen.value ? 'open' : ''}`} onClick={() => (t.toolsOpen.value = false)}>
      <button
        type="button"
        class="square"
        disabled={!s.undo.can || t.busy.value}
        title={s.undo.can ? tr('Undo {action} (U)', { action: said(s.undo.action) }) : said(s.undo.why)}
        aria-label={tr('Undo')}
        data-testid="undo"
        onClick={() => void t.undo()}>
        <Icon name="undo" />
      </button>
      <button
        type="button"
        class="square"
        disabled={!s.redo.can || t.busy.value}
        title={s.redo.can ? tr('Redo {action} (R)', { action: said(s.redo.action) }) : said(s.redo.why)}
        aria-label={tr('Redo')}
        data-testid="redo"
        onClick={() => void t.redo()}>
        <Icon name="redo" />
      </button>
      <OverlayMenu />
      {!lesson && (
        <button
          type="button"
          onClick={() => void t.replayTo(looking ? null : t.last.value)}
          class="look-back"
          aria-pressed={looking}
          aria-label={tr('Replay')}
          title={tr('Look back over the game (B)')}>
          <Icon name="history" /> <span>{tr('Replay')}</span>
        </button>
      )}
      {s.kind === 'game' && !lesson && (
        <button
          type="button"
          class="square"
          aria-label={tr('Players')}
          title={tr('Players and links')}
          data-testid="players"
          onClick={() => (t.dialog.value = 'invite')}>
          <Icon name="people" />
        </button>
      )}
      <a class="button square" href="/#/settings" aria-label={tr('Settings')} title={tr('Settings')}>
        <Icon name="sliders" />
      </a>
      <button type="button" class="square" aria-label={tr('Help')} title={tr('Help (?)')} onClick={() => (t.dialog.value = 'help')}>
        ?
      </button>
    </div>
  )
}

function OverlayMenu() {
  return (
    <label class="overlay-menu">
      <span class="hidden">{tr('Map layer')}</span>
      <Icon name="layers" />
      <select
        value={t.overlay.value}
        onChange={(e) => {
          t.overlay.value = ''
          void t.setOverlay(e.currentTarget.value)
        }}
        title={tr('Map layers (keys 1 to 9)')}>
        <option value="">{tr('Map layers')}</option>
        {t.overlays.value.map((o, i) => (
          <option key={o.id} value={o.id}>
            {i < 9 ? `${i + 1}  ` : ''}
            {said(o.name)}
          </option>
        ))}
      </select>
    </label>
  )
}
