import type { SessionProgress } from '@amelia/core/plugin'
import { stripAnsi } from '@amelia/core/view'
import { boundText } from '../text/bound-text.ts'
import type { ToolCall } from '../model/read-answer.ts'
import { readRecord } from '../read-record.ts'

/** The inputs that describe a tool call best, in order of preference. */
const telling = ['argv', 'pattern', 'text', 'path']

/**
 * Describes a tool call in one short line of plain text. The model chose both parts, so they are untrusted.
 */
export const describeCall = ({ name, input }: ToolCall): SessionProgress => {
  const given = readRecord(input)
  const values = telling.map((key) => given[key])
  const texts = values.map((value) => (Array.isArray(value) ? value.join(' ') : value))
  const summary = texts.filter((text) => typeof text === 'string').find((text) => text !== '')
  return { type: 'tool', name: oneLine(name, 80), summary: oneLine(summary ?? '', 200) }
}

const oneLine = (text: string, length: number): string =>
  boundText(stripAnsi(text).replace(/\s+/g, ' ').trim(), length)
