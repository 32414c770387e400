/** The rules in our own words, paragraph by paragraph, and our rulings. */
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { OneOf } from '../shared/choice'
import * as t from '../table'
import { tr } from '../words'
import { ChartsPanel } from './charts'
import './rules.css'

export function RulesPanel() {
  return (
    <>
      <OneOf
        name={tr('Rules or charts')}
        value={t.rulesPart.value}
        of={[
          ['text', tr('Rules')],
          ['charts', tr('Charts')],
        ]}
        set={(v) => (t.rulesPart.value = v)}
      />
      {t.rulesPart.value === 'text' ? <Book /> : <ChartsPanel />}
    </>
  )
}

function Book() {
  const find = useSignal('')
  const wanted = t.ruleWanted.value
  const book = t.book.value
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!wanted) return
    find.value = ''
    requestAnimationFrame(() => list.current?.querySelector('.wanted')?.scrollIntoView({ block: 'center' }))
  }, [wanted, book])
  if (!book) return <p class="quiet">{tr('Loading the rules …')}</p>
  const clean = wanted.replace(/^.*:/, '').replace(/^ruling /, '')
  const q = find.value.trim().toLowerCase()
  const hit = (...texts: string[]) => !q || texts.some((x) => x.toLowerCase().includes(q))
  const rules = book.rules.filter((r) => hit(r.id, r.title, r.text))
  const rulings = book.rulings.filter((r) => hit(r.id, r.rule, r.problem, r.ruling))
  return (
    <div ref={list}>
      <input
        type="search"
        placeholder={tr('Search the rules')}
        aria-label={tr('Search the rules')}
        value={find.value}
        onInput={(e) => (find.value = e.currentTarget.value)}
      />
      <p class="quiet">{tr('Our own summary, paragraph by paragraph, with the rulebook’s numbers.')}</p>
      <dl class="rulebook">
        {rules.map((r) => (
          <div key={r.id} class={`${r.id === clean ? 'wanted' : ''} ${r.status === 'heading' ? 'heading' : ''}`} id={`rule-${r.id}`}>
            <dt>
              <b>{r.id}</b> {r.title}
              {r.status && r.status !== 'heading' && <small> {r.status}</small>}
            </dt>
            <dd>
              {r.text}
              {book.rulings
                .filter((x) => x.rule === r.id)
                .map((x) => (
                  <button key={x.id} type="button" class="rule-link" onClick={() => t.showRule(x.id)}>
                    {x.id}
                  </button>
                ))}
            </dd>
          </div>
        ))}
      </dl>
      {!!rulings.length && <h3>{tr('Rulings')}</h3>}
      <dl class="rulebook">
        {rulings.map((r) => (
          <div key={r.id} class={r.id === clean ? 'wanted' : ''}>
            <dt>
              <b>{r.id}</b> on {r.rule} <small>{r.kind}</small>
            </dt>
            <dd>
              <p>{r.problem}</p>
              <p>
                <strong>{r.ruling}</strong>
              </p>
              <p class="quiet">{r.why}</p>
            </dd>
          </div>
        ))}
      </dl>
      {!rules.length && !rulings.length && <p>{tr('Nothing in the rules matches “{text}”.', { text: find.value })}</p>}
    </div>
  )
}
