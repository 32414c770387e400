/** One table of the rules. */
import { useEffect, useRef } from 'preact/hooks'
import type { Chart } from '../server/types'
import { Ruled } from '../shared/text'

/** What a component rests on, where it is not printed in the rules. */
export const BASIS: Record<string, string> = {
  rule: 'printed in the rules',
  deduced: 'follows from the rules',
  outside: 'published elsewhere',
  geo: 'taken from real geography',
  invented: 'our reconstruction',
}

export function ChartTable({ c, column }: { c: Chart; column?: number }) {
  const ref = useRef<HTMLDivElement>(null)
  // the lit column of a wide table is in sight
  useEffect(() => {
    const lit = ref.current?.querySelector<HTMLElement>('th.lit')
    if (lit) ref.current!.scrollLeft = lit.offsetLeft - ref.current!.clientWidth / 2 + lit.clientWidth / 2
  }, [c.id, column])
  return (
    <>
      <h4 class="chart-title">
        <Ruled text={c.title} /> <em title={c.ref}>{BASIS[c.basis] ?? c.basis}</em>
      </h4>
      <div class="scroll" ref={ref} tabIndex={0} role="region" aria-label={c.title}>
        <table class="chart">
          <caption class="hidden">{c.title}</caption>
          <thead>
            <tr>
              <td />
              {c.columns.map((x, i) => (
                <th key={x + i} scope="col" class={i === column ? 'lit' : ''}>
                  {x.replaceAll('_', ' ')}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {c.rows.map((r, j) => (
              <tr key={r + j}>
                <th scope="row">{r.replaceAll('_', ' ')}</th>
                {c.cells[j]!.map((x, i) => (
                  <td key={i} class={i === column ? 'lit' : ''}>
                    {x}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
