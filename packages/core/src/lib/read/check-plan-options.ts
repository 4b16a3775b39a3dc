import type { PlanParserV1 } from '../contract/plan-parser.ts'
import type { Plan } from '../plan/model/plan.ts'
import type { PlanIssue } from '../plan/plan-issue.ts'

/** Options of `checkPlan`. */
export interface CheckPlanOptions {
  /** The formats that the text may have. */
  parsers: readonly PlanParserV1[]
  /** Id of the parser to use, or `single`. Default: the parser with the highest score. */
  format?: string | undefined
  /** The maximum size of a plan, in bytes. Default: 10 MiB. */
  maxBytes?: number | undefined
  /** Further secrets: a plan that contains one is refused, like one with a known shape of a secret. */
  secrets?: readonly string[] | undefined
  /**
   * Splits the batches of a valid execution plan, for instance `splitBatches`. Default: each batch is one
   * phase, as written, which conversions need.
   */
  split?: ((plan: Plan) => { plan: Plan; issues: PlanIssue[] }) | undefined
}
