import type { CommandRunnerV1, Workspace } from '@amelia/core/plugin'
import type { ModelTool } from './api-model.ts'
import { readRecord } from './read-record.ts'

/** What a tool works with. */
export interface ToolContext {
  workspace: Workspace
  /** When it aborts, a command is ended; what works on files stops at the next one. */
  signal: AbortSignal
  /** Longest result, in characters. */
  resultLimit: number
  /** Runs a command to its end. Absent where there is no runner. */
  run?(
    request: Omit<Parameters<CommandRunnerV1['run']>[0], 'signal' | 'workspace'>,
  ): ReturnType<CommandRunnerV1['run']>
}

/** A tool that the model is offered. */
export interface AgentTool {
  name: string
  /** As the model sees it. */
  description: ModelTool
  /** Gives what the model is told. What it throws is told too, as an error. */
  use(input: unknown, context: ToolContext): Promise<string>
}

interface ValueTypes {
  string: string
  integer: number
  boolean: boolean
  strings: string[]
}

interface Field {
  type: keyof ValueTypes
  description: string
  optional?: true
}

type Fields = Record<string, Field>
type Optional<Of extends Fields> = {
  [Name in keyof Of]: Of[Name] extends { optional: true } ? Name : never
}[keyof Of]
type Input<Of extends Fields> = {
  [Name in Exclude<keyof Of, Optional<Of>>]: ValueTypes[Of[Name]['type']]
} & { [Name in Optional<Of>]?: ValueTypes[Of[Name]['type']] }

/** Makes a tool of its fields: what the model is shown, what is checked and what `use` is given are one. */
export const defineTool = <const Of extends Fields>({
  name,
  description,
  fields,
  use,
}: {
  name: string
  description: string
  fields: Of
  use(input: Input<Of>, context: ToolContext): Promise<string>
}): AgentTool => ({
  name,
  description: {
    type: 'function',
    name,
    description,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, schemaOf(field)])),
      required: Object.keys(fields).filter((key) => fields[key]?.optional !== true),
      additionalProperties: false,
    },
  },
  use: async (input, context) => use(readInput(fields, input) as Input<Of>, context),
})

const schemaOf = ({ type, description }: Field): Record<string, unknown> =>
  type === 'strings' ? { type: 'array', items: { type: 'string' }, description } : { type, description }

/** Throws, in words for the model, for what does not fit. Models write null for what they leave out, and numbers as texts. */
const readInput = (fields: Fields, input: unknown): Record<string, unknown> => {
  const given = readRecord(input)
  const read: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields)) {
    const value = given[name] ?? undefined
    if (value === undefined) {
      if (field.optional) continue
      throw new Error(`\`${name}\` is missing: ${field.description}`)
    }
    const fitting = fit(field.type, value)
    if (fitting === undefined) throw new Error(`\`${name}\` has to be ${words[field.type]}.`)
    read[name] = fitting
  }
  return read
}

const words = {
  string: 'a text',
  integer: 'a whole number',
  boolean: 'true or false',
  strings: 'a list of texts',
}

const fit = (type: Field['type'], value: unknown): unknown => {
  if (type === 'strings')
    return Array.isArray(value) && value.every((part) => typeof part === 'string') ? value : undefined
  if (type === 'integer') {
    const number = typeof value === 'string' && /^-?\d{1,9}$/.test(value) ? Number(value) : value
    return Number.isSafeInteger(number) ? number : undefined
  }
  return typeof value === type ? value : undefined
}
