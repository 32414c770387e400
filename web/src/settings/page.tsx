/** Settings: kept in this browser, applied at once. */
import { useEffect } from 'preact/hooks'
import { OneOf } from '../shared/choice'
import { Icon } from '../shared/icons'
import * as s from '../table/settings'
import { knock } from '../table/sound'
import { LANGUAGES, language, tr } from '../words'
import { KEYS } from './keys'
import './settings.css'

export function SettingsPage() {
  useEffect(() => {
    document.title = `${tr('Settings')} · Sandtable`
  }, [])
  return (
    <div class="settings">
      <header>
        <button
          type="button"
          class="square"
          aria-label={tr('Back')}
          onClick={() => (history.length > 1 ? history.back() : (location.hash = '#/'))}>
          <Icon name="back" />
        </button>
        <h1>{tr('Settings')}</h1>
        <p class="quiet">{tr('Kept in this browser. Changes apply at once.')}</p>
      </header>
      <main>
        <Appearance />
        <Motion />
        <Playing />
        <Language />
        <Keyboard />
      </main>
    </div>
  )
}

function Row({ name, note = '', children }: { name: string; note?: string; children: preact.ComponentChildren }) {
  return (
    <div class="setting">
      <div>
        <b>{name}</b>
        {note && <small>{note}</small>}
      </div>
      {children}
    </div>
  )
}

function Switch({ name, of, note = '' }: { name: string; of: { value: 'on' | 'off' }; note?: string }) {
  return (
    <Row name={name} note={note}>
      <button
        type="button"
        class="switch"
        role="switch"
        aria-checked={of.value === 'on'}
        aria-label={name}
        onClick={() => (of.value = of.value === 'on' ? 'off' : 'on')}
      />
    </Row>
  )
}

function Appearance() {
  const themes: [s.Theme, string][] = [
    ['system', tr('System')],
    ['light', tr('Light')],
    ['dark', tr('Dark')],
    ['contrast', tr('High contrast')],
  ]
  return (
    <section aria-labelledby="appearance">
      <h2 id="appearance">{tr('Appearance')}</h2>
      <Row name={tr('Theme')}>
        <OneOf name={tr('Theme')} value={s.theme.value} of={themes} set={(v) => (s.theme.value = v)} />
      </Row>
      <Row name={tr('Text size')} note={tr('On top of the browser’s own setting')}>
        <OneOf
          name={tr('Text size')}
          value={s.textSize.value}
          of={(['100', '125', '150', '200'] as const).map((n) => [n, `${n}%`])}
          set={(v) => (s.textSize.value = v)}
        />
      </Row>
      <Row name={tr('Counter size')} note={tr('On the map at the first zoom')}>
        <OneOf
          name={tr('Counter size')}
          value={s.counterSize.value}
          of={[
            ['small', tr('Small')],
            ['medium', tr('Medium')],
            ['large', tr('Large')],
          ]}
          set={(v) => (s.counterSize.value = v)}
        />
      </Row>
      <Row name={tr('Counter colours')} note={tr('The second tells sides apart for every kind of sight')}>
        <OneOf
          name={tr('Counter colours')}
          value={s.palette.value}
          of={[
            ['classic', tr('Printed')],
            ['safe', tr('Distinct')],
          ]}
          set={(v) => (s.palette.value = v)}
        />
      </Row>
    </section>
  )
}

function Motion() {
  return (
    <section aria-labelledby="motion">
      <h2 id="motion">{tr('Motion and sound')}</h2>
      <Row name={tr('Enemy moves')} note={tr('While “What happened” plays')}>
        <OneOf
          name={tr('Enemy moves')}
          value={s.pace.value}
          of={[
            ['once', tr('At once')],
            ['normal', tr('Normal')],
            ['slow', tr('Slow')],
          ]}
          set={(v) => (s.pace.value = v)}
        />
      </Row>
      <Switch name={tr('Sound when it is your turn')} note={tr('One soft knock, when you are elsewhere')} of={s.sound} />
      <Row name={tr('How it sounds')}>
        <button type="button" onClick={knock}>
          {tr('Knock')}
        </button>
      </Row>
    </section>
  )
}

function Playing() {
  return (
    <section aria-labelledby="playing">
      <h2 id="playing">{tr('Playing')}</h2>
      <Switch name={tr('Ask before a phase ends with units that can still act')} of={s.confirmEnd} />
      <Switch name={tr('Show “What happened” after every enemy turn')} of={s.tellStory} />
    </section>
  )
}

function Language() {
  return (
    <section aria-labelledby="language">
      <h2 id="language">{tr('Language')}</h2>
      <Row name={tr('Language')}>
        <select aria-label={tr('Language')} value={language.value} onChange={(e) => (language.value = e.currentTarget.value)}>
          {LANGUAGES.map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </Row>
    </section>
  )
}

function Keyboard() {
  return (
    <section aria-labelledby="keyboard">
      <h2 id="keyboard">{tr('Keyboard')}</h2>
      <dl class="keys">
        {KEYS().map(([k, v]) => (
          <div key={k}>
            <dt>
              <kbd>{k}</kbd>
            </dt>
            <dd>{v}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
