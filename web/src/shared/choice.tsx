/** One of a few, side by side: a radio group whose arrow keys choose. */
export function OneOf<T extends string>({ name, value, of, set }: { name: string; value: T; of: [T, string][]; set: (v: T) => void }) {
  const step = (e: KeyboardEvent) => {
    const by = e.key === 'ArrowRight' || e.key === 'ArrowDown' ? 1 : e.key === 'ArrowLeft' || e.key === 'ArrowUp' ? -1 : 0
    if (!by) return
    e.preventDefault()
    const i = of.findIndex(([v]) => v === value)
    set(of[(i + by + of.length) % of.length]![0])
    const all = [...(e.currentTarget as HTMLElement).querySelectorAll('button')]
    all[(i + by + all.length) % all.length]?.focus()
  }
  return (
    <div class="choice" role="radiogroup" aria-label={name} onKeyDown={step}>
      {of.map(([v, text]) => (
        <button key={v} type="button" role="radio" aria-checked={v === value} tabIndex={v === value ? 0 : -1} onClick={() => set(v)}>
          {text}
        </button>
      ))}
    </div>
  )
}
