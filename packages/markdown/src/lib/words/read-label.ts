import { plainText } from './plain-text.ts'

/** The colon at the end of a label may be inside emphasis. */
const ending = /[:：]\W{0,8}$/u

/** The last characters of a text that are read. */
const longest = 20

/** A paragraph in bold, which introduces what follows also without a colon. */
const bold = /^(?:\*\*[^*\n]{1,80}\*\*|__[^_\n]{1,80}__)$/

/**
 * Returns the plain text of a paragraph that ends with a colon (`**Done when:**`), or that is a few words in
 * bold (`**Acceptance criteria**`); empty for another.
 */
export const readLabel = (text: string): string => {
  if (text.length < 90 && (text[0] === '*' || text[0] === '_') && bold.test(text)) return plainText(text)
  if (isProse(text)) return ''
  const end = text.slice(-longest)
  // Most paragraphs are prose, which need not be rendered.
  if (!ending.test(end) && !end.trimEnd().endsWith('-->')) return ''
  const label = plainText(text)
  return /[:：]$/u.test(label) ? label : ''
}

const letter = /\w/

/** Returns whether a text certainly has neither a colon nor the end of a comment at its end, as most have. */
const isProse = (text: string): boolean => {
  for (let at = text.length - 1; at >= Math.max(0, text.length - longest); at--) {
    const sign = text[at] ?? ''
    if (letter.test(sign)) return true
    if (sign === ':' || sign === '：' || sign === '>') return false
  }
  return true
}
