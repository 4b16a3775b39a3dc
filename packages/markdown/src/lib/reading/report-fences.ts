import type { PlanIssue } from '@amelia/core/plugin'
import type { FenceChoice, Outline } from '../outline/outline.ts'

/** Warns about each Markdown fence that can be read in two ways, and states how it was read. */
export const reportFences = ({ fences }: Outline): PlanIssue[] =>
  fences.map((fence) => ({
    severity: 'warning',
    code: 'FORMAT_GUESSED',
    message: describe(fence),
    line: fence.line,
    column: 1,
  }))

const describe = ({ line, nested, common, read }: FenceChoice): string => {
  const pairs = `lines ${line} to ${nested}`
  if (read === 'opened') return `The whole document is in a fence (${pairs}), which was ignored.`
  const byCommon = common === undefined ? `line ${line} to the end` : `lines ${line} to ${common}`
  const contains = 'This Markdown fence contains others'
  const remedy = 'Write its marks longer than those inside: amelia fix does.'
  return read === 'nested'
    ? `${contains}, so it was read as ${pairs}; CommonMark reads ${byCommon}. ${remedy}`
    : `${contains}, and was read as ${byCommon}, as CommonMark does; ${pairs} hides more of the plan. ${remedy}`
}
