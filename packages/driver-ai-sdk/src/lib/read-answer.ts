import type { AssistantPart, ModelAnswer, ProviderOptions, ToolCallPart } from './api-model.ts'
import { readRecord } from './read-record.ts'

/** Why a model stopped. `other` is everything that needs no answer of its own. */
export type FinishReason = 'length' | 'content-filter' | 'error' | 'other'

/** A use of a tool. `input` is undefined where what the model wrote is no JSON. */
export interface ToolCall {
  id: string
  name: string
  input: unknown
}

/** Tokens as a provider tells them; undefined where it does not. */
export interface ToldTokens {
  input: number | undefined
  /** Those of the input that were in the provider's cache. */
  cached: number
  output: number | undefined
}

/** An answer of the model. */
export interface Answer {
  text: string
  calls: ToolCall[]
  /** What the conversation keeps of it. */
  parts: AssistantPart[]
  finish: FinishReason
  tokens: ToldTokens
}

/** Reads what a provider gives back. What is not known is left out, sources and files for instance. */
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

/** What a conversation keeps in place of an input that was no JSON: providers take objects only. */
const unreadable: object = Object.freeze({})

const readPart = (value: object): AssistantPart[] => {
  const part = readRecord(value)
  const { type, providerMetadata } = part
  const kept = providerMetadata === undefined ? {} : { providerOptions: providerMetadata as ProviderOptions }
  if ((type === 'text' || type === 'reasoning') && typeof part['text'] === 'string') {
    // A thought without words still has its signature.
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

const readTokens = (usage: unknown): ToldTokens => {
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
