import { boundLine, boundText } from '@amelia/agent-process'
import { stripAnsi } from '@amelia/core/view'

const longestName = 80
const longestSummary = 200
const longestText = 4_000

/** The inputs that describe a tool call best, in order of preference. */
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

/** Describes a tool call in one short line of plain text. */
export const describeTool = (input: Record<string, unknown>): string => {
  const texts = telling.map((key) => input[key]).filter((value) => typeof value === 'string')
  return boundLine(texts.find((text) => text !== '') ?? '', longestSummary)
}

/** Makes the name of a tool safe to display. */
export const plainName = (name: string): string => boundLine(name, longestName)

/** Makes plain text of a message, at most 4,000 characters. */
export const plainText = (text: string): string => boundText(stripAnsi(text), longestText)
