/** One table of the rules. */
import { useEffect, useRef } from 'preact/hooks'
import type { Chart } from '../server/types'
import { Ruled } from '../shared/text'
import { tr } from '../words'
import { said } from '../words/sentences'

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
        <Ruled text={c.title} /> <em title={tr(c.ref)}>{tr(BASIS[c.basis] ?? c.basis)}</em>
      </h4>
      <div class="scroll" ref={ref} tabIndex={0} role="region" aria-label={said(c.title)}>
        <table class="chart">
          <caption class="hidden">{said(c.title)}</caption>
          <thead>
            <tr>
              <td />
              {c.columns.map((x, i) => (
                <th key={x + i} scope="col" class={i === column ? 'lit' : ''}>
                  {said(x.replaceAll('_', ' '))}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {c.rows.map((r, j) => (
              <tr key={r + j}>
                <th scope="row">{said(r.replaceAll('_', ' '))}</th>
                {c.cells[j]!.map((x, i) => (
                  <td key={i} class={i === column ? 'lit' : ''}>
                    {said(x)}
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
