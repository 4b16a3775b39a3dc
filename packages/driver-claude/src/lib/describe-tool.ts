import { stripAnsi } from '@amelia/core/plugin'

const longestSummary = 200
const longestText = 4_000

/** What tells most about a use of a tool, in the order in which it is looked for. */
const telling = [
  'command',
  'file_path',
  'notebook_path',
  'pattern',
  'path',
  'query',
  'url',
  'subject',
  'description',
]

/** One line about what a tool is used for, plain and short. */
export const describeTool = (input: Record<string, unknown>): string => {
  const texts = telling.map((key) => input[key]).filter((value) => typeof value === 'string')
  return bound(oneLine(texts.find((text) => text !== '') ?? ''), longestSummary)
}

/** A name of a tool as it may be shown. */
export const plainName = (name: string): string => bound(oneLine(name), 80)

/** Plain text of what the model said, at most 4,000 characters of it. */
export const plainText = (text: string): string => bound(stripAnsi(text), longestText)

const oneLine = (text: string): string => stripAnsi(text).replace(/\s+/g, ' ').trim()

/** Does not end inside a surrogate pair. */
const bound = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 4).replace(/[\ud800-\udbff]$/, '')} ...`
