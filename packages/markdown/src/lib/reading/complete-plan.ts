import type { PlanDraft, PlanIssue, PlanParserV1 } from '@amelia/core/plugin'
import { readYaml } from '../data/read-yaml.ts'
import { dataOf, valueOf } from '../data/value-of.ts'
import { accountFor, type AccountRequest } from './account-for.ts'
import { readHead } from './read-head.ts'

/** Phases that were read from an outline, with the text in front of them. */
export interface CompletionRequest extends Omit<AccountRequest, 'front'> {
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
  const front = outline.frontMatter && readYaml(outline.frontMatter.text).node
  const head = readHead(outline, headEnd, front)
  const data = valueOf(front, 'meta')
  const meta = data?.kind === 'map' ? (dataOf(data) as Record<string, unknown>) : undefined
  const { reading, issues: skipped } = accountFor({ ...request, front })
  return {
    plan: {
      ...head,
      ...(typed !== undefined && { typed }),
      ...(meta && { meta }),
      phases: [...phases],
    },
    issues: [...issues, ...skipped],
    reading,
  }
}
