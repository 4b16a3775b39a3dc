import { normalizePhaseId } from '@amelia/core/plugin'

/** The parts of a heading such as `Milestone 2: Parser`. */
export interface EntryHeading {
  /** In lower case; empty for a number alone. */
  word: string
  /** Normalized. */
  id: string
  title: string
}

const worded =
  /^(phase|milestone|stage|session|sprint|iteration|part|pr|pull request|step|task)\s*[#-]?\s*((?:\d{1,4}(?:\.\d{1,4}){0,3}|[a-z](?=[\s:.)–—-]|$))[a-z]?)(?![\p{L}\p{N}])/iu
const short = /^([tms])-?(\d{1,4}(?:\.\d{1,4}){0,3})(?![\p{L}\p{N}.])/iu
const numbered = /^(\d{1,4}(?:\.\d{1,4}){0,3})([.):]?)(?=\s)/
const separators = ' \t:：—–-.)・、'

/** Reads the plain text of a heading or of a list item. Signs, emoji and a box may come before its words. */
export const readEntryHeading = (heading: string): EntryHeading | undefined => {
  const text = dropSigns(heading)
  const word = worded.exec(text)
  if (word) {
    const id = normalizePhaseId(word[2] ?? '')
    const name = (word[1] ?? '').toLowerCase()
    return {
      word: name === 'pull request' ? 'pr' : name,
      id,
      title: dropSeparators(text.slice(word[0].length)),
    }
  }
  const code = short.exec(text)
  if (code) {
    const id = `${code[1] ?? ''}${code[2] ?? ''}`.toLowerCase()
    return { word: (code[1] ?? '').toLowerCase(), id, title: dropSeparators(text.slice(code[0].length)) }
  }
  const number = numbered.exec(text)
  if (!number || (number[2] === '' && !(number[1] ?? '').includes('.'))) return undefined
  return {
    word: '',
    id: normalizePhaseId(number[1] ?? ''),
    title: dropSeparators(text.slice(number[0].length)),
  }
}

const dropSigns = (text: string): string => {
  let at = /^\[[ xX~-]\]/.test(text) ? 3 : 0
  while (at < text.length && at < 12 && !/[\p{L}\p{N}]/u.test(text[at] ?? '')) at++
  return text.slice(at)
}

const dropSeparators = (text: string): string => {
  let at = 0
  while (at < text.length && separators.includes(text[at] ?? '')) at++
  return text.slice(at).trim()
}
