import type { DiffEntry, TreeOverlay } from '../../contract/git-backend.ts'
import type { Evidence, EvidenceChange, TestRun } from '../../event/evidence.ts'
import type { FrozenPhase } from '../../machine/state/frozen-run.ts'
import type { Check } from '../../machine/state/run-settings.ts'
import {
  type ComparedRuns,
  compareRuns,
  type Comparison,
  type TouchedFile,
} from '../../policy/evidence/change/compare-runs.ts'
import { type DeclaredPaths, declaredPaths } from '../../policy/evidence/change/declared-paths.ts'
import { boundDiff } from '../../policy/evidence/change/judge-file.ts'
import { isSnapshot } from '../../policy/evidence/change/is-snapshot.ts'
import { isTestFile } from '../../policy/evidence/is-test-file.ts'
import { diffLines } from '../../text/diff-lines.ts'
import { findFileChanges } from './find-file-changes.ts'
import { findFrozen } from './find-frozen.ts'
import { readText } from './read-text.ts'
import { runBase, runTree, type VerifyPlace } from './run-tree.ts'

/** An attempt whose checks passed. */
export interface PassedAttempt {
  commit: string
  /** Tests of later implementations, as they were before they were written. */
  leaveOut: TreeOverlay[]
  /** The run of each check on the attempt's commit. */
  runs: ReadonlyMap<Check, TestRun>
  /** Test files that do not load until a later phase implements what they import. */
  awaiting: readonly string[]
  /** Whether the attempt makes red tests of an earlier phase green. */
  pays: boolean
}

/**
 * Compares an attempt with its base: lists the changes that weaken its own verification and that the plan
 * does not explain. Leaves the workspace in any state.
 */
export const compareWithBase = async (
  place: VerifyPlace,
  phase: FrozenPhase,
  attempt: PassedAttempt,
): Promise<Pick<Evidence, 'changed' | 'excused' | 'flaky'>> => {
  const { performer } = place
  const { commit, runs, leaveOut, pays } = attempt
  const { git } = performer.host
  const { base } = phase.attempt
  const entries = await git.diff({ from: base, to: commit })
  const declared = declaredPaths(phase.planned)
  const files = await findFileChanges(performer, { base, commit, entries, declared })
  const comparisons: Comparison[] = []
  for (const [check, own] of runs) {
    const left = new Set(leaveOut.flatMap(({ paths }) => paths))
    const changed = entries.filter(({ path, status }) => status !== 'added' && !left.has(path))
    if (!own.report && files.length === 0 && !changed.some(({ path }) => isTest(path))) continue
    const facts = { check, own, changed, declared }
    comparisons.push(await compareCheck(place, phase, attempt, facts))
  }
  const hasBase = pays || comparisons.some((comparison) => comparison.hasBase)
  const frozen = await findFrozen(performer, phase, commit)
  const known = new Set(frozen.map(({ path }) => path))
  const tests = new Map<string, Set<string>>()
  for (const { listed } of comparisons)
    for (const [path, ids] of listed)
      if (!known.has(path)) tests.set(path, new Set([...(tests.get(path) ?? []), ...ids]))
  const changed: EvidenceChange[] = [...frozen]
  for (const [path, ids] of tests) {
    const [before = '', after = ''] = [
      await readText(performer, base, path),
      await readText(performer, commit, path),
    ]
    changed.push({ kind: 'test', path, items: [...ids], ...boundDiff(diffLines(before, after)) })
  }
  // The first configuration of a project weakens nothing, unless its script does nothing.
  for (const { added, trivial, ...change } of files) if (!added || trivial || hasBase) changed.push(change)
  const excused = [...new Set(comparisons.flatMap((comparison) => comparison.excused))]
  const flaky = [...new Set(comparisons.flatMap((comparison) => comparison.flaky))]
  return {
    changed,
    ...(excused.length > 0 && { excused }),
    ...(flaky.length > 0 && { flaky }),
  }
}

interface CheckFacts {
  check: Check
  own: TestRun
  /** The changed and deleted files of the base. */
  changed: readonly DiffEntry[]
  declared: DeclaredPaths
}

/** Performs the steps of {@link compareRuns} for one check. */
const compareCheck = async (
  place: VerifyPlace,
  phase: FrozenPhase,
  { commit, leaveOut, awaiting }: PassedAttempt,
  { check, own, changed, declared }: CheckFacts,
): Promise<Comparison> => {
  const { performer } = place
  const at = phase.attempt.base
  const base = await runBase(place, { commit: at, overlays: leaveOut }, check)
  const tested = new Set(base.report?.tests.map(({ file }) => file))
  const touched: TouchedFile[] = []
  for (const { path, status } of changed) {
    if (!tested.has(path) && !isTest(path)) continue
    const after = status === 'deleted' ? undefined : await readText(performer, commit, path)
    const before = (await readText(performer, at, path)) ?? ''
    touched.push({ path, before, ...(after !== undefined && { after }) })
  }
  const seen: ComparedRuns = {}
  for (;;) {
    const step = compareRuns({ own, base, touched, declared, awaiting }, seen)
    if ('done' in step) return step.done
    const { run, restore } = step
    const restored = restore.length > 0 ? [{ from: at, paths: restore }] : []
    const tree =
      run === 'baseAgain'
        ? { commit: at, overlays: leaveOut }
        : { commit, overlays: [...leaveOut, ...restored] }
    const once = async (): Promise<TestRun> => (await runTree(place, tree, check, run)).run
    if (run === 'restored') seen.restored = await once()
    else seen[run] = [await once(), await once()]
  }
}

/** Whether a file is a test, a helper or a fixture. Snapshots are compared entry by entry instead. */
const isTest = (path: string): boolean => isTestFile(path) && !isSnapshot(path)
