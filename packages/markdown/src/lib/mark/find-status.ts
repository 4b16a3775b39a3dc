import { readStatus } from '@amelia/core/plugin'
import { foldValue } from '../words/fold-value.ts'
import { isWide } from '../words/fold-width.ts'
import { languages, patternOf } from '../words/create-finder.ts'
import type { Words } from '../words/language/language.ts'
import { plainText } from '../words/plain-text.ts'
import { simplify } from '../words/simplify.ts'

/** A change of a text: at an index, `old` becomes `new`. */
export interface Change {
  at: number
  old: string
  new: string
}

/** Signs of work that is not done, and of finished work. */
export const openSign = /^(?:⬜|◻|☐|🔲|⏳|⚪|🔄|🚧|🟡|🏃)\uFE0F?/u
export const doneSign = /^(?:✅|☑|✔|✓|🟢)\uFE0F?/u
const box = /(?<!!)[[［][ \u3000~-]?[\]］](?!\()/
const tickedBox = /^\[[xX✓✔✅☑√v]\uFE0F?\]/u
const share = /^\d{1,3}(?= ?%)/
/** A part of a number, before a word. */
const part = /^\d{1,4}(?= ?\/ ?(\d{1,4})(?![\d/])[^\p{L}\d]{1,4}\p{L})/u
const anySigns = /^(?:\p{So}\uFE0F?)+/u
const around = /^[\s*_`~(（]*/
const mostWords = 3

/**
 * Finds the status in a value that says that work is not done (`⬜`, `Pending (since May)`, `[ ]`), and the
 * one that says that it is. `done`: the status of finished work in the same column.
 */
export const findStatus = (value: string, done?: string): Change | undefined => {
  const ticked = findBox(value, done)
  if (ticked) return ticked
  const at = around.exec(value)?.[0].length ?? 0
  const rest = value.slice(at)
  if (/^[-–—]?[\s*_`~]*$/.test(rest)) return { at, old: rest.trimEnd(), new: done ?? '✅' }
  const percent = share.exec(rest)?.[0]
  if (percent !== undefined) return percent === '100' ? undefined : { at, old: percent, new: '100' }
  const [count, all = ''] = part.exec(rest) ?? []
  if (count !== undefined) return count === all ? undefined : { at, old: count, new: all }
  const isDone = doneSign.test(rest)
  const sign = (isDone ? undefined : anySigns.exec(rest)?.[0]) ?? ''
  const gap = /^\s*/.exec(rest.slice(sign.length))?.[0] ?? ''
  const said = wordsAt(rest.slice(sign.length + gap.length), ['pending', 'in_progress'])
  if (said === '')
    return openSign.test(sign)
      ? { at, old: openSign.exec(sign)?.[0] ?? '', new: done ?? doneOf(sign) }
      : undefined
  const written = sign === '' ? doneWord(said) : doneOf(sign) + gap + doneWord(said)
  return { at, old: sign + gap + said, new: done ?? written }
}

/**
 * Finds a status that does not decide whether work runs, such as `Blocked`, up to a remark in brackets: with
 * it, finished work would run again.
 */
export const findUnknown = (value: string, done?: string): Change | undefined => {
  const folded = foldValue(plainText(value))
  if (doneStatus(value) !== undefined || readStatus(folded) !== undefined) return undefined
  const old = value.split(/\s+[(（]/, 1)[0]?.trimEnd() ?? ''
  if (old === '') return undefined
  const said = old.includes('](') ? undefined : /^\P{L}*(\p{L}+)/u.exec(old)?.[1]
  return { at: 0, old, new: done ?? (said === undefined ? '✅' : doneWord(said)) }
}

/** Finds an open box: `[ ]`, `[]`, `[~]` or `[-]`. `done`: a ticked one of the same document. */
export const findBox = (text: string, done = '[x]'): Change | undefined => {
  const match = box.exec(text)
  if (!match) return undefined
  const [old] = match
  const own = tickedBox.test(done) ? done : '[x]'
  return { at: match.index, old, new: old.startsWith('［') ? '［ｘ］' : own }
}

/** Returns the status that a value of finished work begins with: `✅ Done` of `✅ Done (May)`. */
export const doneStatus = (value: string): string | undefined => {
  const text = value.slice(around.exec(value)?.[0].length ?? 0)
  const sign = (doneSign.exec(text) ?? tickedBox.exec(text))?.[0] ?? ''
  const gap = /^\s*/.exec(text.slice(sign.length))?.[0] ?? ''
  const said = wordsAt(text.slice(sign.length + gap.length), ['done'])
  const status = said === '' ? sign : sign + gap + said
  return status === '' ? undefined : status
}

/** Returns the sign of finished work for one of open work. */
export const doneOf = (sign: string): string => (sign.startsWith('☐') ? '☑' : '✅')

/** Returns the words at the start of a text that are one of these statuses, and no word after them. */
const wordsAt = (text: string, statuses: readonly string[]): string => {
  const fits = (words: string): boolean => statuses.includes(readStatus(words) ?? '')
  if (isWide(text.slice(0, 1))) {
    const letters = /^[\p{L} ]{1,12}/u.exec(text)?.[0].trimEnd() ?? ''
    for (let end = letters.length; end > 0; end--) {
      const folded = foldValue(letters.slice(0, end))
      if (/^[a-z ]+$/.test(folded) && fits(folded)) return letters.slice(0, end)
    }
    return ''
  }
  let end = 0
  for (let count = 0; count < mostWords; count++) {
    const next = (count === 0 ? /^\p{L}+/u : /^[ _-]\p{L}+/u).exec(text.slice(end))
    if (!next) return ''
    end += next[0].length
    if (fits(foldValue(text.slice(0, end)).replace(/[_-]/g, ' '))) return text.slice(0, end)
  }
  return ''
}

/** Returns the word for done in the language and the case of words for open work. */
const doneWord = (said: string): string => {
  const own = Object.values(languages).find(({ values }) => isOpenIn(values, said))?.values['done']
  const done = own === undefined ? 'done' : firstWord(own)
  if (said === said.toUpperCase()) return done.toUpperCase()
  return /^\p{Lu}/u.test(said) ? done.charAt(0).toUpperCase() + done.slice(1) : done
}

const isOpenIn = (values: Words, said: string): boolean =>
  new RegExp(`^(?:${patternOf([values], ['pending', 'in progress'])})$`, 'iu').test(simplify(said))

/** Returns the first word of a pattern, without its optional letters: `hecho` of `hech[oa]s?|listo`. */
const firstWord = (pattern: string): string =>
  (pattern.split(/[|,]/, 1)[0] ?? '')
    .replace(/\(\?:[^()]*\)\?|\[[^\]]*\]\?|.\?/gu, '')
    .replace(/\[(.)[^\]]*\]/gu, '$1')
