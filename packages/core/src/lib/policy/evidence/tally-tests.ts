import type { TestReport } from '../../contract/test-report.ts'
import type { ProofTests } from '../../event/checked-facts.ts'
import { hashText } from '../../text/hash-text.ts'

const mostIds = 200
const mostCharacters = 20_000

/**
 * Sums up a report, in bounded size. A file that did not load counts as a failed test, by its path. Of many
 * ids that failed, those that come first are listed.
 */
export const tallyTests = ({ tests, broken }: TestReport): ProofTests => {
  const passed = tests.filter((test) => test.passed).map(({ id }) => id)
  const failed = [
    ...tests.filter((test) => !test.passed).map(({ id }) => id),
    ...broken.map(({ file }) => file),
  ]
  const failedIds: string[] = []
  let characters = 0
  for (const id of [...new Set(failed)].sort()) {
    characters += id.length
    if (failedIds.length === mostIds || characters > mostCharacters) break
    failedIds.push(id)
  }
  return {
    passed: passed.length,
    failed: new Set(failed).size,
    failedIds,
    passedDigest: hashText(passed.sort().join('\n')),
  }
}
