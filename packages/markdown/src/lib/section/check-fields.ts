import { findUnreadable, phaseFieldNames, type PlanIssue } from '@amelia/core/plugin'
import { plainText } from '../words/plain-text.ts'
import type { Field } from '../field/read-fields.ts'

/**
 * Warns about fields of a phase whose values cannot be read, such as `**Risk:** hgh`. A sentence is a remark
 * for the reader, except behind `Status`.
 */
export const checkFields = (title: string, fields: Iterable<Field>): PlanIssue[] => {
  const issues: PlanIssue[] = []
  for (const { name: field, value, line, column } of fields) {
    const text = plainText(value)
    const name = phaseFieldNames.find((each) => each === field)
    if (!name || !/[\p{L}\p{N}]/u.test(text)) continue
    const unreadable = findUnreadable(name, text)
    if (!unreadable || (unreadable.isProse && name !== 'status')) continue
    const { code, problem } = unreadable
    const shown = text.length > 40 ? `${text.slice(0, 39)}…` : text
    issues.push({
      severity: 'warning',
      code,
      message: `"${title}": the ${name} "${shown}" ${problem}.`,
      line,
      column,
    })
  }
  return issues
}
