import { remembered } from './remembered.ts'

const marks = new Set(['*', '_', '~'])
/** Every character with a meaning in inline Markdown. */
const marked = /[\\`*_~[\]!<]/
const word = /[\p{L}\p{N}]/u

/**
 * Renders inline Markdown as one line of plain text, without emphasis, code marks and comments, and with
 * links as their text.
 *
 * Removes control characters, so the result is safe to print. Takes linear time.
 */
export const plainText = (inline: string): string => (marked.test(inline) ? plain(inline) : clean(inline))

/** Renders inline Markdown as {@link plainText} does, but keeps code with its marks. */
export const titleText = (inline: string): string => (marked.test(inline) ? coded(inline) : clean(inline))

const plain = remembered((inline) => render(inline, false))
const coded = remembered((inline) => render(inline, true))

const render = (inline: string, keepsCode: boolean): string => {
  const text = stripComments(inline)
  const pieces: string[] = []
  const ticks = pairTicks(text)
  /** Emphasis runs that may open, by their text: positions in `pieces`. */
  const openers = new Map<string, number[]>()
  const brackets: number[] = []
  let closing = -1
  for (let at = 0; at < text.length; ) {
    const character = text[at] ?? ''
    if (character === '\\' && isPunctuation(text[at + 1])) {
      pieces.push(text[at + 1] ?? '')
      at += 2
    } else if (character === '`') {
      const end = runEnd(text, at)
      const close = ticks.get(at)
      if (close === undefined) {
        pieces.push(text.slice(at, end))
        at = end
      } else {
        const after = close + (end - at)
        pieces.push(keepsCode ? text.slice(at, after) : text.slice(end, close).trim())
        at = after
      }
    } else if (marks.has(character)) {
      const end = runEnd(text, at)
      const run = text.slice(at, end)
      const before = text[at - 1] ?? ' '
      const after = text[end] ?? ' '
      const inside = word.test(before) && word.test(after)
      const usable = character === '~' ? run.length === 2 : !(character === '_' && inside)
      const opener = usable && before.trim() !== '' ? openers.get(run)?.pop() : undefined
      if (opener !== undefined) {
        pieces[opener] = ''
      } else {
        if (usable && after.trim() !== '') {
          const list = openers.get(run) ?? []
          list.push(pieces.length)
          openers.set(run, list)
        }
        pieces.push(run)
      }
      at = end
    } else if (character === '[' || (character === '!' && text[at + 1] === '[')) {
      brackets.push(pieces.length)
      pieces.push(character === '!' ? '![' : '[')
      at += character === '!' ? 2 : 1
    } else if (character === ']') {
      const opener = brackets.pop()
      if (opener !== undefined && text[at + 1] === '(') {
        if (closing !== text.length && closing <= at) {
          closing = text.indexOf(')', at)
          if (closing < 0) closing = text.length
        }
        if (closing < text.length) {
          pieces[opener] = ''
          at = closing + 1
          continue
        }
      }
      pieces.push(']')
      at++
    } else {
      let end = at + 1
      while (end < text.length && !isSpecial(text.charCodeAt(end))) end++
      pieces.push(text.slice(at, end))
      at = end
    }
  }
  return clean(pieces.join(''))
}

const special = new Uint8Array(128)
for (const character of '\\`*_~[]!') special[character.charCodeAt(0)] = 1

const isSpecial = (code: number): boolean => code < 128 && special[code] === 1

const runEnd = (text: string, at: number): number => {
  let end = at + 1
  while (end < text.length && text[end] === text[at]) end++
  return end
}

/** For each run of backticks that opens code: the start of the closing run. */
export const pairTicks = (text: string): Map<number, number> => {
  const closers = new Map<number, number>()
  const next = new Map<number, number>()
  for (let at = text.lastIndexOf('`'); at >= 0; ) {
    let start = at
    while (start > 0 && text[start - 1] === '`') start--
    const length = at - start + 1
    const close = next.get(length)
    if (close !== undefined) closers.set(start, close)
    next.set(length, start)
    // A negative position counts as 0, which this run may include.
    at = start === 0 ? -1 : text.lastIndexOf('`', start - 1)
  }
  return closers
}

const stripComments = (text: string): string => {
  if (!text.includes('<')) return text
  let result = ''
  let from = 0
  for (;;) {
    const start = text.indexOf('<!--', from)
    const end = start < 0 ? -1 : text.indexOf('-->', start + 4)
    if (end < 0) break
    result += text.slice(from, start)
    from = end + 3
  }
  result += text.slice(from)
  return result.replace(/<br ?\/?>/gi, ' ')
}

const clean = (text: string): string =>
  (untidy.test(text) ? text.replace(/(?:[^\S\u3000]|\p{Cc})+/gu, ' ') : text).trim()

/** A full-width space stays. */
const untidy = /[^ \P{Cc}]|[^ \u3000\S]| {2}/u

const isPunctuation = (character: string | undefined): boolean =>
  character !== undefined && character > ' ' && character < '\x7f' && !word.test(character)
