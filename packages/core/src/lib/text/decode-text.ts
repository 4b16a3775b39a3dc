/** The first byte that makes a text invalid, and the reason. */
export interface DecodeProblem {
  problem: string
  /** From 0. */
  byteOffset: number
  /** Line of the offset, from 1. */
  line: number
}

/**
 * Decodes a text to its plain form: UTF-8 decoded, without a byte order mark, every line ending as `\n`.
 *
 * Lines keep their numbers: CRLF and a lone CR are one ending each. UTF-16, invalid UTF-8 and NUL are
 * refused.
 */
export const decodeText = (input: string | Uint8Array): { text: string } | DecodeProblem => {
  if (typeof input === 'string') {
    const nul = input.indexOf('\0')
    if (nul >= 0)
      return { problem: 'a NUL character', byteOffset: count(input, nul), line: countLines(input, nul) }
    // With the flag `u`, only a surrogate without its other half is one.
    const lone = /[\ud800-\udfff]/.test(input) ? input.search(/\p{Surrogate}/u) : -1
    if (lone >= 0) {
      return { problem: 'half a character', byteOffset: count(input, lone), line: countLines(input, lone) }
    }
    return { text: normalize(input) }
  }
  if ((input[0] === 0xff && input[1] === 0xfe) || (input[0] === 0xfe && input[1] === 0xff)) {
    return { problem: 'UTF-16; save the file as UTF-8', byteOffset: 0, line: 1 }
  }
  const nul = input.indexOf(0)
  if (nul >= 0) {
    return {
      problem: 'a NUL byte; save the file as UTF-8',
      byteOffset: nul,
      line: countByteLines(input, nul),
    }
  }
  try {
    return { text: normalize(utf8().decode(input)) }
  } catch {
    const byteOffset = findInvalid(input)
    return { problem: 'bytes that are not UTF-8', byteOffset, line: countByteLines(input, byteOffset) }
  }
}

const utf8 = (): TextDecoder => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const normalize = (text: string): string => {
  const plain = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
  return plain.includes('\r') ? plain.replaceAll('\r\n', '\n').replaceAll('\r', '\n') : plain
}

const count = (text: string, index: number): number => new TextEncoder().encode(text.slice(0, index)).length

const countLines = (text: string, index: number): number => normalize(text.slice(0, index)).split('\n').length

const countByteLines = (bytes: Uint8Array, offset: number): number => {
  let line = 1
  for (let at = 0; at < offset; at++) {
    if (bytes[at] === 10 || (bytes[at] === 13 && bytes[at + 1] !== 10)) line++
  }
  return line
}

/** The first byte of the first sequence that is not UTF-8: the text before it is the longest that decodes. */
const findInvalid = (bytes: Uint8Array): number => {
  const decode = (end: number): string => utf8().decode(bytes.subarray(0, end), { stream: true })
  let valid = 0
  let wrong = bytes.length + 1
  while (wrong - valid > 1) {
    const middle = (valid + wrong) >> 1
    try {
      decode(middle)
      valid = middle
    } catch {
      wrong = middle
    }
  }
  return count(decode(valid), bytes.length)
}
