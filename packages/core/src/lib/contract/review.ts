import type { Failure } from './failure.ts'

/** The weights of a review comment, heaviest first. */
export const severities = ['critical', 'major', 'minor'] as const

/** The weight of a review comment. */
export type Severity = (typeof severities)[number]

/** The responses to a review comment: `implement` starts a new attempt; the others are reported to people. */
export const dispositions = ['implement', 'reject', 'defer', 'clarify'] as const

/** The response to a review comment. */
export type Disposition = (typeof dispositions)[number]

/** One comment of a reviewer. */
export interface ReviewComment {
  /** Unique in its review: the reviewer's id and a number, such as `security-2`. */
  id: string
  /** The id of the reviewer. */
  reviewer: string
  /** How much the problem matters. Without an evaluator, critical and major comments are implemented. */
  severity: Severity
  /** The problem, in plain text. */
  message: string
  /** A path from the root of the tree. */
  file?: string
  /** From 1. */
  line?: number
  /** The change that the reviewer proposes, in plain text. */
  suggestion?: string
}

/** A comment with the decision about it. */
export type EvaluatedComment = ReviewComment & {
  disposition: Disposition
  /** The reason, in a sentence. Absent if the rule for its severity decided. */
  reason?: string
}

/**
 * The combined review of one commit by all reviewers of one scope.
 *
 * `approved` is true only when each of them gave a verdict and no comment is to be implemented. The summary
 * of a reviewer that rejects without a usable comment is a critical comment to implement.
 */
export interface Review {
  /** Whether the commit may be integrated. */
  approved: boolean
  /** A short summary by each reviewer, with its id. */
  summary: string
  /** The comments of all reviewers, each with the decision about it. */
  comments: EvaluatedComment[]
  /**
   * Set if a reviewer or the evaluator failed. Then nothing is approved, and the failure's class decides what
   * follows. `report_invalid`: it crashed, or its answer cannot be read.
   */
  failure?: Failure
}
