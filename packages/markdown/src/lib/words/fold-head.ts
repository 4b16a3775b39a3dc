import { foldWidth, isWide } from './fold-width.ts'
import { numeral, readNumeral } from './read-numeral.ts'
import { remembered } from './remembered.ts'
import { simplify } from './simplify.ts'
import { createFinder, patternOf, spaced, wide } from './create-finder.ts'

const wideUnits = Object.values(wide).map(({ units }) => units)
const spacedUnits = Object.values(spaced).map(({ units }) => units)
const findWide = createFinder(wideUnits, '$')
const findSpaced = createFinder(spacedUnits, '$')
/** Match a word for a unit of work. */
export const wideUnit = patternOf(wideUnits)
export const spacedUnit = patternOf(spacedUnits)
/** Returns a pattern of an English word for a unit of work, and of the words in languages with spaces. */
export const wordsOf = (english: string): string =>
  [english, ...spacedUnits.flatMap((units) => units[english] ?? [])].join('|').replaceAll(', ', '|')

const digits = '\\d{1,9}(?:[.-]\\d{1,4}){0,5}(?:-?[A-Za-z](?![A-Za-z0-9]))?'
const number = `${digits}|[A-Za-z](?![A-Za-z0-9])`

/** `第1阶段`, `제1단계` */
const ordinal = new RegExp(`^[第제] ?(${number}|${numeral}) ?[个個]?(${wideUnit})`)
/** `阶段 1`, `阶段一：` */
const after = new RegExp(`^(${wideUnit}) ?[#-]? ?(${number}|${numeral}(?![\\p{L}\\p{N}]))`, 'u')
/** `1단계` */
const before = new RegExp(`^(${digits}) ?(${wideUnit})(?![\\p{L}\\p{N}])`, 'u')
/** `Ｔａｓｋ １`, `Task １`, `Ｔ１`, `１．１` */
const ascii = new RegExp(`^(?:[A-Za-z]{1,12}(?: [A-Za-z]{1,12})?)?[ #-]{0,3}(?:${digits})`)
const asciiLetter = /^[A-Za-z]{2,12} [A-Za-z](?=[^A-Za-z0-9 ]|$)/
/** `Fase 1`, `3.1 Aufgabe 2a`, `Этап №1`, but not `Tarefa a fazer` */
const withSpace = new RegExp(
  `^(\\d{1,3}(?:\\.\\d{1,3}){0,3}[.)]? )?(${spacedUnit})(?: ?[#-] ?| (?:№|n[°º.]|nr\\.?)? ?)(${digits}|[A-Za-z](?= ?[:.)–—-]|$))(?![\\p{L}\\p{N}])`,
  'iu',
)
/** `Phase 1 of 3: x`, `Fase 1 de 3` */
const total =
  /^([^\p{L}]{0,12}\p{L}{1,20} ?#?\d{1,4}[a-z]?) ?(?:of|von|de|di|sur|su|из|\/) ?\d{1,4}(?= ?[:.–—-]|$)/iu
const mayHaveTotal = /\d[a-z]? ?(?:[odsи]|von|\/)/iu
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
export const foldHead = (text: string, isStep = false): string =>
  isFolded(text) ? text : (isStep ? foldStep : foldPhase)(text)

/** Returns whether a text certainly stays as it is, as most do: it has no id. */
const isFolded = (text: string): boolean =>
  text.length <= mostFolded && !mayHaveId.test(text) && !isWide(text)

const fold = (text: string, isStep: boolean): string => {
  const wide = isWide(text)
  const folded = wide ? foldWidth(text) : text
  const start = signsOf(folded)
  if (!wide) return foldSpaced(text, start)
  const signs = folded.slice(0, start)
  const rest = simplify(folded.slice(start, start + 100))
  const found = readUnit(rest)
  if (found) {
    const end = start + found.length
    if (!particles.test(folded.slice(end, end + 2))) {
      const title = titleAfter(text, folded, end)
      const word = isStep && found.word === 'phase' ? 'step' : found.word
      return `${signs}${capitalized(word)} ${readNumeral(found.number)}${title === '' ? '' : `: ${title}`}`
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

const foldPhase = remembered((text) => fold(text, false))
const foldStep = remembered((text) => fold(text, true))

/**
 * Returns the text of a cell with an id, without the word for phase, task or step of another language:
 * `阶段 １` is `1`, and `第二阶段：准备` is `2: 准备`.
 */
export const foldId = (text: string): string => {
  const head = foldHead(text)
  const name = /^[A-Z][a-z]+ (?=\S)/
  if (!isWide(text)) return head === text ? text : head.replace(name, '')
  const folded = foldWidth(text)
  if (readUnit(simplify(folded.slice(0, 100)))) return head.replace(name, '')
  return isWide(folded) ? head : folded
}

/** Returns the number of signs before the first word. */
const signsOf = (text: string): number => {
  let start = box.test(text) ? 3 : 0
  while (start < text.length && start < maxSigns && !letter.test(text[start] ?? '')) start++
  return start
}

const mostFolded = 100
/** The first word, behind a number. */
const firstWord = /^(?:\d{1,3}(?:\.\d{1,3}){0,3}[.)]? )?(\p{L}{1,20})/u
/** An id: a number, or a letter alone. */
const mayHaveId = /\d|[^A-Za-z][A-Za-z](?: ?[:.)–—-]|$)/
/** Whether a word is one for a unit of work in another language. */
const isSpacedUnit = remembered((word) => findSpaced(word) !== undefined)

/** Folds a heading in a language that separates words, and drops the total of `Phase 1 of 3`. */
const foldSpaced = (written: string, start: number): string => {
  if (!mayHaveId.test(written.slice(0, start + mostFolded))) return written
  const text = mayHaveTotal.test(written) ? written.replace(total, '$1') : written
  const head = text.slice(start, start + mostFolded)
  // The long pattern is only for the few words that it can match.
  if (!isSpacedUnit(firstWord.exec(head)?.[1] ?? '')) return text
  const [all = '', numbering = '', name = '', id = ''] = withSpace.exec(head) ?? []
  const word = name && findSpaced(name)?.english
  if (!word) return text
  const title = titleAfter(text, text, start + all.length)
  return `${text.slice(0, start)}${numbering}${capitalized(word)} ${id}${title === '' ? '' : `: ${title}`}`
}

const capitalized = (word: string): string => `${word[0]?.toUpperCase()}${word.slice(1)}`

const readUnit = (text: string): { word: string; number: string; length: number } | undefined => {
  const first = ordinal.exec(text) ?? before.exec(text)
  if (first) return { word: wordOf(first[2]), number: first[1] ?? '', length: first[0].length }
  const second = after.exec(text)
  return second ? { word: wordOf(second[1]), number: second[2] ?? '', length: second[0].length } : undefined
}

const wordOf = (written = ''): string => findWide(written)?.english ?? ''

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
