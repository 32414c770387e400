/** The command line: every action can be typed. */
import { useSignal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import * as t from '../table'
import { tr } from '../words'
import './command.css'

export function CommandLine() {
  const text = useSignal('')
  const list = useSignal<string[]>([])
  const at = useSignal(-1)
  useLayoutEffect(() => document.getElementById('command')?.focus(), [])
  const suggest = async (value: string) => {
    text.value = value
    at.value = -1
    try {
      const got = value ? await t.complete(value) : []
      if (text.value === value) list.value = got.filter((x) => x !== value)
    } catch {
      list.value = []
    }
  }
  const go = async () => {
    const command = text.value.trim()
    if (!command) return
    list.value = []
    text.value = ''
    if (command === 'undo') return t.undo()
    if (command === 'redo') return t.redo()
    await t.attempt(command)
    t.commandOpen.value = false
  }
  const take = (x: string) => {
    const more = Object.keys(t.offer.value?.verbs ?? {}).includes(x) && !t.plain.value.some((o) => o.action === x)
    void suggest(more ? `${x} ` : x)
    document.getElementById('command')?.focus()
  }
  return (
    <form
      class="command"
      role="search"
      aria-label={tr('Command line')}
      onSubmit={(e) => {
        e.preventDefault()
        void go()
      }}>
      <label for="command">{tr('Command')}</label>
      <div class="combo">
        <input
          id="command"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          placeholder={tr('Type an action')}
          value={text.value}
          role="combobox"
          aria-expanded={list.value.length > 0}
          aria-controls="command-list"
          aria-autocomplete="list"
          aria-activedescendant={at.value >= 0 ? `command-${at.value}` : undefined}
          onInput={(e) => void suggest(e.currentTarget.value)}
          onBlur={() => setTimeout(() => (list.value = []), 200)}
          onKeyDown={(e) => {
            if (e.key === 'ArrowDown' || e.key === 'ArrowUp') {
              e.preventDefault()
              const n = list.value.length
              if (n) at.value = (at.value + (e.key === 'ArrowDown' ? 1 : -1) + n) % n
            } else if ((e.key === 'Tab' || e.key === 'Enter') && at.value >= 0) {
              e.preventDefault()
              take(list.value[at.value]!)
            } else if (e.key === 'Tab' && list.value.length === 1) {
              e.preventDefault()
              take(list.value[0]!)
            }
          }}
        />
        {list.value.length > 0 && (
          <ul id="command-list" role="listbox" aria-label={tr('Completions')}>
            {list.value.map((x, i) => (
              <li
                key={x}
                id={`command-${i}`}
                role="option"
                aria-selected={i === at.value}
                onPointerDown={(e) => {
                  e.preventDefault()
                  take(x)
                }}>
                {x}
              </li>
            ))}
          </ul>
        )}
      </div>
      <button type="submit">{tr('Do')}</button>
    </form>
  )
}
