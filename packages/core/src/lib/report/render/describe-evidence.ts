import { plural } from '../../text/format-count.ts'
import type { Evidence, Red } from '../../event/evidence.ts'

/** Most ids that are listed one by one. */
const maxIds = 5

/**
 * Describes the evidence of red and green, and of the comparison with the base, in one line.
 *
 * @param approved whether a person approved changes to the files that the evidence depends on
 */
export const describeEvidence = (
  { red, debt, paid, leftOut, changed, excused = [], flaky = [] }: Evidence,
  approved: boolean,
): string =>
  [
    ...(red ? [`red ${describeRed(red)}, then green`] : []),
    ...(debt ? [`red ${describeRed(debt)}, implementation to come`] : []),
    ...(paid.length > 0 ? [`makes the tests of ${paid.join(', ')} green`] : []),
    ...(leftOut.length > 0 ? [`without the tests of ${leftOut.join(', ')}`] : []),
    ...(changed.length > 0
      ? [
          `changes ${[...new Set(changed.map(({ path }) => path))].join(', ')}, ${approved ? 'which a person approved' : 'which nobody has approved'}`,
        ]
      : []),
    ...(excused.length > 0 ? [`the plan explains ${list(excused)}`] : []),
    ...(flaky.length > 0 ? [`flaky: ${list(flaky)}`] : []),
  ].join('; ')

const list = (ids: readonly string[]): string =>
  ids.length > maxIds ? `${ids.slice(0, maxIds).join(', ')} and ${ids.length - maxIds} more` : ids.join(', ')

const describeRed = ({ strength, tests, files }: Red): string => {
  if (strength === 'exit-code') return 'by exit code alone'
  if (strength === 'accepted') return "by a person's word"
  const counts = [
    ...(tests.length > 0 ? [plural(tests.length, 'test')] : []),
    ...(files.length > 0
      ? [`${files.length} ${files.length === 1 ? 'file that does' : 'files that do'} not load`]
      : []),
  ]
  return `by ${strength} (${counts.join(', ')})`
}
