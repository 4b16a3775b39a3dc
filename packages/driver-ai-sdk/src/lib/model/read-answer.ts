import type { AssistantPart, ModelAnswer, ProviderOptions, ToolCallPart } from './api-model.ts'
import { readRecord } from '../read-record.ts'

/** The reason why a model stopped. `other` needs no special treatment. */
export type FinishReason = 'length' | 'content-filter' | 'error' | 'other'

/** A tool call. `input` is undefined if the model wrote invalid JSON. */
export interface ToolCall {
  id: string
  name: string
  input: unknown
}

/** Token counts of a provider; undefined if it does not report them. */
export interface ReportedTokens {
  input: number | undefined
  /** Cached input tokens. */
  cached: number
  output: number | undefined
}

/** A response of the model. */
export interface Answer {
  text: string
  calls: ToolCall[]
  /** The parts to keep in the conversation. */
  parts: AssistantPart[]
  finish: FinishReason
  tokens: ReportedTokens
}

/** Reads a provider's response. Ignores unknown parts, such as sources and files. */
export const readAnswer = ({ content, finishReason, usage }: ModelAnswer): Answer => {
  const parts = content.flatMap(readPart)
  const calls = parts
    .filter((part): part is ToolCallPart => part.type === 'tool-call')
    .map(({ toolCallId, toolName, input }) => ({
      id: toolCallId,
      name: toolName,
      input: input === unreadable ? undefined : input,
    }))
  const text = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
  return { text, calls, parts, finish: readFinish(finishReason), tokens: readTokens(usage) }
}

/** Replaces an input that is not JSON: providers accept only objects. */
const unreadable: object = Object.freeze({})

const readPart = (value: object): AssistantPart[] => {
  const part = readRecord(value)
  const { type, providerMetadata } = part
  const kept = providerMetadata === undefined ? {} : { providerOptions: providerMetadata as ProviderOptions }
  if ((type === 'text' || type === 'reasoning') && typeof part['text'] === 'string') {
    // Reasoning without text still has its signature.
    if (part['text'] === '' && type === 'text') return []
    return [{ type, text: part['text'], ...kept }]
  }
  if (type !== 'tool-call' || part['providerExecuted'] === true) return []
  return [
    {
      type,
      toolCallId: String(part['toolCallId']),
      toolName: String(part['toolName']),
      input: readInput(part['input']),
      ...kept,
    },
  ]
}

const readInput = (input: unknown): unknown => {
  if (typeof input !== 'string') return input ?? unreadable
  if (input.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(input)
    return typeof value === 'object' && value !== null ? value : unreadable
  } catch {
    return unreadable
  }
}

const readFinish = (reason: unknown): FinishReason => {
  const name = typeof reason === 'string' ? reason : readRecord(reason)['unified']
  return name === 'length' || name === 'content-filter' || name === 'error' ? name : 'other'
}

const readTokens = (usage: unknown): ReportedTokens => {
  const { inputTokens, outputTokens } = readRecord(usage)
  const input = readRecord(inputTokens)
  return {
    input: countOf(input['total']),
    cached: countOf(input['cacheRead']) ?? 0,
    output: countOf(readRecord(outputTokens)['total']),
  }
}

const countOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined
