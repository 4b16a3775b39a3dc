import type { ReviewerV1 } from '@amelia/core'
import type { Verdict } from '@amelia/core/plugin'
import type { Gateway } from './create-gateway.ts'
import type { Trial } from './create-trial.ts'

/** Creates a reviewer that rejects the reviews that the world defines. */
export const simulatedReviewer = (trial: Trial, { guard }: Gateway): ReviewerV1 => ({
  contract: 'reviewer-v1',
  id: 'simulated',
  scope: 'phase',
  review: guard(
    'reviewer.review',
    async (): Promise<Verdict> => {
      const number = ++trial.reviews
      const refuses = trial.world.refusals?.[number - 1] ?? false
      return {
        approved: !refuses,
        summary: refuses ? `Not yet, for the ${number}. time.` : 'Good.',
        comments: refuses ? [{ severity: 'major', message: `Fix this (review ${number}).` }] : [],
      }
    },
    { faults: ['slow', 'hang'] },
  ),
})
