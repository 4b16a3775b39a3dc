const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** Creates an unpredictable text of `[a-z0-9]`. */
export const randomText = (length: number): string => {
  let text = ''
  while (text.length < length) {
    // 252 is a multiple of the number of letters, so all letters are equally likely.
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      if (byte < 252 && text.length < length) text += letters[byte % letters.length]
    }
  }
  return text
}
