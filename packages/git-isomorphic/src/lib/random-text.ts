const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** A text of `[a-z0-9]` that nobody foresees. */
export const randomText = (length: number): string => {
  let text = ''
  while (text.length < length) {
    // 252 is seven times the letters: each is as likely as the others.
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      if (byte < 252 && text.length < length) text += letters[byte % letters.length]
    }
  }
  return text
}
