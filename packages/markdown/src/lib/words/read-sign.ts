import { foldHead } from './fold-head.ts'

/** The unit and the id that a line begins with, such as `Task` and `3`. */
export interface Sign {
  /** The word in lower case; empty for an id alone, such as `T003` in a box. */
  word: string
  /** In lower case. */
  id: string
  /** The text from the word on. */
  text: string
  /** Whether the line is written as a unit of work: with a mark before it, or with a separator after the id. */
  sure: boolean
}

/** A line is not read further, so that reading takes linear time. */
const longest = 400
/** Marks of Markdown and HTML, and signs that nobody sees, in front of a text. */
const marks =
  /^(?:[\s\u00a0\u00ad\u200b-\u200f\u2060\ufeff>|#*+_`~\\-]|[\p{So}\ufe0f]|\d{1,9}[.)](?=\s)|\[[^\]\p{L}\p{N}]?\]|\[[xXvV]\]|<!--|<\/?[a-z][^<>]{0,200}>)+/iu
/** Of these, the marks of a heading, a box, a tag, or a bold text. */
const strong = /#|\[[^\]]?\]|<|\*\*|__/
const unit =
  /^(\p{L}{2,20})[\s\u00a0]{0,3}[#-]?[\s\u00a0]?(\d{1,9}(?:[.-]\d{1,9}){0,9}[a-z]?)(?![\p{L}\p{N}])/iu
const code = /^(\p{Lu}{1,6}-?)(\d{1,6}(?:\.\d{1,4}){0,4})(?![\p{L}\p{N}])/u
const separated =
  /^(?:[*_`\]\s]{0,6}(?:\([^()]{0,60}\)\s?)?(?:[:：—–|]|\.(?:\s|$)|-\s|\)\s)|[^\p{L}\p{N}]*$|[*_]{2})/u

/** Reads the unit and the id that a line begins with, in any marks; undefined if it begins with neither. */
export const readSign = (line: string): Sign | undefined => {
  const start = line.slice(0, longest)
  const [mark = ''] = marks.exec(start) ?? []
  const text = foldHead(start.slice(mark.length))
  const found = unit.exec(text)
  const named = found ?? code.exec(text)
  if (!named) return undefined
  const [all, word = '', id = ''] = named
  const sure = strong.test(mark) || separated.test(text.slice(all.length))
  if (found) return { word: word.toLowerCase(), id: id.toLowerCase(), text, sure }
  return { word: '', id: `${word}${id}`.toLowerCase(), text, sure }
}
