import { isWide } from '@amelia/markdown'

/** An id may be in a tag, behind tags, and behind a word: `[T1]`, `[P] [US1] T012`, `Aufgabe 3:`. */
const id = /^[^\p{L}\p{N}]{0,20}(?:\p{L}{1,20}[^\p{L}\p{N}]{0,6})?\d/u
const tags = /\[[^\]\d]{0,40}\]|\(P\)/g

/** Whether the text of a checkbox may begin with an id: a check that costs less than reading it. */
export const mayHaveId = (text: string): boolean => {
  const start = text.slice(0, 200)
  return id.test(start.replace(tags, '')) || /^[^\p{L}\p{N}]{0,8}\[.{0,40}\d/u.test(start) || isWide(start)
}
