import type { CommandRequest, CommandResult } from '../../contract/command-runner.ts'
import type { ToolDefinition, ToolName } from '../../contract/tool/session-tools.ts'
import type { Workspace } from '../../contract/workspace.ts'
import { toolError } from './tool-error.ts'

/** The environment of one call. */
export interface ToolCall {
  workspace: Workspace
  signal: AbortSignal
  /** The longest text of a result, in characters. */
  maxCharacters: number
  /** Removes secrets from a text for the model. */
  redact(text: string): string
  /** Runs a command to its end, or to its time limit. */
  run(request: Pick<CommandRequest, 'argv' | 'cwd'>): Promise<CommandResult>
}

export interface Tool {
  definition: ToolDefinition
  /** Checks the input and runs the tool. Throws {@link toolError}, and what files and commands throw. */
  use(input: unknown, call: ToolCall): Promise<string>
}

interface Values {
  string: string
  integer: number
  boolean: boolean
  strings: string[]
}

interface Field {
  type: keyof Values
  description: string
  optional?: true
}

type Fields = Record<string, Field>
type Optional<Of extends Fields> = {
  [Name in keyof Of]: Of[Name] extends { optional: true } ? Name : never
}[keyof Of]
type Input<Of extends Fields> = {
  [Name in Exclude<keyof Of, Optional<Of>>]: Values[Of[Name]['type']]
} & { [Name in Optional<Of>]?: Values[Of[Name]['type']] }

/** Defines a tool by its fields, from which the schema, the check and the type of its input are derived. */
export const defineTool = <const Of extends Fields>({
  name,
  description,
  fields,
  use,
}: {
  name: ToolName
  description: string
  fields: Of
  use(input: Input<Of>, call: ToolCall): Promise<string>
}): Tool => ({
  definition: {
    name,
    description,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, schemaOf(field)])),
      required: Object.keys(fields).filter((key) => fields[key]?.optional !== true),
      additionalProperties: false,
    },
  },
  use: async (input, call) => use(readInput(fields, input) as Input<Of>, call),
})

const schemaOf = ({ type, description }: Field): Record<string, unknown> =>
  type === 'strings' ? { type: 'array', items: { type: 'string' }, description } : { type, description }

const readInput = (fields: Fields, input: unknown): Record<string, unknown> => {
  const given = readObject(input)
  const read: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields)) {
    const value = (Object.hasOwn(given, name) ? given[name] : undefined) ?? undefined
    if (value === undefined) {
      if (field.optional) continue
      throw toolError('input_invalid', `\`${name}\` is missing: ${field.description}`)
    }
    const fitting = fit(field.type, value)
    if (fitting === undefined) throw toolError('input_invalid', `\`${name}\` must be ${words[field.type]}.`)
    read[name] = fitting
  }
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(fields, name))
  if (unknown !== undefined)
    throw toolError(
      'input_invalid',
      `\`${unknown.slice(0, 80)}\` is unknown. The input may have: ${Object.keys(fields).join(', ')}.`,
    )
  return read
}

const readObject = (input: unknown): Record<string, unknown> => {
  const value = typeof input === 'string' ? parse(input) : input
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>
  throw toolError('input_invalid', 'The input is not a JSON object. Write it again.')
}

const parse = (text: string): unknown => {
  try {
    return text.trim() === '' ? {} : (JSON.parse(text) as unknown)
  } catch {
    return undefined
  }
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
