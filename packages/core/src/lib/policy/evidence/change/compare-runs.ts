import type { TestRun } from '../../../event/evidence.ts'
import { declaredTests, lostTests } from './declared-tests.ts'
import { isTestFile } from '../is-test-file.ts'
import type { DeclaredPaths } from './declared-paths.ts'

/** A file that existed on the base and that the attempt changed, moved or deleted. */
export interface TouchedFile {
  path: string
  before: string
  /** Absent if the attempt deleted it. */
  after?: string
}

/** The facts about one check that are known before it runs on further trees. */
export interface ComparisonCase {
  /** The check on the attempt's own commit, and on the base. */
  own: TestRun
  base: TestRun
  /** The tests, helpers and fixtures of the base that the attempt touched, without snapshots. */
  touched: readonly TouchedFile[]
  declared: DeclaredPaths
  /** Test files that do not load until a later phase implements what they import. */
  awaiting: readonly string[]
}

/** The runs of the check that have been made for the comparison. */
export interface ComparedRuns {
  /** The attempt with the base's versions of its touched files. */
  restored?: TestRun
  /** Two more runs of each tree. */
  baseAgain?: TestRun[]
  restoredAgain?: TestRun[]
  ownAgain?: TestRun[]
}

/** The next run to make. `restore`: the files to take from the base. */
export type ComparisonStep = { run: keyof ComparedRuns; restore: string[] } | { done: Comparison }

export interface Comparison {
  /** By file, tests of the base that fail or are missing. */
  listed: Map<string, string[]>
  /** Such tests, or files without a report, that the plan declares. */
  excused: string[]
  /** Tests whose result differs from run to run. */
  flaky: string[]
  /** Whether the base has a test that passes, as far as that is known. */
  hasBase: boolean
}

const nothing: Comparison = { listed: new Map(), excused: [], flaky: [], hasBase: false }

/**
 * Decides which run the comparison of a check with the base needs next, or returns its result.
 *
 * Tests that pass on the base must still pass in the base's version, and must not be missing from the
 * attempt's own run. A test that was moved counts as present. The plan excuses a test if it deletes the file,
 * or if it declares the file and as many tests of the file pass as on the base. A test that would be listed
 * runs twice more on both trees; if its result differs, it is flaky.
 */
export const compareRuns = (given: ComparisonCase, seen: ComparedRuns): ComparisonStep =>
  given.base.report ? compareReports(given, seen) : compareExitCodes(given, seen)

const compareReports = (given: ComparisonCase, seen: ComparedRuns): ComparisonStep => {
  const { own, base, declared, awaiting } = given
  const passing = passesOf(base)
  if (passing.size === 0) return { done: nothing }
  const files = new Set(passing.values())
  const tests: string[] = []
  const helpers: string[] = []
  for (const file of given.touched) {
    const { path } = file
    if (files.has(path)) {
      // A source file that contains tests too is the implementation: the base's version would undo it.
      if (isTestFile(path) || !isSource(file, base)) tests.push(path)
    } else if (!declared.has(path) && !declared.removes(path)) helpers.push(path)
  }
  const restore = [...tests, ...helpers]
  if (restore.length > 0 && !seen.restored) return { run: 'restored', restore }
  const now = passesOf(own)
  const restored = seen.restored ? passesOf(seen.restored) : undefined
  const moved = findMoved(passing, now)
  const failing: string[] = []
  const vanished: string[] = []
  const excused: string[] = []
  const countOf = (passes: ReadonlyMap<string, string>, file: string): number =>
    [...passes.values()].filter((other) => other === file).length
  for (const [id, file] of passing) {
    // A helper of the base concerns only tests that pass with the attempt's own.
    const isJudged = tests.includes(file) || (helpers.length > 0 && now.has(id))
    const fails = isJudged && restored?.has(id) === false
    if (!fails && (now.has(id) || moved.has(id))) continue
    const isExcused =
      declared.removes(file) ||
      (declared.has(file) && countOf(now, file) >= countOf(passing, file)) ||
      (!fails && awaiting.includes(file))
    ;(isExcused ? excused : fails ? failing : vanished).push(id)
  }
  const again = runAgain(seen, { failing: failing.length > 0, vanished: vanished.length > 0, restore })
  if (again) return again
  const flips = (id: string, others: readonly TestRun[] = []): boolean =>
    (seen.baseAgain ?? []).some((run) => !passesOf(run).has(id)) ||
    others.some((run) => passesOf(run).has(id))
  const flaky = [
    ...failing.filter((id) => flips(id, seen.restoredAgain)),
    ...vanished.filter((id) => flips(id, seen.ownAgain)),
  ]
  const listed = new Map<string, string[]>()
  for (const id of [...failing, ...vanished]) {
    if (flaky.includes(id)) continue
    const file = passing.get(id)!
    for (const path of failing.includes(id) && !tests.includes(file) ? helpers : [file])
      listed.set(path, [...(listed.get(path) ?? []), id])
  }
  return { done: { listed, excused, flaky, hasBase: true } }
}

