/** The result of {@link splitCommand}. */
export interface SplitCommand {
  /** The words, quotes resolved, nothing expanded. Not usable if `shellSyntax` or `unclosed` is set. */
  argv: string[]
  /** The first piece that only a shell understands, as it was written: `|`, `&&`, `$HOME`, `*`, ... */
  shellSyntax?: string
  /** The quote that is never closed, or the backslash that the text ends with. */
  unclosed?: '"' | "'" | '\\'
}

const operators = new Set(['|', '&', ';', '<', '>', '(', ')', '`', '\n'])
const globs = new Set(['*', '?'])

/** The first words that only a shell understands: keywords, and builtins that act on the shell itself. */
export const shellWords: ReadonlySet<string> = new Set(
  (
    '! . : [[ alias break builtin case cd continue declare eval exec exit export for function if let local ' +
    'popd pushd readonly return set shift shopt source trap typeset ulimit umask unalias unset until while {'
  ).split(' '),
)

/**
 * Splits a command into words as a POSIX shell would, and expands nothing.
 *
 * If a shell would interpret the command differently, `shellSyntax` is set: for operators, expansions (also
 * inside double quotes), globs, `~`, comments, assignments before the program, and words such as `export` or
 * `if` in its place.
 */
export const splitCommand = (command: string): SplitCommand => {
  const argv: string[] = []
  const result: SplitCommand = { argv }
  const needs = (syntax: string): void => {
    result.shellSyntax ??= syntax
  }
  const text = command.trim()
  /** Undefined between words. */
  let word: string | undefined
  let quoted = false
  const finish = (): void => {
    if (word === undefined) return
    if (argv.length === 0 && !quoted && (isAssignment(word) || shellWords.has(word))) needs(word)
    argv.push(word)
    word = undefined
    quoted = false
  }
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? ''
    if (character === ' ' || character === '\t' || character === '\r') {
      finish()
    } else if (character === "'") {
      const end = text.indexOf("'", at + 1)
      if (end < 0) return { ...result, unclosed: "'" }
      if (word === undefined) quoted = true
      word = (word ?? '') + text.slice(at + 1, end)
      at = end
    } else if (character === '"') {
      if (word === undefined) quoted = true
      word ??= ''
      for (at++; ; at++) {
        const inner = text[at]
        if (inner === undefined) return { ...result, unclosed: '"' }
        if (inner === '"') break
        if (inner === '\\' && '$`"\\\n'.includes(text[at + 1] ?? ' ')) {
          at++
          word += text[at] === '\n' ? '' : text[at]
        } else {
          if (inner === '`') needs('`')
          if (inner === '$' && expands(text[at + 1])) needs(readExpansion(text, at))
          word += inner
        }
      }
    } else if (character === '\\') {
      const next = text[at + 1]
      if (next === undefined) return { ...result, unclosed: '\\' }
      if (next !== '\n') {
        if (word === undefined) quoted = true
        word = (word ?? '') + next
      }
      at++
    } else if (operators.has(character)) {
      needs(
        character === '\n' ? 'a second line' : text[at + 1] === character ? character + character : character,
      )
      finish()
    } else {
      if (globs.has(character)) needs(character)
      if ((character === '~' || character === '#') && word === undefined) needs(character)
      if (character === '$' && expands(text[at + 1])) needs(readExpansion(text, at))
      word = (word ?? '') + character
    }
  }
  finish()
  return result
}

const isNameCharacter = (character: string): boolean =>
  (character >= 'a' && character <= 'z') ||
  (character >= 'A' && character <= 'Z') ||
  (character >= '0' && character <= '9') ||
  character === '_'

const expands = (next: string | undefined): boolean =>
  next !== undefined && (isNameCharacter(next) || '({@*#?$!-'.includes(next))

const readExpansion = (text: string, at: number): string => {
  let end = at + 1
  while (end < at + 32 && isNameCharacter(text[end] ?? ' ')) end++
  return text.slice(at, Math.max(end, at + 2))
}

const isAssignment = (word: string): boolean => {
  const equals = word.indexOf('=')
  if (equals < 1 || (word[0] ?? '') <= '9') return false
  for (let at = 0; at < equals; at++) if (!isNameCharacter(word[at] ?? ' ')) return false
  return true
}
