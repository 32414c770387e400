/** Open invitations, in the lobby: seats that anybody may take. */
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { pictureUrl } from '../server/api'
import { held } from '../server/links'
import { invitations } from '../server/people'
import type { Invitation } from '../server/types'
import { listed, tr, trn } from '../words'
import { paceInWords } from './terms'
import './people.css'

const FEW = 4

export function OpenInvitations() {
  const found = useSignal<Invitation[]>([])
  const all = useSignal(false)
  useEffect(
    () =>
      void invitations().then(
        (i) => (found.value = i),
        () => undefined,
      ),
    [],
  )
  const others = found.value.filter((i) => !held(i.table))
  if (!others.length) return null
  return (
    <section class="open-invitations" aria-labelledby="open-invitations">
      <h2 id="open-invitations">{tr('Somebody is looking for an opponent')}</h2>
      <ul class="tables">
        {(all.value ? others : others.slice(0, FEW)).map((i) => (
          <li key={i.table} data-invitation={i.table}>
            <img loading="lazy" src={pictureUrl(i.game, 420)} alt="" width="144" height="72" />
            <div class="about">
              <b>{[i.title, i.scenario].filter(Boolean).join(', ')}</b>
              <span>
                {i.by
                  ? tr('{name} offers {sides}', { name: i.by, sides: listed(i.free.map((s) => s.name)) })
                  : tr('Free: {sides}', { sides: listed(i.free.map((s) => s.name)) })}
                {i.terms.words ? `: “${i.terms.words}”` : ''}
              </span>
              <span class="quiet">
                {[paceInWords(i.terms.pace), i.options.length ? trn(i.options.length, '{n} option', '{n} options') : '']
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </div>
            <div class="buttons">
              <a class="button" href={`/#/join/${i.table}`} aria-label={tr('Look at it: {title}', { title: i.title })}>
                {tr('Look at it')}
              </a>
            </div>
          </li>
        ))}
      </ul>
      {others.length > FEW && (
        <button type="button" class="soft tables-more" aria-expanded={all.value} onClick={() => (all.value = !all.value)}>
          {all.value ? tr('Show fewer') : tr('Show all {n}', { n: others.length })}
        </button>
      )}
    </section>
  )
}
