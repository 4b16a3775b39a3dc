import { plainText } from './plain-text.ts'

/** The colon at the end of a label may be inside emphasis. */
const ending = /[:：]\W{0,8}$/u

/** A paragraph in bold, which introduces what follows also without a colon. */
const bold = /^(?:\*\*[^*\n]{1,80}\*\*|__[^_\n]{1,80}__)$/

/**
 * Returns the plain text of a paragraph that ends with a colon (`**Done when:**`), or that is a few words in
 * bold (`**Acceptance criteria**`); empty for another.
 */
export const readLabel = (text: string): string => {
  if (text.length < 90 && bold.test(text)) return plainText(text)
  const end = text.slice(-20)
  // Most paragraphs are prose, which need not be rendered.
  if (!ending.test(end) && !end.trimEnd().endsWith('-->')) return ''
  const label = plainText(text)
  return /[:：]$/u.test(label) ? label : ''
}
