/** The first step of a newcomer: lessons, done by hand on a real battle. */
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { doneLessons, type LessonInfo, lessons } from '../lessons/shelf'
import { Icon } from '../shared/icons'
import { tr, trn } from '../words'
import { said } from '../words/sentences'

export function Learn() {
  const all = useSignal<LessonInfo[]>([])
  useEffect(
    () =>
      void lessons().then(
        (l) => (all.value = l),
        () => undefined,
      ),
    [],
  )
  const titles = [...new Set(all.value.map((l) => l.title))]
  const main = titles.find((t) => t === 'across-suez-2021') ?? titles[0]
  const course = all.value.filter((l) => l.title === main)
  const done = doneLessons.value
  const next = course.find((l) => !done.includes(`${l.title}/${l.id}`)) ?? course[0]
  return (
    <section class="learn" aria-labelledby="learn">
      <h2 id="learn">{tr('Learn to play')}</h2>
      <p>{tr('New to hex wargames? Short lessons on a real battle. You do it all by hand.')}</p>
      <ol>
        {course.map((l, i) => (
          <li key={l.id}>
            <a href={`/#/learn/${l.title}/${l.id}`} data-lesson={l.id}>
              <i>{done.includes(`${l.title}/${l.id}`) ? <Icon name="check" /> : i + 1}</i>
              {said(l.name)}
            </a>
          </li>
        ))}
      </ol>
      {next && (
        <p class="go">
          <a class="button" href={`/#/learn/${next.title}/${next.id}`}>
            {done.length
              ? tr('Go on with lesson {n}', { n: course.indexOf(next) + 1 })
              : tr('Start lesson {n}', { n: course.indexOf(next) + 1 })}
          </a>{' '}
          <small>{trn(course.length, '{n} lesson', '{n} lessons')}</small>
        </p>
      )}
      {titles.length > 1 && (
        <details>
          <summary>{tr('Lessons for the other games')}</summary>
          {titles
            .filter((x) => x !== main)
            .map((x) => (
              <p key={x} class="other-course">
                <b>{all.value.find((l) => l.title === x)!.game}</b>{' '}
                {all.value
                  .filter((l) => l.title === x)
                  .map((l) => (
                    <a key={l.id} href={`/#/learn/${l.title}/${l.id}`}>
                      {done.includes(`${l.title}/${l.id}`) && <Icon name="check" />}
                      {said(l.name)}
                    </a>
                  ))}
              </p>
            ))}
        </details>
      )}
    </section>
  )
}
