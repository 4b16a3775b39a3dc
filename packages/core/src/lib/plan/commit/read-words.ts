/** A message that a shell reads from the lines below: `$(cat <<'EOF'`. */
const heredoc = /\$\(cat <<-?[ \t]*(['"]?)(\w{1,40})\1[ \t]*\n([^]{0,5000}?)\n[ \t]*\2[ \t]*\n?[ \t]*\)/y

const ends = new Set(['\n', ';', '&', '|', ')', '`'])

/**
 * Reads the words of a shell command from a position to its end, without their quotes. Nothing is expanded
 * but a heredoc of `cat`. Words that are never closed end with the text.
 */
export const readWords = (text: string, from: number): string[] => {
  const words: string[] = []
  let word: string | undefined
  let quote = ''
  for (let at = from; at < text.length; at++) {
    const character = text[at] ?? ''
    heredoc.lastIndex = at
    const lines = character === '$' && quote !== "'" ? heredoc.exec(text) : null
    if (lines) {
      word = `${word ?? ''}${lines[3]}`
      at += lines[0].length - 1
    } else if (character === '\\' && quote !== "'") {
      at++
      if (text[at] !== '\n') word = `${word ?? ''}${text[at] ?? ''}`
    } else if (quote !== '') {
      if (character === quote) quote = ''
      else word = `${word ?? ''}${character}`
    } else if (character === '"' || character === "'") {
      quote = character
      word ??= ''
    } else if (ends.has(character)) break
    else if (character === ' ' || character === '\t') {
      if (word !== undefined) words.push(word)
      word = undefined
    } else word = `${word ?? ''}${character}`
  }
  return word === undefined ? words : [...words, word]
}