const isSource = ({ before }: TouchedFile, { report }: TestRun): boolean =>
  report?.runner === 'pytest' || before.includes('import.meta.vitest')

/** The file of each test that passed, by the test's id. */
const passesOf = ({ report }: TestRun): Map<string, string> =>
  new Map((report?.tests ?? []).filter(({ passed }) => passed).map(({ id, file }) => [id, file]))

/** Finds tests that pass in another file now: each new test stands for one of the same name. */
const findMoved = (
  passing: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
): ReadonlySet<string> => {
  const nameOf = (id: string, file: string): string => id.slice(file.length)
  const added = new Map<string, number>()
  for (const [id, file] of now)
    if (!passing.has(id)) added.set(nameOf(id, file), (added.get(nameOf(id, file)) ?? 0) + 1)
  const moved = new Set<string>()
  for (const [id, file] of passing) {
    const name = nameOf(id, file)
    const left = added.get(name) ?? 0
    if (now.has(id) || left === 0) continue
    added.set(name, left - 1)
    moved.add(id)
  }
  return moved
}

/** Two more runs of the base, and of the trees on which something is about to be listed. */
const runAgain = (
  seen: ComparedRuns,
  about: { failing: boolean; vanished: boolean; restore: string[] },
): ComparisonStep | undefined => {
  if (!about.failing && !about.vanished) return undefined
  if (!seen.baseAgain) return { run: 'baseAgain', restore: [] }
  if (about.failing && !seen.restoredAgain) return { run: 'restoredAgain', restore: about.restore }
  if (about.vanished && !seen.ownAgain) return { run: 'ownAgain', restore: [] }
  return undefined
}

/**
 * Without a report: the exit code with the base's files decides. If the base itself fails, it tells nothing,
 * and what the files declare counts.
 */
const compareExitCodes = (
  { base, touched, declared }: ComparisonCase,
  seen: ComparedRuns,
): ComparisonStep => {
  const isGreen = base.exitCode === 0
  const lost = new Map(touched.map(({ path, before, after }) => [path, lostTests(before, after)]))
  const excused = touched
    .filter((file) => declared.removes(file.path) || (declared.has(file.path) && !fell(file)))
    .map(({ path }) => path)
  const left = touched.map(({ path }) => path).filter((path) => !excused.includes(path))
  const done = (files: string[], flaky: string[] = []): ComparisonStep => {
    const listed = new Map(files.map((path) => [path, lost.get(path) ?? []]))
    return { done: { listed, excused, flaky, hasBase: isGreen } }
  }
  if (left.length === 0) return done([])
  if (!isGreen) return done(left.filter((path) => lost.get(path)!.length > 0))
  if (!seen.restored) return { run: 'restored', restore: left }
  if (seen.restored.exitCode === 0) return done([])
  const again = runAgain(seen, { failing: true, vanished: false, restore: left })
  if (again) return again
  const isFlaky =
    seen.baseAgain!.some(({ exitCode }) => exitCode !== 0) ||
    seen.restoredAgain!.some(({ exitCode }) => exitCode === 0)
  return isFlaky ? done([], left) : done(left)
}

/** Whether a file declares fewer tests that run than on the base. */
const fell = ({ before, after }: TouchedFile): boolean => {
  const count = (text: string): number => {
    const { tests, skips } = declaredTests(text)
    return tests.length - skips
  }
  return after === undefined || count(after) < count(before)
}
