import type { ModelTool } from './api-model.ts'
import { readRecord } from './read-record.ts'

/** How a session gives the output that a schema asks for. */
export interface AnswerTool {
  description: ModelTool
  /** The output, of what the model gave the tool. */
  read(input: unknown): unknown
}

export const answerToolName = 'answer'

/** A tool that ends a session with its output: each model that has tools can do that, whatever else it knows of schemas. */
export const createAnswerTool = (schema: Record<string, unknown>): AnswerTool => {
  // A tool's input is an object.
  const isObject = schema['type'] === 'object'
  const inputSchema = isObject
    ? schema
    : { type: 'object', properties: { value: schema }, required: ['value'], additionalProperties: false }
  return {
    description: {
      type: 'function',
      name: answerToolName,
      description:
        'Gives your final answer in the form that is asked for, and ends the session. Use it once, at the end.',
      inputSchema,
    },
    read: (input) => (isObject ? input : readRecord(input)['value']),
  }
}

/** The value of a text that is JSON and nothing else, in a code fence or not. */
export const readJsonText = (text: string): { value: unknown } | undefined => {
  const plain = text.trim()
  const inside = /^```(?:json)?\s*\n([\s\S]*)\n```$/.exec(plain)?.[1] ?? plain
  try {
    return { value: JSON.parse(inside) as unknown }
  } catch {
    return undefined
  }
}
