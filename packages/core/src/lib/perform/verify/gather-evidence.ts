import type { TreeOverlay } from '../../contract/git-backend.ts'
import type { Workspace } from '../../contract/workspace.ts'
import type { CheckResult } from '../../contract/check-result.ts'
import type { Debt } from '../../machine/state/debt.ts'
import type { PhaseState } from '../../machine/state/phase-state.ts'
import type { Check } from '../../machine/state/settings.ts'
import type { Evidence, Red, TestRun } from '../../event/evidence.ts'
import type { Failure } from '../../contract/failure.ts'
import { isTestFile } from '../../policy/evidence/is-test-file.ts'
import { judgeBase } from '../../policy/evidence/judge-base.ts'
import { judgeGreen } from '../../policy/evidence/judge-green.ts'
import { judgeRed } from '../../policy/evidence/judge-red.ts'
import { type AnsweredTests, type PhaseEvidence } from '../../policy/evidence/plan-evidence.ts'
import { type Performer, workspaceOf } from '../performer.ts'
import { findChangedEvidence } from './find-changed-evidence.ts'
import { attemptFolder } from '../keep-output.ts'
import { runCheck } from '../run-check.ts'

/** The result of verifying a commit. */
export interface Verification {
  checks: CheckResult[]
  evidence?: Evidence
}

interface Gathering {
  performer: Performer
  workspace: Workspace
  phase: PhaseState
  commit: string
  test: Check
  /** Tests whose implementation is still to come, as they were before they were written. */
  leaveOut: TreeOverlay[]
  /** Where the outputs of failed commands are kept. */
  folder: string
}

/**
 * Verifies a commit and shows red and green: the tests fail without what answers them, pass with it, and are the same tests.
 *
 * Green is looked at first, on the whole commit but for tests that something else is to answer. Then red is derived: the tests of the attempt alone,
 * on what it began with, which must not be red itself.
 */
export const gatherEvidence = async (
  performer: Performer,
  phase: PhaseState,
  { commit, on }: { commit: string; on: 'attempt' | 'merged' },
): Promise<Verification> => {
  const { state } = performer
  const { id } = phase.phase
  const asked = state.evidence.get(id)
  const test = state.settings.checks.find(({ name }) => name === 'test')!
  const files = testFilesOf(phase, asked)
  const duties = dutiesOf(id, asked, await debtsIn(performer, phase, on))
  const gathering = {
    performer,
    workspace: workspaceOf(performer, id),
    phase,
    commit,
    test,
    leaveOut: duties.leaveOut,
    folder: on === 'merged' ? `${attemptFolder(phase)}/merged` : attemptFolder(phase),
  }
  const evidence: Evidence = { paid: duties.paid, leftOut: duties.leftOut, changed: [] }
  if (on === 'attempt') evidence.changed = await findChangedEvidence(performer, phase, commit, asked)

  const { checks, run } = await lookAtGreen(gathering, files)
  const done = { checks, evidence }
  if (checks.some(({ passed }) => !passed)) return done
  for (const { red, of } of run ? duties.toPay : []) {
    const verdict = judgeGreen(run!, red)
    if (!verdict.green) return problem(done, `The tests of phase ${of} are not green: ${verdict.reason}.`)
  }
  if (on === 'merged') return done
  if (asked && asked.own.subtasks.length > 0) {
    const shown = await showRed(gathering, files.own, asked.own, 'own')
    if ('class' in shown) return problem(done, shown)
    evidence.red = shown
    const verdict = judgeGreen(run!, shown)
    if (!verdict.green) return problem(done, `What was red is not green: ${verdict.reason}.`)
  }
  if (asked && asked.owed.subtasks.length > 0 && files.owed.length + files.own.length > 0) {
    const shown = await showRed(gathering, files.owed, asked.owed, 'owed')
    if ('class' in shown) return problem(done, shown)
    evidence.debt = shown
    checks.push({ ...testResult(test), note: `red as it should be: ${shown.reason}` })
  } else if (asked && asked.owed.subtasks.length > 0) return problem(done, noFiles(asked.owed))
  return done
}

const testResult = ({ name, argv }: Check): CheckResult => ({
  name,
  argv,
  passed: true,
  exitCode: null,
  output: '',
  durationMs: 0,
})

const problem = ({ checks, evidence }: Required<Verification>, what: string | Failure): Verification => ({
  checks,
  evidence: {
    ...evidence,
    problem: typeof what === 'string' ? { class: 'verification_failed', message: what } : what,
  },
})

/** The attempt's test files: those that its own implementation answers, and those that are for a later one. */
const testFilesOf = (
  { files }: PhaseState,
  asked: PhaseEvidence | undefined,
): { own: string[]; owed: string[] } => {
  if (!asked) return { own: [], owed: [] }
  const declared = new Set([...asked.own.files, ...asked.owed.files])
  const tests = files.filter((file) => isTestFile(file) || declared.has(file))
  if (asked.own.subtasks.length === 0)
    return asked.owed.subtasks.length === 0 ? { own: [], owed: [] } : { own: [], owed: tests }
  const later = new Set(asked.owed.files.filter((file) => !asked.own.files.includes(file)))
  return { own: tests.filter((file) => !later.has(file)), owed: tests.filter((file) => later.has(file)) }
}

/** Debts whose tests are in the tree. */
const debtsIn = async (
  { state, host: { git } }: Performer,
  phase: PhaseState,
  on: 'attempt' | 'merged',
): Promise<Debt[]> => {
  const debts = [...state.debts.values()]
  if (on === 'merged') return debts
  const present = await Promise.all(debts.map(({ commit }) => git.isAncestor(commit, phase.base!)))
  return debts.filter((_, index) => present[index])
}

