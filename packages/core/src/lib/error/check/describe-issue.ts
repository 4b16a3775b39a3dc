import type * as z from 'zod/mini'
import { describeValue } from './describe-value.ts'

type Issue = z.core.$ZodIssue

/**
 * Describes a fault that a schema found in `value`, as a sentence without a full stop: `status must be "done"
 * or "partial"; got "completed"`. `whole` names the value itself, as in `The report`.
 */
export const describeIssue = (issue: Issue, value: unknown, whole: string): string => {
  // As code writes it: `phases[0].title`.
  const path = issue.path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
  const where = path.replace(/^\./, '') || whole
  if (issue.code === 'custom') return `${where}: ${issue.message}`
  if (issue.code === 'unrecognized_keys') return `${where} has the unknown property "${issue.keys[0]}"`
  const given = issue.path.reduce<unknown>(memberOf, value)
  if (given === undefined) return `${where} is missing; it must be ${expectedBy(issue)}`
  return `${where} must be ${expectedBy(issue)}; got ${describeValue(given)}`
}

const memberOf = (value: unknown, key: PropertyKey): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined

const types: Readonly<Record<string, string>> = {
  string: 'a text',
  array: 'a list',
  record: 'an object',
  object: 'an object',
  int: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
}

const expectedBy = (issue: Issue): string => {
  switch (issue.code) {
    case 'invalid_type':
      return types[issue.expected] ?? issue.expected
    case 'invalid_value':
      return oneOf(issue.values.map((value) => JSON.stringify(value)))
    case 'invalid_union':
      return oneOf(issue.errors.flatMap(([first]) => (first ? [expectedBy(first)] : [])))
    case 'too_small':
      return `${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}`
    default:
      return 'valid'
  }
}

const oneOf = (names: readonly string[]): string => {
  const last = names.at(-1) ?? 'valid'
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} or ${last}`
}
