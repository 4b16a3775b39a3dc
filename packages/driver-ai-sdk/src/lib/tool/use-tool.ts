import type { ToolResult } from '@amelia/core/plugin'
import type { ToolResultPart } from '../model/api-model.ts'
import type { ToolCall } from '../model/read-answer.ts'
import { leftOut } from '../text/left-out.ts'
import type { OfferedTools } from './offer-tools.ts'

/** Runs a tool call. Problems become results for the model. Rejects when the session is stopped. */
export const useTool = async (tools: OfferedTools, call: ToolCall): Promise<ToolResultPart> =>
  toolResult(call, refuse(tools, call) ?? (await tools.call(call.name, call.input ?? '{', tools.options)))

/** Refuses a call that the tools themselves would accept. */
const refuse = ({ descriptions }: OfferedTools, { name, input }: ToolCall): ToolResult | undefined => {
  if (!descriptions.has(name))
    return {
      problem: 'tool_unknown',
      text: `Unknown tool ${JSON.stringify(name.slice(0, 80))}. Available tools: ${[...descriptions.keys()].join(', ')}.`,
    }
  const writes = name === 'write' || name === 'edit'
  if (writes && JSON.stringify(input ?? null).includes(leftOut))
    return {
      problem: 'input_invalid',
      text: 'The text contains a note that replaces a text left out to save room. Write the full text: read the file again if needed.',
    }
  return undefined
}

/** Makes a result for the model. */
export const toolResult = ({ id, name }: ToolCall, { text, problem }: ToolResult): ToolResultPart => ({
  type: 'tool-result',
  toolCallId: id,
  toolName: name,
  output: { type: problem === undefined ? 'text' : 'error-text', value: text },
})
