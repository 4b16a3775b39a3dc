import { spacedUnit, wideUnit } from './fold-head.ts'
import { foldWidth, isWide } from './fold-width.ts'
import { numeral, readNumeral } from './read-numeral.ts'
import { simplify } from './simplify.ts'
import { patternOf, spaced, wide } from './create-finder.ts'

const id = '\\d{1,9}(?:[.-]\\d{1,4}){0,5}(?:-?[A-Za-z](?![A-Za-z0-9]))?|[A-Za-z](?![A-Za-z0-9])'
/** Letters that may follow a Chinese numeral. */
const joined = '和与與及或至到とか및의와과부完'
const worded = new RegExp(
  `[第제]? ?(${id}|${numeral}) ?(?:${wideUnit})|(?:${wideUnit}) ?[#-]? ?(${id}|${numeral}(?![^\\P{L}${joined}]))`,
  'gu',
)
const ordinal = new RegExp(`[第제] ?(\\d{1,9}|${numeral})`, 'g')
const range = / {0,4}(?:[至到]|から|부터) {0,4}(?=[\dA-Za-z])/g
const and = / {0,4}(?:以及|[和与與及或]|と|및|그리고) {0,4}(?=[\dA-Za-z])/g
const allIn = (tables: typeof wide | typeof spaced): string =>
  patternOf(
    Object.values(tables).map(({ values }) => values),
    ['all'],
  )
const all = new RegExp(`^ *(?:${allIn(wide)})(.*)`)
const spacedAll = new RegExp(`^ *(?:${allIn(spaced)})(?![\\p{L}])(.*)`, 'iu')
const spacedWord = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${spacedUnit})(?: ?[#-] ?| (?:№|n[°º.]|nr\\.?)? ?)(?=\\d|[A-Za-z](?![\\p{L}\\p{N}]))`,
  'giu',
)
const spacedRange = /(?<=\d[a-z]?) +(?:bis|hasta|até|jusqu'à|à|al?|до|по) +(?=\d)/giu
const spacedAnd = /(?<=\d[a-z]?),? +(?:und|sowie|y|e|ed|et|и) +(?=[A-Za-z]{0,4}-?\d)/giu
const before = /vorher|vorig|frühere|anterior|précédent|precedent|предыдущ/i
const except = /(?:außer|ausser|excepto|salvo|menos|exceto|sauf|eccetto|tranne|кроме)(?![\p{L}])(.*)/iu

const hasWord = /\p{L}{2}|(?:^| )\p{L} /u

/** Returns references in a language that separates words in ASCII, and `all` in English. */
const foldSpaced = (text: string): string => {
  if (!hasWord.test(text)) return text
  const folded = text.replace(spacedWord, ' ').replace(spacedRange, '…').replace(spacedAnd, ', ')
  const rest = spacedAll.exec(folded)?.[1]
  if (rest === undefined) return folded
  const excluded = except.exec(rest)?.[1]
  if (excluded !== undefined) return `all except ${excluded}`
  return before.test(rest) ? 'all previous' : /\d/.test(rest) ? folded : 'all'
}

/**
 * Returns a list of references in ASCII, without words of other languages for phase, task and step:
 * `阶段 １、第二阶段` is ` 1 , 2 `. `所有阶段` is `all`. A full stop ends it.
 */
export const foldReferences = (text: string): string => {
  if (!isWide(text)) return foldSpaced(text)
  const stop = text.indexOf('。')
  return simplify(foldWidth(stop < 0 ? text : text.slice(0, stop)))
    .replace(worded, (_, one?: string, other?: string) => ` ${readNumeral(one ?? other ?? '')} `)
    .replace(ordinal, (_, one: string) => ` ${readNumeral(one)} `)
    .replace(range, '…')
    .replace(and, ', ')
    .replace(all, (_, rest: string) => (/前|以上|이전/.test(rest) ? 'all previous' : 'all'))
}
