/** A key press, or a pasted text. */
export interface Key {
  /** The printed character, or the name of a key that prints none. */
  readonly name: string
  /** Whether Ctrl was held. */
  readonly ctrl?: true
  /** The text of `paste`. */
  readonly text?: string
}

/** The result of decoding: the keys, and the start of a sequence that is not complete yet. */
export interface DecodedKeys {
  readonly keys: readonly Key[]
  readonly rest: string
}

const pasteStart = '\u001b[200~'
const pasteEnd = '\u001b[201~'

/** The longest paste that is kept. The rest of a longer one is dropped. */
const longestPaste = 20_000

const sequences: Record<string, string> = {
  '[A': 'up',
  '[B': 'down',
  '[C': 'right',
  '[D': 'left',
  '[H': 'home',
  '[F': 'end',
  '[Z': 'backtab',
  '[1~': 'home',
  '[3~': 'delete',
  '[4~': 'end',
  '[5~': 'pageup',
  '[6~': 'pagedown',
  OA: 'up',
  OB: 'down',
  OC: 'right',
  OD: 'left',
  OH: 'home',
  OF: 'end',
}

const controls: Record<string, string> = {
  '\r': 'enter',
  '\n': 'enter',
  '\t': 'tab',
  '\u007f': 'backspace',
  '\b': 'backspace',
}

const graphemes = new Intl.Segmenter()

/**
 * Decodes the input of a terminal in raw mode. `input` is the rest of an earlier call and what arrived since
 * then. With `isComplete` nothing follows, so that a lone escape is the key `escape`.
 *
 * The text of a bracketed paste is never decoded as keys.
 */
export const decodeKeys = (input: string, isComplete = false): DecodedKeys => {
  const keys: Key[] = []
  let at = 0
  while (at < input.length) {
    const part = input.slice(at)
    if (part.startsWith(pasteStart)) {
      const end = part.indexOf(pasteEnd)
      if (end < 0 && !isComplete) return { keys, rest: part.slice(0, longestPaste) }
      keys.push({ name: 'paste', text: part.slice(pasteStart.length, end < 0 ? undefined : end) })
      at += end < 0 ? part.length : end + pasteEnd.length
    } else if (part.startsWith('\u001b')) {
      const length = lengthOfSequence(part, isComplete)
      if (length === undefined) return { keys, rest: part }
      const name = length === 1 ? 'escape' : sequences[part.slice(1, length)]
      // An unknown sequence is skipped: its characters must not become answers.
      if (name !== undefined) keys.push({ name })
      at += length
    } else {
      const character = firstOf(part)
      keys.push(keyOf(character))
      at += character.length
    }
  }
  return { keys, rest: '' }
}

/** The length of the escape sequence at the start of a text; undefined if its end has not arrived. */
const lengthOfSequence = (text: string, isComplete: boolean): number | undefined => {
  const [found] = /^\u001b(?:\[[0-?]*[ -/]*[@-~]|O[A-Za-z]|[^[O\u001b])/.exec(text) ?? []
  if (found !== undefined) return found.length
  if (!isComplete && /^\u001b(?:\[[0-?]*[ -/]*|O)?$/.test(text)) return undefined
  return 1
}

const firstOf = (text: string): string => {
  // A carriage return and a line feed would be one grapheme.
  if ((text.codePointAt(0) ?? 0) < 32) return text.slice(0, 1)
  const [{ segment = '' } = {}] = graphemes.segment(text.slice(0, 64))
  return segment
}

const keyOf = (character: string): Key => {
  const named = controls[character]
  if (named !== undefined) return { name: named }
  const code = character.codePointAt(0) ?? 0
  return code < 32 ? { name: String.fromCharCode(code + 96), ctrl: true } : { name: character }
}
