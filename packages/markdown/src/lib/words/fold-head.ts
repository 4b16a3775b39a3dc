import { foldWidth, isWide } from './fold-width.ts'
import { numeral, readNumeral } from './read-numeral.ts'
import { words, wordsOf } from './words.ts'

/** The English words of the words for units of work. */
const english = new Map(
  words.units.flatMap((row) => wordsOf(row).map((word) => [word, row.english] as const)),
)
/** Matches a word for a unit of work. */
export const unit = [...english.keys()].sort((one, other) => other.length - one.length).join('|')
const digits = '\\d{1,9}(?:[.-]\\d{1,4}){0,5}(?:-?[A-Za-z](?![A-Za-z0-9]))?'
const number = `${digits}|[A-Za-z](?![A-Za-z0-9])`

/** `第1阶段`, `제1단계` */
const ordinal = new RegExp(`^[第제] ?(${number}|${numeral}) ?[个個]?(${unit})`)
/** `阶段 1`, `阶段一：` */
const after = new RegExp(`^(${unit}) ?[#-]? ?(${number}|${numeral}(?![\\p{L}\\p{N}]))`, 'u')
/** `1단계` */
const before = new RegExp(`^(${digits}) ?(${unit})(?![\\p{L}\\p{N}])`, 'u')
/** `Ｔａｓｋ １`, `Task １`, `Ｔ１`, `１．１` */
const ascii = new RegExp(`^(?:[A-Za-z]{1,12}(?: [A-Za-z]{1,12})?)?[ #-]{0,3}(?:${digits})`)
const asciiLetter = /^[A-Za-z]{2,12} [A-Za-z](?=[^A-Za-z0-9 ]|$)/
/** `一、` */
const counted = new RegExp(`^(${numeral}) ?(?=[.,:)\\]])`)

const box = /^\[[ xX~-]\]/
const letter = /[\p{L}\p{N}]/u
const separators = ' \t:.,)]-–—|·~'
/** After a number, these are about a unit of work, and do not begin one (`阶段1和2`, `阶段 1 的目标`). */
const particles = /^(?:[のをはがと의은는을를和与與及]| ?的)/
const maxSigns = 12

/**
 * Returns a heading, or the first line of a list item, with its beginning in ASCII and English: `阶段 １：准备`
 * and `第一阶段：准备` are `Phase 1: 准备`, `１．１ 准备` is `1.1 准备`, and `一、准备` is `1. 准备`.
 *
 * Takes plain text. The title stays as written. The Korean word for both phase and step is a phase, unless
 * `isStep`.
 */
export const foldHead = (text: string, isStep = false): string => {
  if (!isWide(text)) return text
  const folded = foldWidth(text)
  let start = box.test(folded) ? 3 : 0
  while (start < folded.length && start < maxSigns && !letter.test(folded[start] ?? '')) start++
  const signs = folded.slice(0, start)
  const rest = folded.slice(start, start + 100)
  const found = readUnit(rest)
  if (found) {
    const end = start + found.length
    if (!particles.test(folded.slice(end, end + 2))) {
      const title = titleAfter(text, folded, end)
      const word = isStep && found.word === 'phase' ? 'step' : found.word
      const name = `${word[0]?.toUpperCase()}${word.slice(1)}`
      return `${signs}${name} ${readNumeral(found.number)}${title === '' ? '' : `: ${title}`}`
    }
  }
  const chinese = counted.exec(rest)
  if (chinese) {
    const title = titleAfter(text, folded, start + chinese[0].length)
    return `${signs}${readNumeral(chinese[1] ?? '')}. ${title}`
  }
  const match = ascii.exec(rest) ?? asciiLetter.exec(rest)
  return match ? foldAscii(text, folded, start, match[0]) : signs + text.slice(start)
}

/**
 * Returns the text of a cell with an id, without a Chinese, Japanese or Korean word for phase, task or step:
 * `阶段 １` is `1`, and `第二阶段：准备` is `2: 准备`.
 */
export const foldId = (text: string): string => {
  if (!isWide(text)) return text
  const folded = foldWidth(text)
  const head = foldHead(text)
  if (readUnit(folded.slice(0, 100))) return head.replace(/^[A-Z][a-z]+ (?=\S)/, '')
  return isWide(folded) ? head : folded
}

const readUnit = (text: string): { word: string; number: string; length: number } | undefined => {
  const first = ordinal.exec(text) ?? before.exec(text)
  if (first) return { word: wordOf(first[2]), number: first[1] ?? '', length: first[0].length }
  const second = after.exec(text)
  return second ? { word: wordOf(second[1]), number: second[2] ?? '', length: second[0].length } : undefined
}

const wordOf = (written = ''): string => english.get(written) ?? ''

/** Returns the rest of a text after the separators at an offset. */
const titleAfter = (text: string, folded: string, from: number): string => {
  let at = from
  while (at < folded.length && separators.includes(folded[at] ?? '')) at++
  return text.slice(at).trim()
}

/** Folds a beginning with Latin letters or digits, and adds the space that `1.准备` lacks. */
const foldAscii = (text: string, folded: string, start: number, head: string): string => {
  const end = start + head.length
  let mark = end
  while (mark < folded.length && separators.includes(folded[mark] ?? '')) mark++
  const between = folded.slice(end, mark)
  const isFolded = text.slice(start, mark) !== folded.slice(start, mark)
  const isJoined = isWide(text[mark] ?? '') && (between !== '' ? !/\s$/.test(between) : /\d\.\d/.test(head))
  if (!isFolded && !isJoined) return folded.slice(0, start) + text.slice(start)
  const sign = between.trim().replace(/^,/, '.')
  const title = text.slice(mark)
  if (sign === '' && between === '' && !isJoined && letter.test(title[0] ?? ''))
    return folded.slice(0, end) + title
  // A dash separates only between spaces.
  const shown = /^[-–—]/.test(sign) ? ` ${sign}` : sign
  return `${folded.slice(0, end)}${shown} ${title}`.trimEnd()
}
