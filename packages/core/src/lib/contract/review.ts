import type { Failure } from './failure.ts'

/** The weights of a review comment, heaviest first. */
export const severities = ['critical', 'major', 'minor'] as const

export type Severity = (typeof severities)[number]

/** The responses to a review comment: `implement` starts a new attempt; the others are reported to people. */
export const dispositions = ['implement', 'reject', 'defer', 'clarify'] as const

export type Disposition = (typeof dispositions)[number]

/** One thing that a reviewer has to say. */
export interface ReviewComment {
  /** Unique in its review: the reviewer's id and a number, such as `security-2`. */
  id: string
  /** The id of the reviewer that said it. */
  reviewer: string
  severity: Severity
  message: string
  /** A path from the root of the tree. */
  file?: string
  /** From 1. */
  line?: number
  suggestion?: string
}

/** A comment, and what is done about it. */
export type EvaluatedComment = ReviewComment & {
  disposition: Disposition
  /** Why, in a sentence. Absent where the rule for its severity decided. */
  reason?: string
}

/**
 * What all reviewers of one scope say of one commit, taken together.
 *
 * `approved` is true only when each of them gave a verdict and no comment is to be implemented. A reviewer that rejects without a
 * usable comment, or whose verdict cannot be read, is a critical comment to implement.
 */
export interface Review {
  approved: boolean
  /** What the reviewers say in short, each with its id. */
  summary: string
  comments: EvaluatedComment[]
  /** Set when a reviewer or the evaluator could not do its work. Then nothing is approved, and its class says what is done. */
  failure?: Failure
}
