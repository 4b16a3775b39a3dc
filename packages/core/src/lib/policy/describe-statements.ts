import { nounOf } from '../text/format-count.ts'
import type { ReportedStatements } from '../event/change/reported-statements.ts'

/**
 * Describes the statements of a run: `12 of 12 phases with signed statements`, or how many are unsigned, and
 * why. Once they are proven: `12 of 12 phases proven`.
 */
export const describeStatements = ({
  phases,
  signed,
  unsigned,
  reason = '',
  proven,
}: ReportedStatements): string => {
  const nouns = nounOf(phases, 'phase')
  if (proven !== undefined) return `${proven} of ${phases} ${nouns} proven`
  if (unsigned === 0) return `${signed} of ${phases} ${nouns} with signed statements`
  const all = `${signed + unsigned} of ${phases} ${nouns} with statements`
  return `${all}, ${signed === 0 ? 'unsigned' : `${unsigned} of them unsigned`}: ${reason}`
}
