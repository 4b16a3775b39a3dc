/** Converts bytes to a text with one character per byte, which is lossless also for invalid UTF-8. */
const bytesToText = (bytes: Uint8Array): string => {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  }
  return text
}

/** Converts such a text back to bytes. */
export const textToBytes = (text: string): Uint8Array => {
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index)
  return bytes
}

/**
 * Splits a content into lines, line ends included: a last line without a line end differs from one with it.
 */
export const splitLines = (bytes: Uint8Array): string[] => bytesToText(bytes).match(/[^\n]*\n|[^\n]+$/g) ?? []

/** Tells whether git treats a content as binary: a NUL in its first 8,000 bytes. */
export const isBinary = (bytes: Uint8Array): boolean => bytes.subarray(0, 8000).includes(0)
