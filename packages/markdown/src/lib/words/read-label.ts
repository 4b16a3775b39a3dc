import { plainText } from '../plain-text.ts'

/** The colon at the end of a label may be inside emphasis. */
const ending = /[:：]\W{0,8}$/u

/** Returns the plain text of a paragraph that ends with a colon (`**Done when:**`); empty for another. */
export const readLabel = (text: string): string => {
  const end = text.slice(-20)
  // Most paragraphs are prose, which need not be rendered.
  if (!ending.test(end) && !end.trimEnd().endsWith('-->')) return ''
  const label = plainText(text)
  return /[:：]$/u.test(label) ? label : ''
}
