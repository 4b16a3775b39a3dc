import type { SubtaskType } from '@amelia/core/plugin'
import { foldValue } from '../words/fold-value.ts'
import { foldWidth } from '../words/fold-width.ts'

const types = new Map<string, SubtaskType>([
  ['test', 'test'],
  ['tests', 'test'],
  ['impl', 'impl'],
  ['implementation', 'impl'],
  ['refactor', 'refactor'],
  ['refactoring', 'refactor'],
  ['other', 'other'],
])

/** Splits a title such as `Parser (test)` into the title and the type at its end. */
export const readType = (title: string): { title: string; type?: SubtaskType } => {
  const folded = foldWidth(title)
  const open = folded.lastIndexOf('(')
  if (open < 0 || !folded.endsWith(')')) return { title }
  const type = typeOf(title.slice(open + 1, -1))
  return type ? { title: title.slice(0, open).trim(), type } : { title }
}

/** Returns the type that a word names, or undefined. */
export const typeOf = (word: string): SubtaskType | undefined =>
  types.get(foldValue(word).trim().toLowerCase())
