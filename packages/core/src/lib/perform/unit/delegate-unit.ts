import type { Unit } from '../../contract/driver.ts'
import type { FrozenPhase, FrozenRun } from '../../machine/state/frozen-run.ts'
import type { UnitOutcome } from '../../event/unit-outcome.ts'
import { whatIsJudged } from '../../policy/answer/what-is-judged.ts'
import { chooseSession } from '../../policy/dispatch/choose-session.ts'
import { isOpen } from '../../policy/dispatch/is-open.ts'
import { buildSignpost } from '../../prompt/build-signpost.ts'
import type { CheckList } from '../../prompt/developer-rules.ts'
import { findProjectRules } from '../find-project-rules.ts'
import type { UnitContext } from './unit-context.ts'
import { runDeveloper } from './ask-developer.ts'
import { collectReport } from './collect-report.ts'
import { findPlanFolder } from './find-plan-folder.ts'

/**
 * Delegates a unit to the driver's agent, in the session that {@link chooseSession} picks.
 *
 * The agent's statements are claims; its work is verified later. If the driver supports reports, one is
 * requested.
 */
export const delegateUnit = async (
  context: UnitContext,
  unit: Extract<Unit, { kind: 'phase' | 'subtask' }>,
): Promise<UnitOutcome> => {
  const { performer, phase, workspace } = context
  const { state, driver, host, lease } = performer
  const { failures, sessions, attempt } = phase
  const { resume, knowsUnit } = chooseSession({
    key: unit.kind === 'phase' ? 'phase' : unit.subtaskId,
    sessions,
    isInterrupted: attempt.interruption !== undefined,
    reach: { driver, machine: host.machine, lease },
    retry: state.settings.retry.session,
    lastFailure: failures.at(-1)?.class,
    isWatched: state.settings.trust === 'paranoid' && attempt.unitIndex > 0,
  })
  const { plan, runId } = state
  const [folder, ruleFiles] = await Promise.all([
    findPlanFolder(performer, phase),
    findProjectRules((path) => performer.host.git.readFile(attempt.base, path)),
  ])
  // A file that the attempt has changed is named by its version in the base.
  const projectRules = ruleFiles.map((path) =>
    attempt.work?.files.includes(path) ? `git show ${attempt.base}:${path}` : path,
  )
  const reports = driver?.reports
  const prompt = buildSignpost({
    plan,
    runId,
    phase,
    unit,
    checks: checksOf(state, phase, unit),
    projectRules,
    continued: knowsUnit && attempt.kept,
    ...(folder === undefined ? {} : { folder }),
    ...(workspace.dir === undefined ? {} : { dir: workspace.dir }),
    ...(reports === undefined ? {} : { reports }),
  })
  const asked = { prompt, unit, ...(resume === undefined ? {} : { resume }) }
  const result = await (reports === undefined
    ? runDeveloper(context, asked)
    : collectReport(context, { ...asked, reports }))
  return driver && state.providers && result.outcome === 'completed'
    ? { ...result, provider: driver.provider }
    : result
}

/** The checks of a unit's result. Tests may fail before their implementation only if red is checked. */
const checksOf = (
  { settings: { checks, tdd } }: FrozenRun,
  { planned, subtaskStatus }: FrozenPhase,
  unit: Extract<Unit, { kind: 'phase' | 'subtask' }>,
): CheckList => {
  const isRest =
    unit.kind === 'subtask' &&
    planned.subtasks.some((subtask) => {
      const isDone =
        subtaskStatus.get(subtask.id) === 'completed' || subtaskStatus.get(subtask.id) === 'skipped'
      return subtask.id !== unit.subtaskId && isOpen(subtask) && !isDone
    })
  if (isRest) return { checks, expects: 'part' }
  return { checks, expects: tdd === 'full' && whatIsJudged(planned) === 'tests' ? 'tests' : 'green' }
}
