import { findFault } from './find-fault.ts'
import type { Rule } from './rule.ts'

/** A method of a plugin. */
export interface Method {
  /** `driver "claude"`, `git backend`. */
  plugin: string
  method: string
}

/** Describes an invalid value that a plugin returned, for an error message; undefined for a valid one. */
export const findReturnFault = (
  { plugin, method }: Method,
  value: unknown,
  rule: Rule,
): string | undefined => {
  const fault = findFault('result', value, rule)
  return fault && `The ${plugin} returned an invalid result from \`${method}\`: ${fault}`
}
