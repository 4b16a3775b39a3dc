import type { Step } from './model/step.ts'

/**
 * The meaning of a step's success criteria: a pattern that the output must match, or prose that a review
 * answers by name.
 */
export type SuccessCriteria = { pattern: string } | { prose: string }

/**
 * Reads success criteria: `/PASS \d+/` or `/pass/i` is a regular expression, a text in quotes or code marks
 * is that text, and everything else is prose. Empty criteria are none.
 */
export const readSuccessCriteria = (text: string | undefined): SuccessCriteria | undefined => {
  const written = text?.trim() ?? ''
  if (written === '') return undefined
  const [, expression, flags] = /^\/(.+)\/([ims]*)$/s.exec(written) ?? []
  if (expression !== undefined) return { pattern: flags ? `(?${flags})${expression}` : expression }
  const [, , quoted] = /^(["'`])(.+)\1$/s.exec(written) ?? []
  if (quoted !== undefined) return { pattern: quoted.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&') }
  return { prose: written }
}

/** Returns the patterns that the output of a step's command must match. */
export const outputPatterns = (step: Pick<Step, 'expectedOutputPattern' | 'successCriteria'>): string[] => {
  const criteria = readSuccessCriteria(step.successCriteria)
  return [
    step.expectedOutputPattern,
    criteria && 'pattern' in criteria ? criteria.pattern : undefined,
  ].filter((pattern) => pattern !== undefined)
}
