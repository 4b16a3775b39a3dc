import type { RefUpdate } from '../../contract/git-backend.ts'
import type { PlanTicks } from '../../event/change/plan-ticks.ts'
import type { CheckedFacts } from '../../event/checked-facts.ts'
import type { CheckResult } from '../../contract/check-result.ts'
import type { Review } from '../../contract/review.ts'
import type { GateAnswer } from '../../event/gate-view.ts'
import type { NotedStatement } from '../../event/noted-statement.ts'
import type { NotedVerdict } from './noted-verdict.ts'
import type { Recording } from './recording.ts'

/** The work on the final result, after every phase has ended. */
export interface Closing {
  stage: 'verifying' | 'reviewing' | 'waiting' | 'composing' | 'moving' | 'applying' | 'asking' | 'closed'
  refusals: number
  /** When reviewers that could not do their work are asked again, in milliseconds since 1970. */
  reviewAt?: number
  /** The commit that is being verified. */
  verifying?: string
  /** The run's last commit, and the one that people get. */
  commit?: string
  published?: string
  /** The intent. */
  updates?: RefUpdate[]
  note?: string
  /** The last statement about the last commits. */
  statement?: NotedStatement
}

/**
 * The verification, the review and the last commits of the final result, and the report of an unfinished end.
 */
export interface Ending {
  closing?: Closing
  /** The words of the person who ended the run. */
  reason?: string
  /** The answers at gates of no phase, oldest first. */
  answers: GateAnswer[]
  /** Number of questions asked about the final result: each has its own id. */
  asked: number
  /** Results of the checks on the final result. */
  checks: CheckResult[]
  /** The facts that a replay of these checks needs, if they passed. */
  facts?: CheckedFacts
  /** Reviews of the final result. */
  reviews: Review[]
  /** The verdicts of a review that has not ended, by reviewer. */
  verdicts: Map<string, NotedVerdict>
  /** Waits in a row for reviewers of the final result, and their length in milliseconds. */
  reviewWaits: number
  reviewWaitedMs: number
  /** The last head that was verified as a whole, and the last one that was reviewed. */
  verifiedHead?: string
  reviewedHead?: string
  /** The commit that reports an unfinished end, while it is being made and moved to. */
  recording?: Recording
  /**
   * The head at the last unfinished end, with the commit that reports it. The same end is not reported again.
   */
  recorded?: string
  /** The marks that the last commit changes in the files of the plan. */
  ticks?: PlanTicks[]
  /** The commit of the run's report, if a resume found it on the head. */
  reportCommit?: string
}

export const createEnding = (): Ending => ({
  answers: [],
  asked: 0,
  checks: [],
  reviews: [],
  verdicts: new Map<string, NotedVerdict>(),
  reviewWaits: 0,
  reviewWaitedMs: 0,
})

/** Whether work on the final result is running. */
export const isClosing = ({
  ending: { closing },
}: {
  readonly ending: { readonly closing?: Closing }
}): boolean => closing !== undefined && closing.stage !== 'closed' && closing.stage !== 'asking'
