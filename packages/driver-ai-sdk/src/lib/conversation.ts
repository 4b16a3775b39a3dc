import { type CallContext, driverError, type SessionProgress, stripAnsi } from '@amelia/core/plugin'
import type { AgentTool, ToolContext } from './agent-tool.ts'
import { type AnswerTool, answerToolName, readJsonText } from './answer-tool.ts'
import type { ModelMessage, ToolResultPart } from './api-model.ts'
import { askModel } from './ask-model.ts'
import { boundText } from './bound-text.ts'
import { describeCall } from './describe-call.ts'
import { fitContext, type Room, sizeOfAll } from './fit-context.ts'
import type { Answer, ToolCall } from './read-answer.ts'
import type { AgentSettings } from './read-settings.ts'
import type { SessionBudget } from './session-budget.ts'
import { toolResult, useTool } from './use-tool.ts'

export interface ConversationParts {
  settings: AgentSettings
  context: CallContext<SessionProgress>
  budget: SessionBudget
  room: Room
  system: string
  tools: ReadonlyMap<string, AgentTool>
  toolContext: ToolContext
  /** Where the session has to give an output. */
  answerTool: AnswerTool | undefined
}

/** What a conversation comes to. */
export interface Conversation {
  messages: readonly ModelMessage[]
  /** The last thing that the model said. */
  text: string
  output?: { value: unknown }
}

/** Characters of what the model says that are shown. */
const longestText = 4_000
/** Answers in a row that may be cut off, and reminders of the tool for the answer. */
const most = { cut: 2, reminders: 1 }

/** What was counted so far. */
interface Counts {
  /** Answers in a row that were cut off. */
  cut: number
  reminders: number
  calls: number
}

/** Talks to the model until it is done: each request is one that the limits allow, and the tools it asks for are used one by one. */
export const converse = async (
  parts: ConversationParts,
  begin: readonly ModelMessage[],
): Promise<Conversation> => {
  let talk: Conversation = { messages: begin, text: '' }
  const counts: Counts = { cut: 0, reminders: 0, calls: 0 }
  for (let step = 0; step < parts.settings.maxSteps; step += 1) {
    parts.budget.check()
    const { answer, talk: heard } = await takeTurn(parts, talk)
    checkFinish(answer)
    if (answer.calls.length > 0) {
      counts.calls += answer.calls.length
      counts.cut = 0
      talk = await useTools(parts, heard, answer.calls)
      if (talk.output) return talk
    } else {
      const next = decideEnd(parts, heard, answer, counts)
      if ('done' in next) return next.done
      talk = say(heard, next.say)
    }
  }
  throw driverError('agent_failed', {
    message: `The session did not come to its end in ${parts.settings.maxSteps} requests: set \`maxSteps\` higher, or make its task smaller.`,
  })
}

/** Whether an answer without tools is the end, or what the model is told to go on. */
const decideEnd = (
  { answerTool }: ConversationParts,
  talk: Conversation,
  answer: Answer,
  counts: Counts,
): { done: Conversation } | { say: string } => {
  if (answer.finish === 'length') {
    counts.cut += 1
    if (counts.cut <= most.cut)
      return { say: 'Your answer was cut off. Go on where it ended, in shorter pieces.' }
    throw driverError('agent_failed', {
      message: `The model's answers were cut off ${counts.cut} times: set \`call.maxOutputTokens\` higher.`,
    })
  }
  if (answerTool) {
    const read = readJsonText(answer.text)
    if (read) return { done: { ...talk, output: read } }
    counts.reminders += 1
    if (counts.reminders <= most.reminders)
      return { say: `Give your answer by using the tool \`${answerToolName}\`.` }
  }
  if (talk.text !== '' || counts.calls > 0) return { done: talk }
  throw driverError('agent_failed', { message: 'The model said nothing and did nothing.' })
}

const say = (talk: Conversation, text: string): Conversation => ({
  ...talk,
  messages: [...talk.messages, { role: 'user', content: [{ type: 'text', text }] }],
})

/** One request, counted and told. */
const takeTurn = async (
  { settings, context: { signal, emit }, budget, room, system, tools, answerTool }: ConversationParts,
  talk: Conversation,
): Promise<{ answer: Answer; talk: Conversation }> => {
  const prompt = [...fitContext([{ role: 'system', content: system }, ...talk.messages], room)]
  const bytes = sizeOfAll(prompt, room)
  const offered = [...tools.values()].map(({ description }) => description)
  if (answerTool) offered.push(answerTool.description)
  const answer = await askModel(settings, { prompt, tools: offered }, signal)
  const own: ModelMessage[] = answer.parts.length === 0 ? [] : [{ role: 'assistant', content: answer.parts }]
  budget.add(answer.tokens, {
    input: room.estimate.of(bytes),
    output: room.estimate.of(sizeOfAll(own, { ...room, fixedBytes: 0 })),
  })
  if (answer.tokens.input !== undefined) room.estimate.learn(bytes, answer.tokens.input)
  const text = boundText(stripAnsi(answer.text).trim(), longestText)
  emit({ type: 'usage', usage: budget.used() })
  if (text !== '') emit({ type: 'text', text })
  return {
    answer,
    talk: { messages: [...prompt.slice(1), ...own], text: answer.text.trim() || talk.text },
  }
}

const checkFinish = ({ finish, calls }: Answer): void => {
  if (finish === 'content-filter')
    throw driverError('agent_failed', {
      message: 'The provider broke the answer off: its filter refused the content.',
    })
  if (finish === 'error' && calls.length === 0)
    throw driverError('transient', { message: 'The provider broke the answer off with an error.' })
}

/** Uses the tools in their order. The one for the answer ends the session, after those beside it. */
const useTools = async (
  { tools, toolContext, answerTool, context: { emit } }: ConversationParts,
  talk: Conversation,
  calls: readonly ToolCall[],
): Promise<Conversation> => {
  const results: ToolResultPart[] = []
  let output: { value: unknown } | undefined
  for (const call of calls) {
    if (answerTool && call.name === answerToolName && call.input !== undefined) {
      output = { value: answerTool.read(call.input) }
      results.push(toolResult(call, { text: 'Taken.' }))
    } else {
      emit(describeCall(call))
      results.push(await useTool(tools, call, toolContext))
    }
  }
  const messages: ModelMessage[] = [...talk.messages, { role: 'tool', content: results }]
  return { ...talk, messages, ...(output === undefined ? {} : { output }) }
}
