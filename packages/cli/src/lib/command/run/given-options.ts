import type { RunOptions } from '@amelia/core'
import { readBudget } from '../../setting/read-budget.ts'
import type { RunCommandOptions } from './run-command-options.ts'

/** Returns the options of a run that were given; the preset supplies the others. */
export const givenOptions = ({
  preset,
  concurrency,
  onFailure,
  order,
  maxAttempts,
  reviewerRounds,
  budgetUsd,
  budgetTokens,
  trust,
  units,
  adapt,
  preValidate,
  batchCheckpoints: batchCheckpointEnabled,
  autoApproveLowRisk: autoApproveLowRiskBatches,
  tdd,
  target,
  trackerId,
  label,
}: RunCommandOptions): Partial<RunOptions> => ({
  ...(preset !== undefined && { preset }),
  ...(concurrency !== undefined && { concurrency }),
  ...(onFailure !== undefined && { onFailure }),
  ...(order !== undefined && { order }),
  ...(maxAttempts !== undefined && { maxAttempts }),
  ...(reviewerRounds !== undefined && { retry: { maxReviewRounds: reviewerRounds } }),
  ...readBudget({ budgetUsd, budgetTokens }),
  ...(trust !== undefined && { trust }),
  ...(units !== undefined && { units }),
  ...(adapt !== undefined && { adapt }),
  ...(preValidate !== undefined && { preValidate }),
  ...(batchCheckpointEnabled !== undefined && { batchCheckpointEnabled }),
  ...(autoApproveLowRiskBatches !== undefined && { autoApproveLowRiskBatches }),
  ...(tdd !== undefined && { tdd }),
  ...(target !== undefined && { target }),
  ...(trackerId !== undefined && { trackerId }),
  ...(label && { labels: label }),
})
