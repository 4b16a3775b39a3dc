import { normalizePhaseId } from '@amelia/core/plugin'
import { dropNumbering, foldHead, isWide, titleAfterId } from '@amelia/markdown'

/** The parts of a heading such as `Milestone 2: Parser`. */
export interface EntryHeading {
  /** In lower case; empty for a number alone. */
  word: string
  /** Normalized. */
  id: string
  title: string
}

const shortWords = new Map([
  ['pull request', 'pr'],
  ['user story', 'story'],
  ['work package', 'wp'],
])
const worded =
  /^(phase|milestone|stage|session|sprint|iteration|wave|part|pr|pull request|epic|(?:user )?story|work package|step|task|plan(?= #?\d{1,3}(?![\d-])))\s*[#-]?\s*((?:\d{1,4}(?:\.\d{1,4}){0,3}|(?:[a-z]|[ivx]{2,5}|one|two|three|four|five|six|seven|eight|nine|ten)(?=[\s:.)–—-]|$))[a-z]?)(?![\p{L}\p{N}])/iu
const short = /^(us|wp|ws|wu|task|[tms])-?(\d{1,4}(?:\.\d{1,4}){0,3})(?![\p{L}\p{N}.])/iu
const numbered = /^(\d{1,4}(?:\.\d{1,4}){0,3})([.):]?)(?=\s)/

/** Reads the plain text of a heading or of a list item. Signs, emoji and a box may come before its words. */
export const readEntryHeading = (heading: string): EntryHeading | undefined => {
  const text = dropNumbering(dropNumber(dropSigns(foldHead(heading))))
  const word = worded.exec(text)
  if (word) {
    const id = normalizePhaseId(word[2] ?? '')
    const name = (word[1] ?? '').toLowerCase()
    return {
      word: shortWords.get(name) ?? name,
      id,
      title: titleAfterId(text.slice(word[0].length)),
    }
  }
  const code = short.exec(text)
  if (code) {
    const id = code[0].toLowerCase()
    return { word: (code[1] ?? '').toLowerCase(), id, title: titleAfterId(text.slice(code[0].length)) }
  }
  const number = numbered.exec(text)
  if (!number || (number[2] === '' && !(number[1] ?? '').includes('.'))) return undefined
  return {
    word: '',
    id: normalizePhaseId(number[1] ?? ''),
    title: titleAfterId(text.slice(number[0].length)),
  }
}

/** Drops the number before a Chinese, Japanese or Korean word with a number: `3.1 阶段一：准备`. */
const dropNumber = (text: string): string => {
  const [number] = (isWide(text) && /^\d{1,4}(?:\.\d{1,4}){0,3}[.):]?\s+/.exec(text)) || []
  if (number === undefined) return text
  const rest = foldHead(text.slice(number.length))
  return worded.test(rest) ? rest : text
}

const dropSigns = (text: string): string => {
  let at = /^\[[ xX~-]\]/.test(text) ? 3 : 0
  while (at < text.length && at < 12 && !/[\p{L}\p{N}]/u.test(text[at] ?? '')) at++
  return text.slice(at)
}
