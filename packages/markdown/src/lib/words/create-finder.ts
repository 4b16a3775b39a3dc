import { chinese } from './language/chinese.ts'
import { french } from './language/french.ts'
import { german } from './language/german.ts'
import { italian } from './language/italian.ts'
import { japanese } from './language/japanese.ts'
import { korean } from './language/korean.ts'
import type { Language, Words } from './language/language.ts'
import { portuguese } from './language/portuguese.ts'
import { russian } from './language/russian.ts'
import { spanish } from './language/spanish.ts'
import { remembered } from './remembered.ts'
import { simplify } from './simplify.ts'

/** The languages that write words without spaces between them. */
export const wide = { chinese, japanese, korean }

/** The languages that separate words, beside English. */
export const spaced = { german, spanish, portuguese, french, italian, russian }

/** All languages beside English: a new one is a file and a name here. */
export const languages: Readonly<Record<string, Language>> = { ...wide, ...spaced }

/** Returns the patterns of these languages for an English word, or of all, as one pattern. */
export const patternOf = (
  tables: readonly Words[],
  names = [...new Set(tables.flatMap((words) => Object.keys(words)))],
): string => joined(names.flatMap((name) => tables.flatMap((words) => words[name] ?? [])))

/** Joins lists of patterns to one. */
export const joined = (lists: readonly string[]): string => simplify(lists.join('|').replaceAll(', ', '|'))

/**
 * Returns a function that returns the English word for the word at the beginning of a text, and the length of
 * the latter; undefined for any other text. `end` is a pattern of what must follow.
 */
export const createFinder = (
  tables: readonly Words[],
  end: string,
): ((text: string) => Found | undefined) => {
  const names = [...new Set(tables.flatMap((words) => Object.keys(words)))]
  const pattern = new RegExp(
    `^(?:${names.map((name) => `(${patternOf(tables, [name])})`).join('|')})(?=${end})`,
    'iu',
  )
  const find = (text: string): Found | undefined => {
    const match = pattern.exec(simplify(text))
    if (!match) return undefined
    const at = match.findIndex((part, index) => index > 0 && part !== undefined)
    return { english: names[at - 1] ?? '', length: match[0].length }
  }
  // Plans repeat their labels and values, and the pattern is long.
  const known = remembered(find)
  return (text) => (letter.test(text) ? known(text) : undefined)
}

const letter = /\p{L}/u

/** The English word for the one that a text begins with, and the length of the latter. */
interface Found {
  english: string
  length: number
}
