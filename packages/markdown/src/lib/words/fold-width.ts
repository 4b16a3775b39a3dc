/** Chinese, Japanese and Korean characters, and full-width forms. */
export const wideCharacters = '\\u1100-\\u11ff\\u2e80-\\ua4cf\\uac00-\\ud7ff\\uf900-\\ufaff\\uff00-\\uffef'
const wide = new RegExp(`[${wideCharacters}]`)

/** Returns whether a text has a character of Chinese, Japanese or Korean text, or a full-width one. */
export const isWide = (text: string): boolean => wide.test(text)

const foldable = /[\u3000-\u3002\u3010\u3011\u301c\u30fb\uff01-\uff5e]/

const others = new Map([
  ['\u3000', ' '],
  ['、', ','],
  ['。', '.'],
  ['【', '['],
  ['】', ']'],
  ['〜', '~'],
  ['・', '·'],
])

/**
 * Returns a text with ASCII characters in place of full-width ones: `１`, `Ａ`, `：`, `（`, `、`.
 *
 * Each character becomes exactly one, so offsets in both texts are the same.
 */
export const foldWidth = (text: string): string => {
  if (!foldable.test(text)) return text
  let folded = ''
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const character =
      code >= 0xff01 && code <= 0xff5e
        ? String.fromCharCode(code - 0xfee0)
        : code >= 0x3000 && code <= 0x30fb
          ? others.get(text[at] ?? '')
          : undefined
    if (character === undefined) continue
    folded += text.slice(from, at) + character
    from = at + 1
  }
  return folded + text.slice(from)
}
