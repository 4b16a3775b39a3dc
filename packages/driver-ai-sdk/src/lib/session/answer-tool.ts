import type { ModelTool } from '../model/api-model.ts'
import { readRecord } from '../read-record.ts'

/** The tool through which a session returns structured output. */
export interface AnswerTool {
  description: ModelTool
  /** Reads the output from the tool's input. */
  read(input: unknown): unknown
}

export const answerToolName = 'answer'

/**
 * Creates a tool that ends a session with its output. It works with every model that supports tools, also
 * without support for schemas.
 */
export const createAnswerTool = (schema: Record<string, unknown>): AnswerTool => {
  // The input of a tool is always an object.
  const isObject = schema['type'] === 'object'
  const inputSchema = isObject
    ? schema
    : { type: 'object', properties: { value: schema }, required: ['value'], additionalProperties: false }
  return {
    description: {
      type: 'function',
      name: answerToolName,
      description:
        'Returns your final answer in the required form and ends the session. Use it once, at the end.',
      inputSchema,
    },
    read: (input) => (isObject ? input : readRecord(input)['value']),
  }
}

/** Parses a text that consists only of JSON, optionally in a code fence; undefined for any other text. */
export const readJsonText = (text: string): { value: unknown } | undefined => {
  const plain = text.trim()
  const inside = /^```(?:json)?\s*\n([\s\S]*)\n```$/.exec(plain)?.[1] ?? plain
  try {
    return { value: JSON.parse(inside) as unknown }
  } catch {
    return undefined
  }
}
