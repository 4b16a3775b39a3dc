import type { FrozenPhase } from '../../machine/state/frozen-run.ts'
import type { Check } from '../../machine/state/run-settings.ts'
import type { Red, TestRun } from '../../event/evidence.ts'
import { isTestFile } from '../../policy/evidence/is-test-file.ts'
import { judgeBase } from '../../policy/evidence/red/judge-base.ts'
import { judgeRed } from '../../policy/evidence/red/judge-red.ts'
import { subjectWords } from '../../policy/evidence/link/subject-words.ts'
import { runTree, type VerifyPlace } from './run-tree.ts'

/** Files beside tests that a phase of tests may change: notes, manifests, and settings of tools. */
const beside = /(?:^|\/)(?:[^/]+\.(?:md|txt|json|toml|ya?ml|lock|cfg|ini)|[^/]+\.config\.[cm]?[jt]s|\.[^/]+)$/

/**
 * Finds out whether an attempt whose tests fail only added tests, and only these fail: then the plan may want
 * a later phase to make them pass. Returns what fails of them, or undefined.
 *
 * Without a report, the tests run once more without the new ones, and must pass.
 */
export const findLateRed = async (
  place: VerifyPlace,
  { planned, attempt: { base, work } }: FrozenPhase,
  { commit, run, test }: { commit: string; run: TestRun; test: Check },
): Promise<Red | undefined> => {
  const files = work?.files ?? []
  const testFiles = files.filter(isTestFile)
  if (testFiles.length === 0 || !files.every((file) => isTestFile(file) || beside.test(file)))
    return undefined
  const words = [...subjectWords([planned.title, planned.body].join(' '))]
  const verdict = judgeRed(run, { testFiles, promised: [], open: { words } })
  if (!verdict.red) return undefined
  const own = new Set(testFiles)
  const { report } = run
  const others = report
    ? {
        exitCode: 0,
        report: {
          ...report,
          tests: report.tests.filter(({ file }) => !own.has(file)),
          broken: report.broken.filter(({ file }) => !own.has(file)),
        },
      }
    : (await runTree(place, { commit, overlays: [{ from: base, paths: testFiles }] }, test, 'rest')).run
  if (!judgeBase(others).ok) return undefined
  const { strength, reason, tests, files: broken } = verdict
  return { testFiles, strength, reason, tests, files: broken }
}
