/** Letters, digits and other characters: a vocabulary rarely joins characters of two of these groups. */
const pieces = /[A-Za-z]+|[0-9]+|[^A-Za-z0-9\s]|\n/g

/**
 * Estimates the tokens of a text from its characters, without a vocabulary.
 *
 * The estimate is meant for limits: it is rarely below the count of a current vocabulary, and for code and
 * prose in English at most a half above it.
 */
export const estimateTokens = (text: string): number => {
  let tokens = 0
  for (const [piece] of text.matchAll(pieces)) tokens += tokensOf(piece)
  return tokens
}

const tokensOf = (piece: string): number => {
  const [first = ''] = piece
  if (/[A-Za-z]/.test(first)) return Math.ceil(piece.length / 8)
  return /[0-9]/.test(first) ? Math.ceil(piece.length / 3) : 1
}
