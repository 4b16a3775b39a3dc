import type { PlanDraft, PlanIssue, PlanParserV1 } from '@amelia/core/plugin'
import { accountFor, type AccountRequest } from './account-for.ts'
import { accountForFrontMatter } from './account-for-front-matter.ts'
import { readHead } from './read-head.ts'

/** Phases that were read from an outline, with the text in front of them. */
export interface CompletionRequest extends AccountRequest {
  /** Index of the block after the plan's own header. */
  headEnd: number
  /** Issues that reading the phases found. */
  issues?: readonly PlanIssue[]
  /** Whether a subtask has a type; absent for formats in which each has one. */
  typed?: PlanDraft['typed']
}

/** Completes the result of a parser: the header of the plan, its phases, and the account of the text. */
export const completePlan = ({
  headEnd,
  issues = [],
  typed,
  ...request
}: CompletionRequest): Required<ReturnType<PlanParserV1['parse']>> => {
  const { outline, phases } = request
  const { reading, issues: skipped } = accountFor(request)
  const front = accountForFrontMatter(outline)
  const notes = [...front.notes, ...(reading.notes ?? [])]
  return {
    plan: {
      ...readHead(outline, headEnd),
      ...(typed !== undefined && { typed }),
      ...(front.meta && { meta: front.meta }),
      phases: [...phases],
    },
    issues: [...issues, ...front.issues, ...skipped],
    reading: {
      ...reading,
      skipped: [...front.skipped, ...reading.skipped],
      ...(notes.length > 0 && { notes }),
    },
  }
}