/** What of older debts this phase has to pay, and what has to be left out so that the rest can be green. */
const dutiesOf = (id: string, asked: PhaseEvidence | undefined, debts: readonly Debt[]) => {
  const leaveOut: TreeOverlay[] = []
  const toPay: { of: string; red: Red }[] = []
  const leftOut: string[] = []
  const paid: string[] = []
  for (const { phaseId, base, red, owedBy } of debts) {
    const isLast = owedBy.length === 1 && owedBy[0] === id
    const answered = new Set(owedBy.includes(id) ? asked?.answers.get(phaseId)?.files : [])
    const mine = isLast ? red.testFiles : red.testFiles.filter((file) => answered.has(file))
    const left = red.testFiles.filter((file) => !mine.includes(file))
    if (mine.length > 0) {
      toPay.push({ of: phaseId, red: restrict(red, mine) })
      paid.push(phaseId)
    }
    if (left.length === 0) continue
    leaveOut.push({ from: base, paths: left })
    leftOut.push(phaseId)
  }
  return { leaveOut, toPay, leftOut, paid }
}

/** The part of a red that is about these files. An id begins with its file. */
const restrict = (red: Red, files: readonly string[]): Red => ({
  ...red,
  tests: red.tests.filter((id) => files.some((file) => id.startsWith(`${file} > `))),
  files: red.files.filter((file) => files.includes(file)),
})

/** The whole commit, without what others are to answer. A phase of nothing but such tests is not asked to be green. */
const lookAtGreen = async (
  { performer, workspace, phase, commit, leaveOut, test, folder }: Gathering,
  files: { own: string[]; owed: string[] },
): Promise<{ checks: CheckResult[]; run?: TestRun }> => {
  const isRed = files.owed.length > 0
  const onlyRed = isRed && files.own.length === 0
  const withoutOwed = isRed && !onlyRed ? [{ from: phase.base!, paths: files.owed }] : []
  await performer.host.git.resetWorkspace(workspace, commit, [...leaveOut, ...withoutOwed])
  const checks: CheckResult[] = []
  let testRun: TestRun | undefined
  for (const check of performer.state.settings.checks) {
    if (check.when === 'end' || (check.when === 'green' && isRed) || (check === test && onlyRed)) continue
    const { result, run } = await runCheck(performer, workspace, check, folder)
    checks.push(result)
    if (check !== test) continue
    testRun = run
    if (result.passed && run.report?.tests.length === 0 && run.report.broken.length === 0)
      result.note = 'no test ran'
  }
  return { checks, ...(testRun && { run: testRun }) }
}

/** Runs the tests without their implementation. */
const showRed = async (
  gathering: Gathering,
  testFiles: string[],
  tests: AnsweredTests,
  kind: 'own' | 'owed',
): Promise<Red | Failure> => {
  const { performer, workspace, phase, commit, leaveOut, test, folder } = gathering
  if (testFiles.length === 0) return noFiles(tests)
  const { git } = performer.host
  const base = phase.base!
  const sound = await baseVerdict(gathering)
  if (!sound.ok)
    return {
      class: 'environment',
      message: `The tests are red before phase ${phase.phase.id} has changed anything, so its own red cannot be seen: ${sound.reason}.`,
    }
  if (kind === 'own') {
    await git.resetWorkspace(workspace, base, [...leaveOut, { from: commit, paths: testFiles }])
  } else {
    await git.resetWorkspace(workspace, commit, leaveOut)
  }
  const { result, run } = await runCheck(performer, workspace, test, `${folder}/red`)
  const verdict = judgeRed(run, { testFiles, promised: tests.promised })
  if (verdict.red) {
    const { strength, reason, tests: ids, files } = verdict
    return { testFiles, strength, reason, tests: ids, files }
  }
  return {
    class: 'verification_failed',
    message: `The tests of ${tests.subtasks.join(', ')} are to fail before their implementation is there, and do not: ${verdict.reason}.`,
    command: test.argv.join(' '),
    exitCode: result.exitCode,
    output: result.output,
    ...(result.outputFile === undefined ? {} : { outputFile: result.outputFile }),
  }
}

/** One look at each base: phases that begin on the same commit share it. */
const baseVerdict = ({
  performer,
  workspace,
  phase,
  leaveOut,
  test,
  folder,
}: Gathering): ReturnType<typeof look> => {
  const key = [phase.base, ...leaveOut.flatMap(({ from, paths }) => [from, ...paths])].join('\n')
  const known = performer.baseVerdicts.get(key)
  if (known) return known
  const verdict = look(performer, workspace, phase.base!, leaveOut, test, folder)
  performer.baseVerdicts.set(key, verdict)
  verdict.catch(() => performer.baseVerdicts.delete(key))
  return verdict
}

const look = async (
  performer: Performer,
  workspace: Workspace,
  base: string,
  leaveOut: TreeOverlay[],
  test: Check,
  folder: string,
) => {
  await performer.host.git.resetWorkspace(workspace, base, leaveOut)
  return judgeBase((await runCheck(performer, workspace, test, `${folder}/base`)).run)
}

const noFiles = ({ subtasks }: AnsweredTests): Failure => ({
  class: 'verification_failed',
  message: `The tests of ${subtasks.join(', ')} are not there: the attempt changed no test file.`,
})
