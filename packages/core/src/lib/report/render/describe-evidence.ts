import type { Evidence, Red } from '../../event/evidence.ts'

/**
 * Describes the evidence of red and green in one line.
 *
 * @param approved whether a person approved changes to the files that the evidence depends on
 */
export const describeEvidence = (
  { red, debt, paid, leftOut, changed }: Evidence,
  approved: boolean,
): string =>
  [
    ...(red ? [`red ${describeRed(red)}, then green`] : []),
    ...(debt ? [`red ${describeRed(debt)}, implementation to come`] : []),
    ...(paid.length > 0 ? [`makes the tests of ${paid.join(', ')} green`] : []),
    ...(leftOut.length > 0 ? [`without the tests of ${leftOut.join(', ')}`] : []),
    ...(changed.length > 0
      ? [
          `changes ${changed.join(', ')}, ${approved ? 'which a person approved' : 'which nobody has approved'}`,
        ]
      : []),
  ].join('; ')

const describeRed = ({ strength, tests, files }: Red): string => {
  if (strength === 'exit-code') return 'by exit code alone'
  const counts = [
    ...(tests.length > 0 ? [`${tests.length} ${tests.length === 1 ? 'test' : 'tests'}`] : []),
    ...(files.length > 0
      ? [`${files.length} ${files.length === 1 ? 'file that does' : 'files that do'} not load`]
      : []),
  ]
  return `by ${strength} (${counts.join(', ')})`
}
