import { type SessionProgress, stripAnsi } from '@amelia/core/plugin'
import { boundText } from './bound-text.ts'
import type { ToolCall } from './read-answer.ts'
import { readRecord } from './read-record.ts'

/** What tells most about a use of a tool, in the order in which it is looked for. */
const telling = ['argv', 'pattern', 'text', 'path']

/** One line about a use of a tool. Both parts are the model's own: they are made plain and short. */
export const describeCall = ({ name, input }: ToolCall): SessionProgress => {
  const given = readRecord(input)
  const values = telling.map((key) => given[key])
  const texts = values.map((value) => (Array.isArray(value) ? value.join(' ') : value))
  const summary = texts.filter((text) => typeof text === 'string').find((text) => text !== '')
  return { type: 'tool', name: oneLine(name, 80), summary: oneLine(summary ?? '', 200) }
}

const oneLine = (text: string, length: number): string =>
  boundText(stripAnsi(text).replace(/\s+/g, ' ').trim(), length)
