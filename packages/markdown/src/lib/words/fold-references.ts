import { unit } from './fold-head.ts'
import { foldWidth, isWide } from './fold-width.ts'
import { numeral, readNumeral } from './read-numeral.ts'
import { words, wordsOf } from './words.ts'

const id = '\\d{1,9}(?:[.-]\\d{1,4}){0,5}(?:-?[A-Za-z](?![A-Za-z0-9]))?|[A-Za-z](?![A-Za-z0-9])'
/** Letters that may follow a Chinese numeral. */
const joined = '和与與及或至到とか및의와과부完'
const worded = new RegExp(
  `[第제]? ?(${id}|${numeral}) ?(?:${unit})|(?:${unit}) ?[#-]? ?(${id}|${numeral}(?![^\\P{L}${joined}]))`,
  'gu',
)
const ordinal = new RegExp(`[第제] ?(\\d{1,9}|${numeral})`, 'g')
const range = / {0,4}(?:[至到]|から|부터) {0,4}(?=[\dA-Za-z])/g
const and = / {0,4}(?:以及|[和与與及或]|と|및|그리고) {0,4}(?=[\dA-Za-z])/g
const all = new RegExp(
  `^ *(?:${words.values.flatMap((row) => (row.english === 'all' ? wordsOf(row) : [])).join('|')})(.*)`,
)

/**
 * Returns a list of references in ASCII, without Chinese, Japanese and Korean words for phase, task and step:
 * `阶段 １、第二阶段` is ` 1 , 2 `. `所有阶段` is `all`. A full stop ends it.
 */
export const foldReferences = (text: string): string => {
  if (!isWide(text)) return text
  const stop = text.indexOf('。')
  return foldWidth(stop < 0 ? text : text.slice(0, stop))
    .replace(worded, (_, one?: string, other?: string) => ` ${readNumeral(one ?? other ?? '')} `)
    .replace(ordinal, (_, one: string) => ` ${readNumeral(one)} `)
    .replace(range, '…')
    .replace(and, ', ')
    .replace(all, (_, rest: string) => (/前|以上|이전/.test(rest) ? 'all previous' : 'all'))
}
