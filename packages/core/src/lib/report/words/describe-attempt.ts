import type { PhaseReport } from '../../event/report.ts'

/**
 * Describes the attempt of a phase in a few words, and why there is another one than the first:
 * `attempt 2 after verification failed`. Empty before the first attempt.
 */
export const describeAttempt = ({ attempt, failure }: Pick<PhaseReport, 'attempt' | 'failure'>): string => {
  if (attempt === 0) return ''
  const why = attempt > 1 && failure ? ` after ${failure.class.replaceAll('_', ' ')}` : ''
  return `attempt ${attempt}${why}`
}
