/** Buttons: one main button that names what comes next, and whatever needs no click on the map. */
import type { Option } from '../server/types'
import { Icon } from '../shared/icons'
import { Ruled } from '../shared/text'
import * as t from '../table'
import { tr, trn } from '../words'
import { said } from '../words/sentences'
import { count, inSeries, titleOf } from './series'
import './actions.css'

const MAIN = ['confirm', 'end']
const QUIET = ['cancel', 'decline']
/** What ends the game by agreement does not stand beside what ends the phase. */
const ASIDE = ['offer']
/** More buttons than these hide in a fold. */
const FEW = 20

export function Actions() {
  const direct = t.choices.value.filter((o) => !o.to)
  const all = [...direct, ...t.plain.value]
  const main = all.filter((o) => MAIN.includes(o.verb))
  // where nothing else is asked, the offer is the question itself
  const aside = main.length ? all.filter((o) => ASIDE.includes(o.verb)) : []
  const rest = inSeries(all.filter((o) => !MAIN.includes(o.verb) && !aside.includes(o)))
  const s = t.live.value!
  const forced = t.forced.value
  return (
    <section class="actions" aria-label={tr('Actions')}>
      {s.actor === 'chance' && <p class="quiet">{tr('Roll your dice and give the result.')}</p>}
      {Object.values(t.warnings.value).map((w, i) => (
        <p key={i} class="warning">
          <Ruled text={w} />
        </p>
      ))}
      {forced && !forced.refusal && (
        <button type="button" class="main" onClick={() => void t.act(forced.action)}>
          {forced.option?.details?.cost != null
            ? tr('Go this way ({points} MP)', { points: forced.option.details.cost })
            : tr('Go this way')}
        </button>
      )}
      <MustAct />
      {t.ending.value && (
        <p class="warning" role="alert">
          {trn(t.active.value.length, '{n} unit can still act. Press again to end.', '{n} units can still act. Press again to end.')}
        </p>
      )}
      {main.map((o) => (
        <button key={o.action} type="button" class="main" data-action={o.action} disabled={t.busy.value} onClick={() => void t.finish(o)}>
          {said(o.label)}
        </button>
      ))}
      <Others groups={rest} />
      <Standing />
      {aside.length > 0 && (
        <details class="more aside">
          <summary>{tr('End the game by agreement')}</summary>
          {aside.map((o) => (
            <Group key={o.action} of={[o]} />
          ))}
        </details>
      )}
    </section>
  )
}

/** Those who must still do something: the first of them is one click away. */
function MustAct() {
  const mine = (n: string) => t.find(n)?.side === t.live.value?.actor
  const names = [...t.called.value].filter((n) => mine(n) && t.isHex(t.find(n)?.at ?? ''))
  if (!names.length || t.live.value?.forecast) return null
  return (
    <button type="button" class="must" onClick={() => t.nextCalled(1)}>
      {trn(names.length, '{n} unit still must act: show it', '{n} units still must act: show the first')}
    </button>
  )
}

function Others({ groups }: { groups: Option[][] }) {
  const shown = groups.slice(0, FEW)
  const folded = groups.slice(FEW, 60)
  return (
    <>
      {shown.map((g) => (
        <Group key={g[0]!.action} of={g} />
      ))}
      {folded.length > 0 && (
        <details class="more">
          <summary>{trn(folded.length, '{n} more', '{n} more')}</summary>
          {folded.map((g) => (
            <Group key={g[0]!.action} of={g} />
          ))}
        </details>
      )}
    </>
  )
}

function Group({ of }: { of: Option[] }) {
  if (of.length > 1) return <Series of={of} />
  const o = of[0]!
  return (
    <button
      type="button"
      class={QUIET.includes(o.verb) ? 'soft' : ''}
      data-action={o.action}
      disabled={t.busy.value}
      onClick={() => void t.act(o.action)}>
      {said(o.label)}
    </button>
  )
}

/** What stands below every decision: the next unit, a hint, asking to undo. */
function Standing() {
  const s = t.live.value!
  // where the rules know no word for giving up what is being prepared, undoing does it
  const undoes = !!s.forecast && s.undo.can && !('cancel' in (t.offer.value?.verbs ?? {}))
  const asks = !t.lessonLine() && !s.undo.can && !s.take_back && s.kind === 'game' && t.log.value.some((e) => s.sides.includes(e.actor))
  return (
    <div class="small-row standing">
      <button
        type="button"
        class="soft"
        onClick={() => t.nextActive(1)}
        disabled={!t.active.value.length && !t.called.value.size}
        title={tr('Next unit that can act (N)')}>
        {tr('Next unit')} <kbd>N</kbd>
      </button>
      <button type="button" class="soft" onClick={() => void t.askHint()} title={tr('What would the bot do? (X)')}>
        <Icon name="bulb" />
        {tr('Hint')}
      </button>
      {undoes && (
        <button type="button" class="soft" disabled={t.busy.value} onClick={() => void t.undo()} title={tr('Undo (U)')}>
          {tr('Undo')} <kbd>U</kbd>
        </button>
      )}
      {asks && (
        <button
          type="button"
          class="soft"
          disabled={!s.may_take_back.can}
          title={said(s.may_take_back.why || s.undo.why)}
          onClick={() => void t.propose()}>
          {tr('Ask to undo')}
        </button>
      )}
    </div>
  )
}

function Series({ of }: { of: Option[] }) {
  of.sort((a, b) => count(a) - count(b))
  const title = titleOf(of[0]!)
  return (
    <div class="series" role="group" aria-label={title}>
      <span>{title}</span>
      <div>
        {of.map((o) => (
          <button
            key={o.action}
            type="button"
            data-action={o.action}
            aria-label={said(o.label)}
            title={said(o.label)}
            disabled={t.busy.value}
            onClick={() => void t.act(o.action)}>
            {count(o)}
          </button>
        ))}
      </div>
    </div>
  )
}
