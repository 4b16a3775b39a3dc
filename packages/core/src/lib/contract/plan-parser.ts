import type { PlanIssue } from '../plan/plan-issue.ts'
import type { Plan, PlanDraft } from '../plan/plan-schema.ts'

/** A plan as a text of some format. */
export interface WrittenPlan {
  /** Ends with a line ending. */
  text: string
  /**
   * Losses of the conversion, one sentence per kind. Empty if reading the text yields the same plan, apart
   * from line numbers, the source and the wording of bodies.
   */
  losses: string[]
}

/**
 * Reads one format of plans.
 *
 * All functions are synchronous, pure, take time linear in the text or the plan, and are total: any string or
 * plan gives an answer, none throws.
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
   * With errors the plan holds what could be read, when anything could. A text of this format in which
   * nothing is found is an error, never an empty plan.
   */
  parse(source: string): { plan?: PlanDraft; issues: PlanIssue[] }
  /**
   * Writes a plan in this format; absent for formats that can only be read.
   *
   * A plan without errors yields a text that this parser detects and reads without errors. Everything that
   * the format cannot express is among the losses.
   */
  write?(plan: Plan): WrittenPlan
  /**
   * Repairs mistakes that need no understanding of the text; absent if the format has none.
   *
   * Prose is never touched: only lines that the format gives a meaning to change, and none comes or goes.
   * Fixing twice is fixing once. A text without such mistakes is returned unchanged, with its line endings
   * and its byte order mark.
   */
  fix?(source: string): string
}

/** Says that an object is a parser, and lets its types be inferred. */
export const defineParser = (parser: Omit<PlanParserV1, 'contract'>): PlanParserV1 => ({
  contract: 'parser-v1',
  ...parser,
})
