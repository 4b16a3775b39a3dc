import { driverError } from '@amelia/core/plugin'
import type { AssistantPart, ModelMessage, ToolResultPart } from './api-model.ts'
import { leftOut } from './left-out.ts'
import type { TokenEstimate } from './token-estimate.ts'

export interface Room {
  /** Tokens that a conversation may have, with what else goes with a request. */
  tokens: number
  /** Bytes that go with each request: the tools. */
  fixedBytes: number
  estimate: TokenEstimate
}

/** From this part of the room on, a conversation is shortened, to so much of it that it is not soon again. */
const near = 0.85
const goal = 0.6
/** Shorter texts stay: a note has some length too. */
const worthwhile = 400
/** Characters that are left of what the last round has, where there is no room for it: more, or few. */
const kept = [2_000, 400]

const encoder = new TextEncoder()
const sizes = new WeakMap<ModelMessage, number>()

/** Bytes of a message, as they are sent. */
const sizeOf = (message: ModelMessage): number => {
  const known = sizes.get(message)
  if (known !== undefined) return known
  const size = encoder.encode(JSON.stringify(message)).length
  sizes.set(message, size)
  return size
}

/** Bytes of a request with these messages. */
export const sizeOfAll = (messages: readonly ModelMessage[], { fixedBytes }: Room): number =>
  messages.reduce((sum, message) => sum + sizeOf(message), fixedBytes)

/**
 * The messages, shortened where they come near the end of the room: results of tools and long inputs become notes, the oldest first.
 * What was asked and what the model said stays, and so does the last round of tools: where there is no room for it, it is cut.
 *
 * Throws `context_overflow` where they do not fit even so.
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
    message: `The conversation has about ${estimate.of(sizeOfAll(fitted, room))} tokens, and there is room for ${Math.floor(tokens)}.`,
  })
}

type Shorten = (text: string, what: string) => string

const note: Shorten = (text, what) =>
  text.startsWith(leftOut)
    ? text
    : `${leftOut} ${what}, ${text.length} characters; get it again if you need it]`
const cutTo =
  (length: number): Shorten =>
  (text, what) =>
    text.length <= length
      ? text
      : `${text.slice(0, length)}\n${note(text.slice(length), `the rest of ${what}`)}`

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
  return { ...part, output: { ...output, value: by(output.value, `what ${toolName} gave`) } }
}

/** What was written into a file is in the file. */
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
