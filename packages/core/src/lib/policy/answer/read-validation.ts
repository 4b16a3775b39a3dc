import type { SessionResult } from '../../contract/driver.ts'

/** An agent's judgement of the steps that it inspected. */
export interface Validation {
  ok: boolean
  /** The problems that prevent the steps. */
  issues: string[]
}

/** The JSON Schema of a {@link Validation}. */
export const validationSchema: Record<string, unknown> = {
  type: 'object',
  additionalProperties: false,
  required: ['ok', 'issues'],
  properties: { ok: { type: 'boolean' }, issues: { type: 'array', items: { type: 'string' } } },
}

/**
 * Reads an answer: the output that the driver gives, else the session's text, which may stand in one fence.
 *
 * Null for everything that is not a {@link Validation}: it never counts as a yes. Neither does a yes that
 * names an obstacle. A no may leave out its problems, or name one as a text.
 */
export const readValidation = ({
  output,
  text,
}: Pick<SessionResult, 'output' | 'text'>): Validation | null => {
  const value: unknown = output ?? parse(unfenced(text.trim()))
  if (typeof value !== 'object' || value === null || !('ok' in value)) return null
  const { ok, issues: given } = value as { ok: unknown; issues?: unknown }
  const issues = given === null || (ok === false && given === undefined) ? [] : given
  // A text is the only problem that a no names.
  if (ok === false && typeof issues === 'string') return { ok, issues: issues.trim() === '' ? [] : [issues] }
  if (typeof ok !== 'boolean' || !isTexts(issues)) return null
  const said = issues.filter((issue) => issue.trim() !== '')
  return { ok: ok && said.length === 0, issues: said }
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

const unfenced = (text: string): string => {
  if (!text.startsWith('```') || !text.endsWith('```')) return text
  const start = text.indexOf('\n')
  return start < 0 ? text : text.slice(start, -3)
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
