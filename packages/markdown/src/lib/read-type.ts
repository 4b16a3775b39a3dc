import type { SubtaskType } from '@amelia/core/plugin'

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
  const open = title.lastIndexOf('(')
  if (open < 0 || !title.endsWith(')')) return { title }
  const type = typeOf(title.slice(open + 1, -1))
  return type ? { title: title.slice(0, open).trim(), type } : { title }
}

/** Returns the type that a word names, or undefined. */
export const typeOf = (word: string): SubtaskType | undefined => types.get(word.trim().toLowerCase())
