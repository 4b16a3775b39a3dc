import { driverError } from '@amelia/core/plugin'
import type { AssistantPart, ModelMessage, ToolResultPart } from '../model/api-model.ts'
import { leftOut } from '../text/left-out.ts'
import type { TokenEstimate } from './token-estimate.ts'

/** The space for a conversation. */
export interface Room {
  /** The most tokens of a request. */
  tokens: number
  /** Bytes of every request in addition to its messages: the tool descriptions. */
  fixedBytes: number
  estimate: TokenEstimate
}

/** The fraction of the room at which a conversation is shortened, and the fraction to shorten it to. */
const near = 0.85
const goal = 0.6
/** Shorter texts are kept, because a note has a length too. */
const worthwhile = 400
/** Characters to keep of each result of the last round if it does not fit, first and second attempt. */
const kept = [2_000, 400]

const encoder = new TextEncoder()
const sizes = new WeakMap<ModelMessage, number>()

/** The size of a message in bytes, as sent. */
const sizeOf = (message: ModelMessage): number => {
  const known = sizes.get(message)
  if (known !== undefined) return known
  const size = encoder.encode(JSON.stringify(message)).length
  sizes.set(message, size)
  return size
}

/** The size of a request with these messages, in bytes. */
export const sizeOfAll = (messages: readonly ModelMessage[], { fixedBytes }: Room): number =>
  messages.reduce((sum, message) => sum + sizeOf(message), fixedBytes)

/**
 * Shortens a conversation that approaches the end of the room: replaces tool results and long tool inputs by
 * notes, the oldest first.
 *
 * Keeps prompts, the model's messages and the last round of tool calls, whose results are cut only if
 * necessary. Throws `context_overflow` if the conversation still does not fit.
 */
export const fitContext = (messages: readonly ModelMessage[], room: Room): readonly ModelMessage[] => {
  const { tokens, estimate } = room
  const isOver = (limit: number, list: readonly ModelMessage[]): boolean =>
    estimate.of(sizeOfAll(list, room)) > limit
  if (!isOver(tokens * near, messages)) return messages
  const fitted = [...messages]
  const last = fitted.findLastIndex(({ role }) => role === 'assistant')
  for (const [index, message] of fitted.entries()) {
    if (index >= last || !isOver(tokens * goal, fitted)) break
    fitted[index] = shorten(message, note)
  }
  for (const length of kept) {
    for (const [index, message] of fitted.entries()) {
      if (!isOver(tokens, fitted)) break
      if (index >= last) fitted[index] = shorten(message, cutTo(length))
    }
  }
  if (!isOver(tokens, fitted)) return fitted
  throw driverError('context_overflow', {
    message: `The conversation has about ${estimate.of(sizeOfAll(fitted, room))} tokens, but only ${Math.floor(tokens)} fit into the context window.`,
  })
}

type Shorten = (text: string, what: string) => string

const note: Shorten = (text, what) =>
  text.startsWith(leftOut) ? text : `${leftOut} ${what}, ${text.length} characters; get it again if needed]`
const cutTo =
  (length: number): Shorten =>
  (text, what) =>
    text.length <= length ? text : `${text.slice(0, length)}\n${note(text.slice(length), `rest of ${what}`)}`

const shorten = (message: ModelMessage, by: Shorten): ModelMessage => {
  if (message.role === 'tool')
    return { ...message, content: message.content.map((part) => shortenResult(part, by)) }
  if (message.role === 'assistant')
    return { ...message, content: message.content.map((part) => shortenInput(part, by)) }
  return message
}

const shortenResult = (part: ToolResultPart, by: Shorten): ToolResultPart => {
  const { output, toolName } = part
  if (output.value.length < worthwhile) return part
  return { ...part, output: { ...output, value: by(output.value, `output of ${toolName}`) } }
}

/** Shortens the long inputs of a tool call: a text written to a file is in that file. */
const shortenInput = (part: AssistantPart, by: Shorten): AssistantPart => {
  if (part.type !== 'tool-call' || typeof part.input !== 'object' || part.input === null) return part
  const entries = Object.entries(part.input).map(([key, value]): [string, unknown] => [
    key,
    typeof value === 'string' && value.length >= worthwhile
      ? by(value, `\`${key}\` of ${part.toolName}`)
      : value,
  ])
  return { ...part, input: Object.fromEntries(entries) }
}
