import { AmeliaError } from '@amelia/core'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { isUsageError } from '../../terminal/usage-error.ts'

/**
 * Performs a tool, and returns its text or its JSON. An error becomes a result with its code, message and
 * advice, which the client's model reads.
 */
export const toolResult = async (perform: () => Promise<object | string>): Promise<CallToolResult> => {
  try {
    const value = await perform()
    return textResult(typeof value === 'string' ? value : JSON.stringify(value))
  } catch (error) {
    return { ...textResult(describeError(error)), isError: true }
  }
}

const textResult = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] })

/** Describes an error with its code and its advice. */
export const describeError = (error: unknown): string => {
  if (isUsageError(error))
    return [error.message, error.advice].filter((line) => line !== undefined).join('\n')
  if (AmeliaError.is(error)) return `${error.code}: ${error.message}`
  return `Unexpected: ${error instanceof Error ? error.message : String(error)}`
}
