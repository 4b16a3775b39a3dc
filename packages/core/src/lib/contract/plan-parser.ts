import type { PlanIssue } from '../plan/plan-issue.ts'
import type { PlanDraft } from '../plan/plan-schema.ts'

/**
 * Reads one format of plans.
 *
 * Both functions are synchronous, pure, take time linear in the text, and are total: any string gives an answer, none throws.
 */
export interface PlanParserV1 {
  contract: 'parser-v1'
  /** Names the format, for instance `phase-table`. */
  id: string
  /** How much the text looks like this format: 0 not at all, 1 without doubt. */
  detect(source: string): number
  /**
   * Reads the text. Without errors among the issues there is a plan.
   *
   * With errors the plan holds what could be read, when anything could. A text of this format in which nothing
   * is found is an error, never an empty plan.
   */
  parse(source: string): { plan?: PlanDraft; issues: PlanIssue[] }
}

/** Says that an object is a parser, and lets its types be inferred. */
export const defineParser = (parser: Omit<PlanParserV1, 'contract'>): PlanParserV1 => ({
  contract: 'parser-v1',
  ...parser,
})
