import { foldReferences } from '../words/fold-references.ts'

/**
 * Splits a list of references into its pieces: `1, 2 and 3` has three. Leaves out text in parentheses, and
 * text after the first sentence.
 */
export const splitReferences = (text: string): string[] =>
  split(firstSentence(dropParentheses(foldReferences(text))))

const separator = /[,;+&∧/|·]/

const split = (text: string): string[] => {
  if (!separator.test(text)) return text.split(/ and /i)
  const pieces: string[] = []
  let piece = ''
  for (const character of text) {
    if (separator.test(character)) {
      // `n/a` alone is one word.
      if (character === '/' && piece.trim().toLowerCase() === 'n') piece += character
      else {
        pieces.push(piece)
        piece = ''
      }
    } else piece += character
  }
  pieces.push(piece)
  return pieces.flatMap((part) => part.split(/ and /i))
}

const dropParentheses = (text: string): string => {
  if (!text.includes('(')) return text
  let result = ''
  let depth = 0
  for (const character of text) {
    if (character === '(') depth++
    else if (character === ')' && depth > 0) depth--
    else if (depth === 0) result += character
  }
  return result
}

/** Returns the text before a full stop that a new sentence follows: `2. It can run beside 3.` is 2. */
const firstSentence = (text: string): string => {
  const end = text.search(/\.\s+\p{Lu}\p{Ll}/u)
  return end < 0 ? text : text.slice(0, end)
}
