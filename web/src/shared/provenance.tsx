/** What of a game is printed in its rules and what is reconstructed: in the lobby and among the charts. */
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import * as server from '../server/api'
import type { Provenance } from '../server/types'
import { tr } from '../words'

/** The parts of a game's components, in words. */
const PARTS = (): [Provenance['blocks'][number]['part'], string][] => [
  ['map', tr('Map')],
  ['counters', tr('Counters')],
  ['tables', tr('Tables')],
  ['set-up', tr('Set-up')],
]

export function ProvenanceOf({
  game,
  title = '',
  query = '',
  folder = '',
}: {
  game: string
  title?: string
  query?: string
  folder?: string
}) {
  const facts = useSignal<Provenance | null>(null)
  const open = useSignal(false)
  useEffect(() => {
    facts.value = null
  }, [game])
  useEffect(() => {
    if (open.value && !facts.value)
      void server.provenance(game, query).then(
        (p) => (facts.value = p),
        () => undefined,
      )
  }, [game, open.value, facts.value])
  return (
    <details class="provenance" data-testid="provenance" onToggle={(e) => (open.value = e.currentTarget.open)}>
      <summary>{tr('What is printed, what is reconstructed')}</summary>
      {facts.value ? (
        <>
          <Facts of={facts.value} />
          {folder && (
            <p class="quiet">
              {tr('Your own files belong into this folder; then they can be chosen here:')}{' '}
              <code>
                {folder}/{title}/NAME
              </code>
            </p>
          )}
        </>
      ) : (
        <p class="quiet">{tr('Looking it up …')}</p>
      )}
    </details>
  )
}

function Facts({ of }: { of: Provenance }) {
  const bases = Object.keys(of.meaning).filter((b) => of.counts[b])
  const parts = PARTS()
    .map(([id, name]) => ({ name, blocks: of.blocks.filter((b) => b.part === id) }))
    .filter((p) => p.blocks.length)
  return (
    <>
      <p class="quiet">
        {tr('The rules do not reproduce every map, counter and chart.')}{' '}
        {tr(
          'Each block of our component files says what it rests on; whoever owns the printed game can correct it with files of their own.',
        )}
      </p>
      <div class="scroll" tabIndex={0} role="region" aria-label={tr('Blocks by what they rest on')}>
        <table class="chart">
          <thead>
            <tr>
              <td />
              {bases.map((b) => (
                <th key={b} scope="col">
                  {tr(of.meaning[b]!)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {parts.map((p) => (
              <tr key={p.name}>
                <th scope="row">{p.name}</th>
                {bases.map((b) => (
                  <td key={b}>{p.blocks.filter((x) => x.basis === b).length || ''}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {parts.map((p) => (
        <details key={p.name}>
          <summary>{tr('{part}: the reasons', { part: p.name })}</summary>
          <ul>
            {p.blocks
              .filter((b) => b.basis !== 'rule')
              .map((b) => (
                <li key={b.file + b.block}>
                  <b>{b.name || b.block}</b> <em>{tr(of.meaning[b.basis]!)}</em>: {b.why}
                </li>
              ))}
          </ul>
        </details>
      ))}
    </>
  )
}
