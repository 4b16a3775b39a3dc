import { plainText, titleText } from '../words/plain-text.ts'

/**
 * Reads the plain text of inline Markdown, and keeps the code marks of the title. `read` returns undefined
 * for a text that it does not understand.
 */
export const withCode = <Read extends { title: string }>(
  inline: string,
  read: (text: string) => Read | undefined,
): Read | undefined => {
  const plain = read(plainText(inline))
  if (!plain || !inline.includes('`')) return plain
  const coded = read(titleText(inline))
  return coded && rest(coded) === rest(plain) ? { ...plain, title: coded.title } : plain
}

const rest = (read: object): string => JSON.stringify({ ...read, title: '' })
