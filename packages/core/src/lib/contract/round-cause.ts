/**
 * Why an attempt gets another round although no check found it wrong: comments of reviewers, a person's
 * words, work that its agent reports as done in part, a report that cannot be read, and work that does not
 * fit the run's head.
 */
export const roundCauses = ['review', 'feedback', 'partial', 'report', 'conflict'] as const

/** The cause of a round. */
export type RoundCause = (typeof roundCauses)[number]
