import { expect, test } from 'vitest'
import { catalogueOf, cataloguesOf, nameOf } from '../src/words/catalogue'

const GERMAN = `msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"

#: src/sandtable/games/sinai/combat.py:12
msgid "{unit} is eliminated."
msgstr "{unit} ist vernichtet."

msgid "Say \\"{word}\\""
msgstr ""
"Sag "
"\\"{word}\\""

msgid "Not yet"
msgstr ""
`

test('a file of gettext is read', () => {
  expect(catalogueOf(GERMAN)).toEqual({ '{unit} is eliminated.': '{unit} ist vernichtet.', 'Say "{word}"': 'Sag "{word}"' })
})

test('a language is a folder, called by its code', () => {
  const found = cataloguesOf({ './languages/de/messages.po': GERMAN, './languages/fr/messages.po': '' })
  expect(Object.keys(found)).toEqual(['de', 'fr'])
  expect(nameOf('de')).toBe('Deutsch')
})
