import type { CommandRunnerV1, Workspace } from '@amelia/core/plugin'
import type { ModelTool } from '../model/api-model.ts'
import { readRecord } from '../read-record.ts'

/** The environment of a tool call. */
export interface ToolContext {
  workspace: Workspace
  /** When it aborts, a command is ended, and a tool that works on several files stops. */
  signal: AbortSignal
  /** The longest result, in characters. */
  resultLimit: number
  /** Runs a command to its end. Undefined without a runner. */
  run?(
    request: Omit<Parameters<CommandRunnerV1['run']>[0], 'signal' | 'workspace' | 'env'>,
  ): ReturnType<CommandRunnerV1['run']>
}

/** A tool for the model. */
export interface AgentTool {
  name: string
  /** Name, description and input schema, for the model. */
  description: ModelTool
  /** Runs the tool. Both its result and an error it throws are sent to the model. */
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

/**
 * Defines a tool by its fields, from which the input schema, the input check and the type of `use` are
 * derived.
 */
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

/**
 * Checks the input; errors are written for the model. Models write null for omitted fields, and numbers as
 * strings.
 */
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
    if (fitting === undefined) throw new Error(`\`${name}\` must be ${words[field.type]}.`)
    read[name] = fitting
  }
  return read
}

const words = {
  string: 'a string',
  integer: 'an integer',
  boolean: 'true or false',
  strings: 'an array of strings',
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
