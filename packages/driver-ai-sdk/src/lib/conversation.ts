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

/** Talks to the model until it is done: each request is one that the limits allow, and the tools it asks for are used one by one. */
export const converse = async (
  parts: ConversationParts,
  begin: readonly ModelMessage[],
): Promise<Conversation> => {
  let talk: Conversation = { messages: begin, text: '' }
  const count = { cut: 0, reminders: 0, calls: 0 }
  for (let step = 0; step < parts.settings.maxSteps; step += 1) {
    parts.budget.check()
    const answer = await takeTurn(parts, talk)
    talk = { ...answer.talk }
    checkFinish(answer)
    count.calls += answer.calls.length
    if (answer.calls.length > 0) {
      talk = await useTools(parts, talk, answer.calls)
      if (talk.output) return talk
      count.cut = 0
      continue
    }
    if (answer.finish === 'length') {
      if (++count.cut > most.cut)
        throw driverError('agent_failed', {
          message: `The model's answers were cut off ${count.cut} times: set \`call.maxOutputTokens\` higher.`,
        })
      talk = say(talk, 'Your answer was cut off. Go on where it ended, in shorter pieces.')
      continue
    }
    if (parts.answerTool) {
      const read = readJsonText(answer.text)
      if (read) return { ...talk, output: read }
      if (count.reminders++ < most.reminders) {
        talk = say(talk, `Give your answer by using the tool \`${answerToolName}\`.`)
        continue
      }
    }
    if (talk.text === '' && count.calls === 0)
      throw driverError('agent_failed', { message: 'The model said nothing and did nothing.' })
    return talk
  }
  throw driverError('agent_failed', {
    message: `The session did not come to its end in ${parts.settings.maxSteps} requests: set \`maxSteps\` higher, or make its task smaller.`,
  })
}

const say = (talk: Conversation, text: string): Conversation => ({
  ...talk,
  messages: [...talk.messages, { role: 'user', content: [{ type: 'text', text }] }],
})

/** One request, counted and told. */
const takeTurn = async (
  { settings, context: { signal, emit }, budget, room, system, tools, answerTool }: ConversationParts,
  talk: Conversation,
): Promise<Answer & { talk: Conversation }> => {
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
  signal.throwIfAborted()
  const text = boundText(stripAnsi(answer.text).trim(), longestText)
  emit({ type: 'usage', usage: budget.used() })
  if (text !== '') emit({ type: 'text', text })
  return {
    ...answer,
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
  { tools, toolContext, answerTool, context: { signal, emit } }: ConversationParts,
  talk: Conversation,
  calls: readonly ToolCall[],
): Promise<Conversation> => {
  const results: ToolResultPart[] = []
  let output: { value: unknown } | undefined
  for (const call of calls) {
    signal.throwIfAborted()
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
