import { type CallContext, driverError, type SessionProgress } from '@amelia/core/plugin'
import { stripAnsi } from '@amelia/core/view'
import { type AnswerTool, answerToolName, readJsonText } from './answer-tool.ts'
import type { ModelMessage, ToolResultPart } from '../model/api-model.ts'
import { askPatiently } from '../model/ask-patiently.ts'
import { boundText } from '../text/bound-text.ts'
import { describeCall } from './describe-call.ts'
import { fitContext, type Room, sizeOfAll } from './fit-context.ts'
import type { Answer, ToolCall } from '../model/read-answer.ts'
import type { AgentSettings } from '../option/read-settings.ts'
import type { SessionBudget } from './session-budget.ts'
import type { TextInbox } from './text-inbox.ts'
import type { OfferedTools } from '../tool/offer-tools.ts'
import { toolResult, useTool } from '../tool/use-tool.ts'

/** Everything a conversation needs. */
export interface ConversationParts {
  settings: AgentSettings
  context: CallContext<SessionProgress>
  budget: SessionBudget
  room: Room
  system: string
  tools: OfferedTools
  /** Set if the session must return structured output. */
  answerTool: AnswerTool | undefined
  /** The texts that people send while it runs. */
  texts: TextInbox
  /** Keeps the conversation so far, for the case that the session is stopped. */
  save(messages: readonly ModelMessage[]): void
}

/** A conversation so far. */
export interface Conversation {
  messages: readonly ModelMessage[]
  /** The model's last message. */
  text: string
  output?: { value: unknown }
}

/** The most characters of a message to report. */
const longestText = 4_000
/** The most consecutive cut responses, and the most reminders to use the answer tool. */
const most = { cut: 2, reminders: 1 }

/** Counters of a conversation. */
interface Counts {
  /** Consecutive responses that were cut off. */
  cut: number
  reminders: number
  calls: number
}

/**
 * Sends requests until the model is done. Checks the limits before each request, and runs the tool calls one
 * after another. Texts of people are added before the next request; the last answer does not end the
 * conversation while one waits.
 */
export const converse = async (
  parts: ConversationParts,
  begin: readonly ModelMessage[],
): Promise<Conversation> => {
  let talk: Conversation = { messages: begin, text: '' }
  parts.save(begin)
  const counts: Counts = { cut: 0, reminders: 0, calls: 0 }
  for (let step = 0; step < parts.settings.maxSteps; step += 1) {
    parts.budget.check()
    talk = addTexts(parts, talk)
    const { answer, talk: next } = await takeTurn(parts, talk)
    checkFinish(answer)
    if (answer.calls.length > 0) {
      counts.calls += answer.calls.length
      counts.cut = 0
      talk = await useTools(parts, next, answer.calls)
      if (talk.output && parts.texts.isEmpty()) return talk
    } else {
      const end = decideEnd(parts, next, answer, counts)
      if ('done' in end) parts.save(end.done.messages)
      if ('done' in end && parts.texts.isEmpty()) return end.done
      talk = 'done' in end ? next : ask(next, end.prompt)
    }
  }
  throw driverError('agent_failed', {
    message: `The session did not end within ${parts.settings.maxSteps} requests. Increase \`maxSteps\`, or make the task smaller.`,
  })
}

/**
 * Decides whether a response without tool calls ends the conversation; otherwise returns a prompt to
 * continue.
 */
const decideEnd = (
  { answerTool }: ConversationParts,
  talk: Conversation,
  answer: Answer,
  counts: Counts,
): { done: Conversation } | { prompt: string } => {
  if (answer.finish === 'length') {
    counts.cut += 1
    if (counts.cut <= most.cut)
      return { prompt: 'Your answer was cut off. Continue where it ended, in shorter pieces.' }
    throw driverError('agent_failed', {
      message: `The model's response was cut off ${counts.cut} times in a row. Increase \`call.maxOutputTokens\`.`,
    })
  }
  if (answerTool) {
    const read = readJsonText(answer.text)
    if (read) return { done: { ...talk, output: read } }
    counts.reminders += 1
    if (counts.reminders <= most.reminders)
      return { prompt: `Return your answer with the tool \`${answerToolName}\`.` }
  }
  if (talk.text !== '' || counts.calls > 0) return { done: talk }
  throw driverError('agent_failed', { message: 'The model returned neither text nor tool calls.' })
}

const ask = (talk: Conversation, text: string): Conversation => ({
  ...talk,
  messages: [...talk.messages, { role: 'user', content: [{ type: 'text', text }] }],
})

/** Adds the texts of people. They are stored with the conversation, so a resumed session knows them. */
const addTexts = ({ texts, save }: ConversationParts, { output: _, ...talk }: Conversation): Conversation => {
  const taken = texts.take()
  const next = taken.reduce<Conversation>(ask, talk)
  if (taken.length > 0) save(next.messages)
  return next
}

/** Sends one request, counts its usage and reports its text. */
const takeTurn = async (
  { settings, context, budget, room, system, tools, answerTool }: ConversationParts,
  talk: Conversation,
): Promise<{ answer: Answer; talk: Conversation }> => {
  const prompt = [...fitContext([{ role: 'system', content: system }, ...talk.messages], room)]
  const bytes = sizeOfAll(prompt, room)
  const offered = [...tools.descriptions.values()]
  if (answerTool) offered.push(answerTool.description)
  const answer = await askPatiently(settings, { prompt, tools: offered }, context)
  const own: ModelMessage[] = answer.parts.length === 0 ? [] : [{ role: 'assistant', content: answer.parts }]
  budget.add(answer.tokens, {
    input: room.estimate.of(bytes),
    output: room.estimate.of(sizeOfAll(own, { ...room, fixedBytes: 0 })),
  })
  if (answer.tokens.input !== undefined) room.estimate.learn(bytes, answer.tokens.input)
  const text = boundText(stripAnsi(answer.text).trim(), longestText)
  context.emit({ type: 'usage', usage: budget.used() })
  if (text !== '') context.emit({ type: 'text', text })
  return {
    answer,
    talk: { messages: [...prompt.slice(1), ...own], text: answer.text.trim() || talk.text },
  }
}

const checkFinish = ({ finish, calls }: Answer): void => {
  if (finish === 'content-filter')
    throw driverError('refused', {
      message: 'The provider stopped the response: its filter refused the content.',
    })
  if (finish === 'error' && calls.length === 0)
    throw driverError('transient', { message: 'The provider stopped the response with an error.' })
}

const unknownOutcome =
  'The session was interrupted before the end of this call. Its outcome is unknown: check it first.'

/**
 * Runs the tool calls in order. The answer tool ends the session after the other calls of the same response.
 */
const useTools = async (
  { tools, answerTool, context: { emit }, save }: ConversationParts,
  talk: Conversation,
  calls: readonly ToolCall[],
): Promise<Conversation> => {
  const results: ToolResultPart[] = []
  const keep = (): ModelMessage[] => {
    const open = calls.slice(results.length).map((call) => toolResult(call, { text: unknownOutcome }))
    return [...talk.messages, { role: 'tool', content: [...results, ...open] }]
  }
  let output: { value: unknown } | undefined
  for (const call of calls) {
    save(keep())
    if (answerTool && call.name === answerToolName && call.input !== undefined) {
      output = { value: answerTool.read(call.input) }
      results.push(toolResult(call, { text: 'Accepted.' }))
    } else {
      emit(describeCall(call))
      results.push(await useTool(tools, call))
    }
  }
  const messages = keep()
  save(messages)
  return { ...talk, messages, ...(output === undefined ? {} : { output }) }
}
