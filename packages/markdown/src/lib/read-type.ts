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

/** A title without the type at its end, and that type: `Parser (test)`. */
export const readType = (title: string): { title: string; type?: SubtaskType } => {
  const open = title.lastIndexOf('(')
  if (open < 0 || !title.endsWith(')')) return { title }
  const type = typeOf(title.slice(open + 1, -1))
  return type ? { title: title.slice(0, open).trim(), type } : { title }
}

/** The type that a word names, or undefined. */
export const typeOf = (word: string): SubtaskType | undefined => types.get(word.trim().toLowerCase())
