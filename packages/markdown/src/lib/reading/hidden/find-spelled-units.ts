import type { Outline } from '../../outline/outline.ts'
import { wordsOf } from '../../words/fold-head.ts'
import { readSpelled, repairHeading, spelled } from '../../words/repair-heading.ts'
import { type HiddenLine, ownersOf, reasonOf, type Units } from '../find-hidden.ts'

/** Marks in front of a unit: of a heading, a list, a box, a quote, a tag or a bold text. */
const marks = String.raw`(?:[^\p{L}\p{N}\n]|(?:\d{1,3}[.)]|<[a-z]\w{0,20}>|\[x\])(?=[^\p{L}\p{N}])){0,24}`
const separated = String.raw`(?:[*_~]{0,3}(?:[ \t]*[:：—–]|[ \t]+-[ \t]|[.)][ \t])|[^\p{L}\p{N}\n]*$)`
/** `N` and `X` stand for any number. */
const letter = String.raw`[a-mo-wyz](?=[ \t]*[:：—–])`

/**
 * Finds lines that begin with the unit of the plan's own series and a number in words or a Roman numeral,
 * which no unit has (`Task two: name`), and headings with a letter (`## Phase B: name`). `isUnit` is positive
 * where a text of the plan begins.
 */
export const findSpelledUnits = (
  outline: Outline,
  { own, known }: Units,
  isUnit: Uint8Array,
): HiddenLine[] => {
  const words = [...own].filter((series) => /^\p{L}{2,}$/u.test(series))
  if (words.length === 0) return []
  const pattern = new RegExp(
    `^(${marks})(?:${words.map((word) => `(${wordsOf(word)})`).join('|')})[ \\t\\u00a0#-]{1,3}(${spelled}|${letter}|n[or]\\. ?\\d{1,4})(?=${separated})`,
    'gimu',
  )
  const found: { at: number; isLetter: boolean }[] = []
  for (const match of outline.text.matchAll(pattern)) {
    const series = words[match.slice(2).findIndex((word) => word !== undefined)] ?? ''
    const id = readSpelled((match.at(-1) ?? '').replace(/^.*\. ?/, ''))
    const isLetter = !/\d/.test(id)
    if (!known.has(`${series} ${id.toLowerCase()}`)) found.push({ at: match.index, isLetter })
  }
  if (found.length === 0) return []
  const owners = ownersOf(outline)
  let line = 1
  return found.flatMap(({ at, isLetter }) => {
    while ((outline.starts[line] ?? Infinity) <= at) line++
    if (isUnit[line] || (isLetter && owners[line]?.kind !== 'heading')) return []
    const text = (outline.lines[line - 1] ?? '').trim()
    const repaired = repairHeading(outline.lines[line - 1] ?? '', own)?.line.trim()
    const reason = reasonOf(owners[line], text)
    return [{ line, text: text.slice(0, 60), reason, ...(repaired !== undefined && { repaired }) }]
  })
}
