/** What translators write: gettext's `messages.po`, one folder for each language. */
export type Catalogue = Record<string, string>

const LINE = /^(msgid|msgstr)?\s*("(?:[^"\\]|\\.)*")\s*$/

/** The translations of a file; what is not translated yet is left out, and stays English. */
export function catalogueOf(po: string): Catalogue {
  const found: Catalogue = {}
  const entry = { msgid: '', msgstr: '' }
  let part: keyof typeof entry = 'msgid'
  const keep = () => {
    if (entry.msgid && entry.msgstr) found[entry.msgid] = entry.msgstr
  }
  for (const line of po.split('\n')) {
    const m = LINE.exec(line)
    if (!m) continue
    if (m[1] === 'msgid') {
      keep()
      entry.msgid = entry.msgstr = ''
    }
    part = (m[1] as keyof typeof entry | undefined) ?? part
    entry[part] += JSON.parse(m[2]!)
  }
  keep()
  return found
}

/** Every language by its code, from the files by their paths. */
export const cataloguesOf = (files: Record<string, string>): Record<string, Catalogue> =>
  Object.fromEntries(Object.entries(files).map(([path, po]) => [path.split('/').at(-2)!, catalogueOf(po)]))

/** A language in its own words: Deutsch, français. */
export const nameOf = (code: string) => new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code
