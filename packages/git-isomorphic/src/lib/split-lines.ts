/** Bytes as a text with one character for each, so that nothing is lost in what is no UTF-8. */
export const bytesToText = (bytes: Uint8Array): string => {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  }
  return text
}

/** The bytes of such a text. */
export const textToBytes = (text: string): Uint8Array => {
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index)
  return bytes
}

/** The lines of a content, each with its end: a last line without one is another line than with it. */
export const splitLines = (bytes: Uint8Array): string[] => bytesToText(bytes).match(/[^\n]*\n|[^\n]+$/g) ?? []

/** Whether git takes a content for binary: a NUL in its first 8,000 bytes. */
export const isBinary = (bytes: Uint8Array): boolean => bytes.subarray(0, 8000).includes(0)
