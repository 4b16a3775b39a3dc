import type { FrozenPhase } from '../../machine/state/frozen-run.ts'
import { hasInlineTests } from '../../policy/evidence/has-inline-tests.ts'
import { isTestFile } from '../../policy/evidence/is-test-file.ts'
import type { PhaseEvidence } from '../../policy/evidence/plan-evidence.ts'
import { type AttemptTests, splitTestFiles } from '../../policy/evidence/share-debts.ts'
import type { Performer } from '../performer.ts'
import { readText } from './read-text.ts'

/** The test files of an attempt, and those in which tests stand beside the code that they test. */
export interface FoundTests extends AttemptTests {
  /** Without the code, these tests do not exist, so only their failure shows red. */
  inline: string[]
}

/**
 * Finds the test files of an attempt. Files with tests and code count only where the attempt has no others:
 * as tests for later phases, but not as the phase's own, which cannot be shown without their code.
 */
export const findTestFiles = async (
  performer: Performer,
  { attempt: { work } }: FrozenPhase,
  asked: PhaseEvidence | undefined,
  commit: string,
): Promise<FoundTests> => {
  const changed = work?.files ?? []
  const { own, owed } = splitTestFiles(changed, asked)
  const needed = asked !== undefined && asked.own.subtasks.length + asked.owed.subtasks.length > 0
  if (!needed || [...own, ...owed].some(isTestFile)) return { own, owed, inline: [] }
  const inline: string[] = []
  for (const path of changed)
    if (hasInlineTests(path, (await readText(performer, commit, path)) ?? '')) inline.push(path)
  const isSeparate = (path: string): boolean => !inline.includes(path)
  const owes = asked.owed.subtasks.length > 0 && asked.own.subtasks.length === 0
  return {
    own: own.filter(isSeparate),
    owed: owes ? [...new Set([...owed, ...inline])] : owed.filter(isSeparate),
    inline,
  }
}
