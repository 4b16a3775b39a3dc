import { defineEvaluator, defineReviewer, type ReviewerV1 } from '../../contract/reviewer.ts'
import type { RunSettings } from '../../machine/state/run-settings.ts'
import { evaluateByAgent } from '../../perform/review/evaluate-by-agent.ts'
import { reviewByAgent } from '../../perform/review/review-by-agent.ts'
import type { SessionRole } from '../../policy/dispatch/choose-driver.ts'
import { readDrivers } from './read-drivers.ts'
import type { RunAdapters } from './option/run-adapters.ts'

type ReviewOptions = Pick<RunAdapters, 'reviewers' | 'evaluator' | 'driver'>

type Scope = ReviewerV1['scope']

/**
 * Decides what is reviewed: what the given reviewers review, else, if the run has an agent for reviews, every
 * phase that an agent works on, and with `finalReview` the final result. Without an evaluator, an agent sorts
 * the comments of that agent.
 */
export const readReview = ({
  reviewers,
  evaluator,
  driver,
  finalReview,
}: ReviewOptions & { finalReview: boolean }): RunSettings['review'] => {
  const choose = readDrivers(driver)
  const has = (role: SessionRole): boolean => choose({ role }).length > 0
  const byDefault = reviewers === undefined && has('reviewer')
  const evaluated = evaluator ? true : byDefault && evaluator !== false && has('evaluator') && 'agent'
  return {
    phase: byDefault ? 'agent' : covers(reviewers, 'phase'),
    run: byDefault ? finalReview && 'agent' : covers(reviewers, 'run'),
    ...(evaluated && { evaluated }),
  }
}

/**
 * The reviewers and the evaluator of a process: those that it was given, and those of the default where the
 * run has the default and no reviewer of that scope was given.
 */
export const reviewersOf = (
  { reviewers = [], evaluator }: ReviewOptions,
  review: RunSettings['review'],
): Pick<ReviewOptions, 'evaluator'> & { reviewers: NonNullable<ReviewOptions['reviewers']> } => {
  const sorts = evaluator ?? (review.evaluated === 'agent' ? byAgent.evaluator : undefined)
  const added = (['phase', 'run'] as const).filter(
    (scope) => review[scope] === 'agent' && !covers(reviewers, scope),
  )
  return {
    reviewers: [...reviewers, ...added.map((scope) => byAgent[scope])],
    ...(sorts !== undefined && { evaluator: sorts }),
  }
}

const covers = (reviewers: ReviewOptions['reviewers'], wanted: Scope): boolean =>
  reviewers?.some(({ scope }) => scope === wanted) === true

const agentReviewer = (id: string, scope: Scope): ReviewerV1 =>
  defineReviewer({ id, scope, review: (request, context) => reviewByAgent(undefined, request, context) })

const byAgent = {
  phase: agentReviewer('reviewer', 'phase'),
  run: agentReviewer('final-reviewer', 'run'),
  evaluator: defineEvaluator({
    evaluate: (comments, request, context) => evaluateByAgent(undefined, comments, request, context),
  }),
}
