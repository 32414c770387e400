/** The sequence of play: the strip at the top, which folds to the phase of now and its neighbours, and the whole list behind it. */
import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { Icon } from '../shared/icons'
import { Rules } from '../shared/text'
import * as t from '../table'
import { tr } from '../words'
import { said } from '../words/sentences'
import './phases.css'

/** From everything to the phase of now alone; the first that has room is taken. */
const FOLDS = ['all', 'near', 'next', 'now'] as const
/** Resting on the strip for so long shows the list. */
const RESTING = 350

const view = () => t.view.value ?? t.live.value!.view
const phaseNow = () => t.sheet.value!.phases.findIndex((p) => p.id === view().phase)
const stateOf = (i: number, at: number) => (i === at ? 'now' : at >= 0 && i < at ? 'past' : '')

/** While the game goes on. */
export const Phases = () => (view().outcome ? null : <Track />)

function Track() {
  const box = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const open = useSignal(false)
  const at = phaseNow()
  const key = view().phase
  const fold = () => {
    const [all, strip] = [box.current, list.current]
    if (!all || !strip) return
    for (const name of FOLDS) {
      all.dataset.fold = name
      if (strip.scrollWidth <= strip.clientWidth) return
    }
  }
  useLayoutEffect(fold, [key])
  useEffect(() => {
    const watch = new ResizeObserver(fold)
    watch.observe(box.current!)
    void document.fonts.ready.then(fold)
    return () => watch.disconnect()
  }, [])
  useEffect(() => {
    const outside = (e: Event) => box.current?.contains(e.target as Node) || (open.value = false)
    addEventListener('pointerdown', outside)
    return () => removeEventListener('pointerdown', outside)
  }, [])
  const resting = useRef(0)
  const rest = () => {
    resting.current = window.setTimeout(() => (open.value = box.current?.dataset.fold !== 'all'), RESTING)
  }
  const turn = (to: boolean) => {
    clearTimeout(resting.current)
    open.value = to
  }
  const away = () => {
    clearTimeout(resting.current)
    if (!box.current?.contains(document.activeElement)) open.value = false
  }
  const close = (e: KeyboardEvent) => {
    if (e.key !== 'Escape' || !open.value) return
    e.stopPropagation()
    turn(false)
  }
  return (
    <div class="sequence" ref={box} onMouseEnter={rest} onMouseLeave={away} onKeyDown={close}>
      <Strip at={at} list={list} />
      <button
        type="button"
        class="all-phases"
        aria-expanded={open.value}
        title={tr('Sequence of play')}
        data-testid="all-phases"
        onClick={() => turn(!open.value)}>
        <span class="hidden">{tr('Sequence of play')}</span>
        {at >= 0 && tr('{n} of {m}', { n: at + 1, m: t.sheet.value!.phases.length })}
        <Icon name="down" />
      </button>
      {open.value && (
        <div class="whole-sequence">
          <Sequence />
        </div>
      )}
    </div>
  )
}

/** The phases side by side: done, now, to come. */
function Strip({ at, list }: { at: number; list: { current: HTMLOListElement | null } }) {
  const { phases } = t.sheet.value!
  return (
    <ol class="phases" aria-label={tr('Sequence of play')} ref={list}>
      {at < 0 && (
        <li class="now" aria-current="step" style={{ '--side': t.accent(t.live.value!.actor) }}>
          <span class="phase">{tr('Set-up')}</span>
        </li>
      )}
      {phases.map((p, i) => (
        <li
          key={p.id}
          data-phase={p.id}
          class={`${stateOf(i, at)} ${Math.abs(i - at) === 1 ? 'near' : ''} ${i && phases[i - 1]!.side !== p.side ? 'other' : ''}`}
          aria-current={i === at ? 'step' : undefined}
          style={{ '--side': t.accent(p.side) }}>
          {p.side && <span class="whose">{t.sideName(p.side)}</span>}
          <span class="phase">
            {stateOf(i, at) === 'past' && <Icon name="check" />}
            {said(p.short)}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** Every phase with its paragraph, by sides. */
export function Sequence() {
  const { phases } = t.sheet.value!
  const at = phaseNow()
  return (
    <ol class="steps" aria-label={tr('All phases')}>
      {phases.map((p, i) => (
        <li key={p.id} class={stateOf(i, at)} aria-current={i === at ? 'step' : undefined} style={{ '--side': t.accent(p.side) }}>
          {p.side && phases[i - 1]?.side !== p.side && <b class="whose">{t.sideName(p.side)}</b>}
          <i aria-hidden="true">{stateOf(i, at) === 'past' ? <Icon name="check" /> : i + 1}</i>
          <span>{said(p.short)}</span>
          {p.rule && <Rules ids={[p.rule]} />}
        </li>
      ))}
    </ol>
  )
}

/** In the panel, where the strip has no room: the name of the phase, and the list on request. */
export function PhaseOfNow() {
  const open = useSignal(false)
  const at = phaseNow()
  const phase = t.sheet.value!.phases[at]
  if (!phase) return null
  return (
    <>
      <p class="quiet phase-of-now">
        {said(phase.name)}{' '}
        <button type="button" class="text" aria-expanded={open.value} onClick={() => (open.value = !open.value)}>
          {tr('phase {n} of {m}', { n: at + 1, m: t.sheet.value!.phases.length })}
        </button>
      </p>
      {open.value && <Sequence />}
    </>
  )
}
