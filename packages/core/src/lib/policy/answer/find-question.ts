import { oneLine } from '../../text/one-line.ts'

/** Most characters of a question. */
const most = 300

/** The characters of the last paragraph that may contain it. */
const mostWords = 2_000

/** A sentence that ends with a question mark, also a wide or an Arabic one. */
const sentence = /[^.!?？؟。！\n]*[?？؟]+(?=[\s"'»”)*_`]|$)/g

/**
 * Finds the question with which a session ended: the last one in the last paragraph of its words, on one
 * line. Undefined if it did not ask.
 */
export const findQuestion = (words: string): string | undefined => {
  const [last = ''] = words
    .trim()
    .split(/\n\s*\n/)
    .slice(-1)
  const [question] = last.slice(-mostWords).match(sentence)?.slice(-1) ?? []
  return question === undefined ? undefined : plain(question).slice(0, most)
}

/** Without marks before the first word. */
const plain = (text: string): string => oneLine(text).replace(/^[^\p{L}\p{N}]+/u, '')
