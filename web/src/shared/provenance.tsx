/** What of a game is printed in its rules and what is reconstructed: in the lobby and among the charts. */
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import * as server from '../server/api'
import type { Provenance } from '../server/types'
import { tr } from '../words'

const PARTS: [string, RegExp][] = [
  ['Map', /(^|\/)map/],
  ['Counters', /(^|\/)counters/],
  ['Tables', /(^|\/)tables/],
  ['Set-up', /./],
]
const part = (file: string) => PARTS.find(([, of]) => of.test(file))![0]

export function ProvenanceOf({ game, query = '', folder = '' }: { game: string; query?: string; folder?: string }) {
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
              Your own files belong into{' '}
              <code>
                {folder}/{game.split('/')[0]}/NAME
              </code>
              ; then they can be chosen here.
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
  const parts = PARTS.map(([name]) => ({ name, blocks: of.blocks.filter((b) => part(b.file) === name) })).filter((p) => p.blocks.length)
  return (
    <>
      <p class="quiet">
        The rules do not reproduce every map, counter and chart. Each block of our component files says what it rests on; whoever owns the
        printed game can correct it with a folder of their own files.
      </p>
      <div class="scroll" tabIndex={0} role="region" aria-label={tr('Blocks by what they rest on')}>
        <table class="chart">
          <thead>
            <tr>
              <td />
              {bases.map((b) => (
                <th key={b} scope="col">
                  {of.meaning[b]}
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
          <summary>{p.name}: the reasons</summary>
          <ul>
            {p.blocks
              .filter((b) => b.basis !== 'rule')
              .map((b) => (
                <li key={b.file + b.block}>
                  <b>{b.block.replace(/^\[+[\w.-]*\]+\s*/, '').replace(/ \(number \d+\)$/, '') || b.block}</b>{' '}
                  <em>{of.meaning[b.basis]}</em>: {b.why}
                </li>
              ))}
          </ul>
        </details>
      ))}
    </>
  )
}
