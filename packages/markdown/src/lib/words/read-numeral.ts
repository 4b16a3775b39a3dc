const digits = '〇一二三四五六七八九'

/** Matches a Chinese numeral: `三`, `十二`. */
export const numeral = '[〇零一二两三四五六七八九十]{1,4}'

/** Reads a number in digits, or a Chinese numeral up to 99 as digits; anything else stays as it is. */
export const readNumeral = (text: string): string => {
  const plain = text.replaceAll('零', '〇').replaceAll('两', '二')
  const ten = plain.indexOf('十')
  if (ten < 0) {
    const found = [...plain].map((character) => digits.indexOf(character))
    return found.includes(-1) ? text : found.join('')
  }
  const [tens, ones] = [plain.slice(0, ten), plain.slice(ten + 1)]
  const value = (part: string, empty: number): number => (part === '' ? empty : digits.indexOf(part))
  const number = value(tens, 1) * 10 + value(ones, 0)
  return tens.length > 1 || ones.length > 1 || number < 10 ? text : String(number)
}
