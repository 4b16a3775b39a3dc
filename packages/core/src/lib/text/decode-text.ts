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
    const lone = findLoneSurrogate(input)
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
    return { text: normalize(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(input)) }
  } catch {
    const byteOffset = findInvalid(input)
    return { problem: 'bytes that are not UTF-8', byteOffset, line: countByteLines(input, byteOffset) }
  }
}

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

const findLoneSurrogate = (text: string): number => {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit < 0xd800 || unit > 0xdfff) continue
    const next = text.charCodeAt(at + 1)
    if (unit > 0xdbff || !(next >= 0xdc00 && next <= 0xdfff)) return at
    at++
  }
  return -1
}

/** The first byte of the first sequence that is not UTF-8. */
const findInvalid = (bytes: Uint8Array): number => {
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] ?? 0
    const length = byte < 0x80 ? 1 : byte >= 0xc2 && byte < 0xe0 ? 2 : byte >= 0xe0 && byte < 0xf0 ? 3 : 4
    if (byte >= 0x80 && (byte < 0xc2 || byte > 0xf4)) return at
    const second = bytes[at + 1] ?? 0
    if (
      (byte === 0xe0 && second < 0xa0) ||
      (byte === 0xed && second > 0x9f) ||
      (byte === 0xf0 && second < 0x90) ||
      (byte === 0xf4 && second > 0x8f)
    ) {
      return at
    }
    for (let rest = 1; rest < length; rest++) if (((bytes[at + rest] ?? 0) & 0xc0) !== 0x80) return at
    at += length
  }
  return bytes.length
}
