import { stripAnsi } from '@amelia/core/plugin'
import type { AgentTool, ToolContext } from './agent-tool.ts'
import type { ToolResultPart } from '../model/api-model.ts'
import { boundMiddle } from '../text/bound-text.ts'
import type { ToolCall } from '../model/read-answer.ts'
import { readRecord } from '../read-record.ts'

/** Runs a tool call. Errors become results for the model. */
export const useTool = async (
  tools: ReadonlyMap<string, AgentTool>,
  call: ToolCall,
  context: ToolContext,
): Promise<ToolResultPart> => {
  const { resultLimit } = context
  try {
    const text = await findTool(tools, call).use(call.input, context)
    return toolResult(call, { text: boundMiddle(text, resultLimit) })
  } catch (error) {
    return toolResult(call, { problem: boundMiddle(describeProblem(error), resultLimit) })
  }
}

const findTool = (tools: ReadonlyMap<string, AgentTool>, { name, input }: ToolCall): AgentTool => {
  const tool = tools.get(name)
  if (tool === undefined)
    throw new Error(`Unknown tool ${JSON.stringify(name)}. Available tools: ${[...tools.keys()].join(', ')}.`)
  if (input === undefined) throw new Error('The input is not a JSON object. Write it again.')
  return tool
}

export const toolResult = (
  { id, name }: ToolCall,
  result: { text: string } | { problem: string },
): ToolResultPart => ({
  type: 'tool-result',
  toolCallId: id,
  toolName: name,
  output:
    'text' in result ? { type: 'text', value: result.text } : { type: 'error-text', value: result.problem },
})

const meanings: Record<string, string> = {
  ENOENT: 'No such file or folder',
  EISDIR: 'The path is a folder',
  ENOTDIR: 'A part of the path is not a folder',
}

/** Explains error codes of the file system; other errors are sentences already. */
const describeProblem = (error: unknown): string => {
  const { code } = readRecord(error)
  const message = stripAnsi(error instanceof Error ? error.message : String(error))
  const meaning = typeof code === 'string' ? meanings[code] : undefined
  return meaning === undefined ? message : `${meaning}: ${message}`
}
