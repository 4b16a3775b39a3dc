/** Quotes a path for git's line-based input: as a C string, with bytes outside ASCII in octal. */
export const quotePath = (path: string): string => {
  let quoted = ''
  for (const byte of Buffer.from(path)) {
    const plain = byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c
    quoted += plain ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`
  }
  return `"${quoted}"`
}
