const escape = 0x1b
const bell = 0x07
const newline = 0x0a

/**
 * Plain text of what a program wrote for a terminal.
 *
 * Escape sequences (colours, cursor moves, window titles, links) and control characters go; line feeds and
 * tabs stay. A carriage return becomes a line feed, and with one after it a single one: nothing that was
 * written is hidden by what a terminal would have written over it. A sequence that is not finished ends with
 * its line. Linear in the text's length.
 */
export const stripAnsi = (text: string): string => {
  let plain = ''
  let start = 0
  let index = 0
  while (index < text.length) {
    const code = text.charCodeAt(index)
    if (isPlain(code)) {
      index += 1
      continue
    }
    plain += text.slice(start, index)
    if (code === 0x0d) {
      if (text.charCodeAt(index + 1) !== newline) plain += '\n'
      index += 1
    } else {
      index = skip(text, index)
    }
    start = index
  }
  return plain + text.slice(start)
}

const isPlain = (code: number): boolean =>
  (code >= 0x20 && code < 0x7f) || code > 0x9f || code === newline || code === 0x09

/** Where the text goes on after the control character or sequence at `index`. */
const skip = (text: string, index: number): number => {
  const code = text.charCodeAt(index)
  if (code === 0x9b) return skipParameters(text, index + 1)
  if (code >= 0x90 && isString(code - 0x40)) return skipString(text, index + 1)
  if (code !== escape) return index + 1
  const kind = text.charCodeAt(index + 1)
  if (kind === 0x5b) return skipParameters(text, index + 2)
  if (isString(kind)) return skipString(text, index + 2)
  // Two characters, or more with intermediate ones between: a character set, for instance.
  let end = index + 1
  while (text.charCodeAt(end) >= 0x20 && text.charCodeAt(end) <= 0x2f) end += 1
  return text.charCodeAt(end) >= 0x30 && text.charCodeAt(end) <= 0x7e ? end + 1 : end
}

/** DCS, SOS, OSC, PM, APC: they carry text up to a terminator. */
const isString = (code: number): boolean =>
  code === 0x50 || code === 0x58 || code === 0x5d || code === 0x5e || code === 0x5f

const skipParameters = (text: string, from: number): number => {
  let index = from
  while (text.charCodeAt(index) >= 0x20 && text.charCodeAt(index) <= 0x3f) index += 1
  const last = text.charCodeAt(index)
  return last >= 0x40 && last <= 0x7e ? index + 1 : index
}

const skipString = (text: string, from: number): number => {
  for (let index = from; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === bell || code === 0x9c) return index + 1
    if (code === newline) return index
    if (code === escape) return text.charCodeAt(index + 1) === 0x5c ? index + 2 : index
  }
  return text.length
}
