import type { FrozenPhase } from '../../machine/state/frozen-run.ts'
import type { CheckCollision, CheckResult } from '../../contract/check-result.ts'
import type { CheckedFacts, FactsOfCheck } from '../../event/checked-facts.ts'
import type { Evidence, TestRun } from '../../event/evidence.ts'
import type { Debt } from '../../machine/state/debt.ts'
import type { Check } from '../../machine/state/run-settings.ts'
import { lackedFiles } from '../../policy/evidence/lacked-files.ts'
import { shareDebts } from '../../policy/evidence/share-debts.ts'
import type { EvidenceTree, Observed } from '../../policy/evidence/evidence-step.ts'
import { nextEvidence } from '../../policy/evidence/next-evidence.ts'
import { attemptFolder } from '../keep-output.ts'
import { type Performer, workspaceOf } from '../performer.ts'
import { runCheck } from '../command/run-check.ts'
import { findLateRed } from './find-late-red.ts'
import { keepBaseRun } from './find-base-run.ts'
import { findTestFiles } from './find-test-files.ts'
import { compareWithBase } from './compare-with-base.ts'
import { factsOf, factsOfPlace, factsOfRed } from './facts-of.ts'
import { runAcceptance } from './run-acceptance.ts'
import { noteCollision, runBase, runTree, type VerifyPlace } from './run-tree.ts'

/** The result of verifying a commit. */
export interface Verification {
  checks: CheckResult[]
  evidence?: Evidence
  /** Of a commit that passes. */
  facts?: CheckedFacts
  /** Set if a check collided with another phase's: the other results prove nothing. */
  collision?: CheckCollision
}

/**
 * Verifies a commit: performs the steps of {@link nextEvidence} until it has a result, and then compares an
 * attempt that passes with its base.
 */
export const verifyCommit = async (
  performer: Performer,
  phase: FrozenPhase,
  { commit, on }: { commit: string; on: 'attempt' | 'merged' },
): Promise<Verification> => {
  const { state } = performer
  const { id } = phase
  const { base, work, redAccepted } = phase.attempt
  const asked = state.evidence.get(id)
  const { checks } = state.settings
  const files = await findTestFiles(performer, phase, asked, commit)
  const debts = shareDebts(id, state.evidence, await debtsIn(performer, base, on))
  const given = { phaseId: id, commit, base, on, checks, asked, files, debts, accepted: redAccepted }
  const folder = on === 'merged' ? `${attemptFolder(phase)}/merged` : attemptFolder(phase)
  const showsRed = asked !== undefined && asked.own.subtasks.length + asked.owed.subtasks.length > 0
  const place: VerifyPlace = { performer, workspace: workspaceOf(performer, id), folder }
  const observed: Observed = {}
  const runs = new Map<Check, TestRun>()
  let ofGreen: FactsOfCheck[] = []
  for (;;) {
    if (place.collision) return { checks: observed.green?.checks ?? [], collision: place.collision }
    const step = nextEvidence(given, observed)
    if ('done' in step) {
      const { evidence } = step.done
      const isGreen = !evidence.problem && step.done.checks.every((check) => check.passed)
      const { leaveOut } = debts
      const ran = step.done.checks
      const accepted = isGreen
        ? await runAcceptance(place, phase, { commit, on, leaveOut, ran })
        : { checks: [], facts: [] }
      const passed = isGreen && accepted.checks.every((check) => check.passed)
      const all = [...ran, ...accepted.checks]
      if (place.collision) return { checks: all, collision: place.collision }
      const red = factsOfRed(observed, evidence, leaveOut)
      const facts = passed && {
        facts: {
          ...(await factsOfPlace(performer, commit)),
          checks: [...ofGreen, ...accepted.facts],
          ...(red && { red }),
        },
      }
      if (checks.length === 0) return { checks: all, ...facts }
      const failed = ran.find((check) => !check.passed)
      const check = checks.find(({ name }) => name === 'test' && name === failed?.name)
      const run = observed.green?.run
      if (on === 'attempt' && check && run && !showsRed) {
        const late = await findLateRed(place, phase, { commit, run, test: check })
        if (late) evidence.late = late
      }
      if (on === 'attempt' && work?.files.length === 0) evidence.absent = lackedFiles(phase.planned, work)
      if (on === 'attempt' && passed && work && work.files.length > 0) {
        const awaiting = evidence.debt?.files ?? []
        const compared = { commit, leaveOut, runs, awaiting, pays: debts.toPay.length > 0 }
        Object.assign(evidence, await compareWithBase(place, phase, compared))
      }
      if (place.collision) return { checks: all, collision: place.collision }
      const shown = (state.evidence.size > 0 || isTelling(evidence)) && { evidence }
      return { checks: all, ...shown, ...facts }
    }
    const { tree } = step
    const test = step.checks.find(({ name }) => name === 'test')
    if (step.run === 'green') {
      observed.green = await runGreen(place, tree, step.checks, runs)
      ofGreen = factsOf(runs, tree.overlays)
    } else if (step.run === 'base') observed.base = await runBase(place, tree, test!)
    else if (step.run === 'rest') observed.rest = (await runTree(place, tree, test!, 'rest')).run
    else {
      const seen = await runTree(place, tree, test!, 'red')
      observed[step.run] = seen
      // The tests for later phases run on the full commit.
      if (step.run === 'owed') runs.set(test!, seen.run)
    }
  }
}

/** Whether an evidence contains more than passed checks. */
const isTelling = ({ changed, excused = [], flaky = [], absent, late }: Evidence): boolean =>
  changed.length + excused.length + flaky.length > 0 || absent !== undefined || late !== undefined

/** Debts whose tests are in the tree. */
const debtsIn = async (
  { state, host: { git } }: Performer,
  base: string,
  on: 'attempt' | 'merged',
): Promise<Debt[]> => {
  const debts = [...state.debts.values()]
  if (on === 'merged') return debts
  const present = await Promise.all(debts.map(({ commit }) => git.isAncestor(commit, base)))
  return debts.filter((_, index) => present[index])
}

const runGreen = async (
  place: VerifyPlace,
  { commit, overlays }: EvidenceTree,
  checks: readonly Check[],
  runs: Map<Check, TestRun>,
): Promise<{ checks: CheckResult[]; run?: TestRun }> => {
  const { performer, workspace, folder } = place
  await performer.host.git.resetWorkspace(workspace, commit, overlays)
  const results: CheckResult[] = []
  let testRun: TestRun | undefined
  for (const check of checks) {
    const { result, run, collision } = await runCheck(performer, workspace, check, folder)
    noteCollision(place, { collision })
    results.push(result)
    runs.set(check, run)
    // The next attempt may begin on this commit.
    if (run.report && !collision)
      keepBaseRun(performer, check.name, { commit, overlays }, Promise.resolve(run))
    if (check.name !== 'test') continue
    testRun = run
    if (result.passed && run.report?.tests.length === 0 && run.report.broken.length === 0)
      result.note = 'no test ran'
  }
  return { checks: results, ...(testRun && { run: testRun }) }
}
