import { foldHead } from './fold-head.ts'
import { isWide, wideCharacters } from './fold-width.ts'

/** The beginning of a line that may be a unit of work: `Task 3: name`, `[ ] T003 name`, `## 3. name`. */
export interface Sign {
  /** The word in lower case, the letters before the number, or the mark of a number alone: `##`. */
  series: string
  /** In lower case. */
  id: string
  /** The text from the word or the id on. */
  text: string
  /** Whether it is written as a unit: with a mark such as `#`, or with a separator after the id. */
  sure: boolean
}

/** A line is not read further, so that reading takes linear time. */
const longest = 400
const nearby = 60
/** Signs that nobody sees, also inside of a unit. */
const unseen = /[\u00ad\u200b-\u200f\u2060\ufeff]/gu
/** Marks of Markdown and HTML in front of a text. */
const marks =
  /^(?:[\s\u00a0>|#*+_`~\\-]|[\p{So}\ufe0f]|\d{1,9}[.)](?=\s)|\[[^\]\p{L}\p{N}]?\]|\[[xXvV]\]|<!--|\[\^[^\]]{1,20}\]:|<\/?[a-z][^<>]{0,200}>|&[a-z]{2,8};|\[(?=\p{L}{1,20}[\s-]?\d))+/iu
/** Of these, the marks of a heading, a box, a tag, or a bold text. */
const strong = /#|\[[^\]]?\]|<|\*\*|__/
const unit =
  /^(\p{L}{2,20})[\s\u00a0]{0,3}[#-]?[\s\u00a0]?(\d{1,9}(?:[.-]\d{1,9}){0,9}[a-z]?)(?![\p{L}\p{N}])/iu
/** One word and a number, also with `nr.` between them: most lines with a digit begin with more words. */
const begins = /^\p{L}{1,20}[^\p{L}\d]{0,8}(?:n[rº]?[^\p{L}\d]{0,4})?\d/iu
const code = /^(\p{Lu}{1,6}-?)(\d{1,6}(?:\.\d{1,4}){0,4})(?![\p{L}\p{N}])/u
/** A number alone is an id only in a box or a heading. */
const numbered = /(\[[^\]]?\]|#{1,6})[\s>*_\\]{0,5}(\d{1,9}(?:\.\d{1,9}){0,9})[.):]?\s+\S/u
const hasNumberMark = /[[#]/
const separated =
  /^(?:[*_`\]\s]{0,6}(?:\([^()]{0,60}\)\s?)?(?:[:：—–|]|\.(?:\s|$)|-\s|\)\s)|[^\p{L}\p{N}]*$|[*_]{2})/u

const digitOrWide = new RegExp(`[0-9${wideCharacters}]`)

/** Whether a line has a digit or a character of Chinese, Japanese or Korean text: most have neither. */
export const mayHaveSign = (line: string): boolean => digitOrWide.test(line)

/** Reads the unit and the id that a line begins with, in any marks; undefined if it begins with neither. */
export const readSign = (line: string): Sign | undefined => {
  const start = line.slice(0, longest).replace(unseen, '')
  if (!mayHaveSign(start)) return undefined
  const [mark = ''] = (!/^[a-z]/i.test(start) && marks.exec(start)) || []
  // An id is near the marks.
  if (!mayHaveSign(start.slice(0, mark.length + nearby)) && !isWide(start)) return undefined
  const rest = start.slice(mark.length)
  const text = isWide(rest) || begins.test(rest) ? foldHead(rest) : ''
  const found = text === '' ? null : (unit.exec(text) ?? code.exec(text))
  if (found) {
    const [all, word = '', number = ''] = found
    const isWord = !code.test(text)
    const sure = strong.test(mark) || separated.test(text.slice(all.length))
    return { series: word.toLowerCase(), id: (isWord ? number : all).toLowerCase(), text, sure }
  }
  if (!hasNumberMark.test(start)) return undefined
  const [, sign = '', id = ''] = numbered.exec(start.slice(0, mark.length + nearby)) ?? []
  if (id === '') return undefined
  return { series: sign.startsWith('#') ? sign : '[]', id, text: start.slice(start.indexOf(id)), sure: true }
}
