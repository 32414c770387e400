/** The seat was given away: the table is closed to its holder, who has the link of the next one to hand on. */
import { signal } from '@preact/signals'
import { tr } from '../words'
import { LinkBox } from './link'
import './people.css'

export const given = signal<{ name: string; link: string } | null>(null)

export function Given() {
  const { name, link } = given.value!
  return (
    <main class="message" data-testid="given">
      <h1>{tr('You have given {side} away', { side: name })}</h1>
      {link ? (
        <>
          <p>{tr('Send this link to whoever is to play on. It is shown only now.')}</p>
          <LinkBox name={name} link={link} main />
        </>
      ) : (
        <p>{tr('A bot plays on.')}</p>
      )}
      <p>
        <a href="/#/">{tr('To the lobby')}</a>
      </p>
    </main>
  )
}
