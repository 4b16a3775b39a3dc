import { defineEvaluator, defineReviewer } from '../../contract/reviewer.ts'
import type { RunSettings } from '../../machine/state/run-settings.ts'
import { evaluateByAgent } from '../../perform/review/evaluate-by-agent.ts'
import { reviewByAgent } from '../../perform/review/review-by-agent.ts'
import type { SessionRole } from '../../policy/dispatch/choose-driver.ts'
import { readDrivers } from './read-drivers.ts'
import type { RunAdapters } from './run-options.ts'

type ReviewOptions = Pick<RunAdapters, 'reviewers' | 'evaluator' | 'driver'>

/**
 * Decides what is reviewed: what the given reviewers review, else every phase that an agent works on, if the
 * run has an agent for reviews. Without an evaluator, an agent sorts the comments of that agent.
 */
export const readReview = ({ reviewers, evaluator, driver }: ReviewOptions): RunSettings['review'] => {
  const choose = readDrivers(driver)
  const has = (role: SessionRole): boolean => choose({ role }).length > 0
  const byDefault = reviewers === undefined && has('reviewer')
  const evaluated = evaluator ? true : byDefault && evaluator !== false && has('evaluator') && 'agent'
  const covers = (wanted: 'phase' | 'run'): boolean =>
    reviewers?.some(({ scope }) => scope === wanted) === true
  return {
    phase: byDefault ? 'agent' : covers('phase'),
    run: covers('run'),
    ...(evaluated && { evaluated }),
  }
}

/** The reviewers and the evaluator of a process: those that it was given, else those of the default. */
export const reviewersOf = (
  { reviewers, evaluator }: ReviewOptions,
  { phase, evaluated }: RunSettings['review'],
): Pick<ReviewOptions, 'evaluator'> & { reviewers: NonNullable<ReviewOptions['reviewers']> } => {
  const sorts = evaluator ?? (evaluated === 'agent' ? byAgent.evaluator : undefined)
  return {
    reviewers: reviewers ?? (phase === 'agent' ? [byAgent.reviewer] : []),
    ...(sorts !== undefined && { evaluator: sorts }),
  }
}

const byAgent = {
  reviewer: defineReviewer({
    id: 'reviewer',
    scope: 'phase',
    review: (request, context) => reviewByAgent(undefined, request, context),
  }),
  evaluator: defineEvaluator({
    evaluate: (comments, request, context) => evaluateByAgent(undefined, comments, request, context),
  }),
}
