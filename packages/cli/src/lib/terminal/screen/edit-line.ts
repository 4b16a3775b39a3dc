import type { Key } from './decode-keys.ts'

/** A line of text that is being edited. */
export interface EditedLine {
  readonly before: string
  readonly after: string
}

export const emptyLine: EditedLine = { before: '', after: '' }

const graphemes = new Intl.Segmenter()

/** The longest text that can be typed. */
const longest = 10_000

/** Applies a key to a line. A key without an effect on text returns the same line. */
export const editLine = (line: EditedLine, key: Key): EditedLine => {
  const { before, after } = line
  if (key.ctrl) return edits[key.name]?.(line) ?? line
  switch (key.name) {
    case 'paste':
      return insert(line, key.text ?? '')
    case 'backspace':
      return { before: withoutLast(before), after }
    case 'delete':
      return { before, after: after.slice(firstOf(after).length) }
    case 'left':
      return { before: withoutLast(before), after: before.slice(withoutLast(before).length) + after }
    case 'right':
      return { before: before + firstOf(after), after: after.slice(firstOf(after).length) }
    case 'home':
      return { before: '', after: before + after }
    case 'end':
      return { before: before + after, after: '' }
    default:
      return isText(key.name) ? insert(line, key.name) : line
  }
}

const edits: Record<string, (line: EditedLine) => EditedLine> = {
  u: ({ after }) => ({ before: '', after }),
  k: ({ before }) => ({ before, after: '' }),
  w: ({ before, after }) => ({ before: before.replace(/\S*\s*$/, ''), after }),
  a: ({ before, after }) => ({ before: '', after: before + after }),
  e: ({ before, after }) => ({ before: before + after, after: '' }),
}

/** Inserts a text as one line: line breaks and other control characters become spaces. */
const insert = ({ before, after }: EditedLine, text: string): EditedLine => {
  const room = longest - before.length - after.length
  // Control characters would move the cursor.
  const plain = text.replace(/\r\n?|[\u0000-\u001f\u007f-\u009f]/g, ' ').slice(0, Math.max(0, room))
  return { before: before + plain, after }
}

const segmentsOf = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment)

const isText = (name: string): boolean => segmentsOf(name).length === 1

const withoutLast = (text: string): string =>
  text.slice(0, text.length - (segmentsOf(text).at(-1) ?? '').length)

const firstOf = (text: string): string => segmentsOf(text)[0] ?? ''
