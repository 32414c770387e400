/** The coach: what to do now, why, and the ways back and on. It stands beside the map and never traps the focus. */
import { useEffect } from 'preact/hooks'
import { Icon } from '../shared/icons'
import * as t from '../table'
import { tr } from '../words'
import { coach } from './coach'
import './lessons.css'

export function LessonBar() {
  const c = coach.value
  if (!c) return null
  return (
    <section class="lesson-bar" aria-label={tr('Lesson')}>
      <span class="steps" aria-hidden="true">
        {c.steps.map((_, i) => (
          <i key={i} class={i < c.step ? 'past' : i === c.step ? 'now' : ''} />
        ))}
      </span>
      <b>{c.name}</b>
      <span class="goal-text">{c.goal}</span>
      <span class="room" />
      <button type="button" onClick={() => void t.lessonLine()?.again()}>
        {tr('Start again')}
      </button>
      <a class="button" href="/#/">
        {tr('Leave lesson')}
      </a>
    </section>
  )
}

export function CoachCard() {
  const c = coach.value
  // a unit picked up is a step of its own
  const picked = t.selected.value
  useEffect(() => {
    for (const name of picked) void t.lessonLine()?.add(`select ${name}`)
  }, [picked.join(), c?.step])
  if (!c) return null
  const now = c.steps[c.step]
  return (
    <section class="coach" aria-label={tr('Coach')} data-testid="coach" data-step={c.step}>
      <div aria-live="polite">
        <p class="quiet">{c.done ? tr('Lesson finished') : tr('Step {n} of {m}', { n: c.step + 1, m: c.steps.length })}</p>
        <p class="say">{c.done ? c.close : now?.text}</p>
        {c.answer && !c.done && <p class="warning">{c.answer}</p>}
      </div>
      <div class="small-row">
        {c.done ? <Done next={c.next} /> : <Going back={c.back} hint={c.hint} astray={!!c.answer} />}
        <button type="button" class="text why-rule" onClick={() => t.showRule(c.rule)}>
          {tr('Why? {rule}', { rule: c.rule })}
        </button>
      </div>
    </section>
  )
}

function Done({ next }: { next: string }) {
  const [title] = (t.lessonLine()?.address ?? '').split('/')
  return next ? (
    <a class="button next-lesson" href={`/#/learn/${title}/${next}`}>
      {tr('Next lesson')}
    </a>
  ) : (
    <a class="button next-lesson" href={`/#/new/${title}`}>
      {tr('Play this battle')}
    </a>
  )
}

function Going({ back, hint, astray }: { back: boolean; hint: string; astray: boolean }) {
  return (
    <>
      <button type="button" disabled={!back} onClick={() => void t.lessonLine()?.back()}>
        <Icon name="back" />
        {tr('Back')}
      </button>
      <button type="button" data-testid="do-it" onClick={() => void (astray ? t.lessonLine()?.back() : doIt(hint))}>
        {tr('Do it for me')}
      </button>
    </>
  )
}

/** Plays the step's own hint. */
async function doIt(hint: string) {
  const [kind, ...rest] = hint.split(' ')
  if (kind === 'select') return t.select(rest.join(' '))
  if (kind === 'try') return void t.attempt(rest.join(' '))
  await t.act(hint)
}
