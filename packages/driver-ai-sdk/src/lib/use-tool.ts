import { stripAnsi } from '@amelia/core/plugin'
import type { AgentTool, ToolContext } from './agent-tool.ts'
import type { ToolResultPart } from './api-model.ts'
import { boundMiddle } from './bound-text.ts'
import type { ToolCall } from './read-answer.ts'
import { readRecord } from './read-record.ts'

/** Uses a tool as the model asked for it. What goes wrong is told to the model. */
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
    throw new Error(
      `There is no tool ${JSON.stringify(name)} here. There are: ${[...tools.keys()].join(', ')}.`,
    )
  if (input === undefined) throw new Error('The input is no JSON object. Write it again.')
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
  ENOENT: 'There is no such file or folder',
  EISDIR: 'That is a folder',
  ENOTDIR: 'A part of the path is no folder',
}

/** Files speak in codes, tools and rules in sentences. */
const describeProblem = (error: unknown): string => {
  const { code } = readRecord(error)
  const message = stripAnsi(error instanceof Error ? error.message : String(error))
  const meaning = typeof code === 'string' ? meanings[code] : undefined
  return meaning === undefined ? message : `${meaning}: ${message}`
}
