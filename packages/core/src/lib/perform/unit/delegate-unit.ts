import type { Unit } from '../../contract/driver.ts'
import type { UnitOutcome } from '../../machine/state/input.ts'
import { chooseSession } from '../../policy/dispatch/choose-session.ts'
import { executionFolder } from '../../report/execution-folder.ts'
import { buildSignpost } from '../../prompt/build-signpost.ts'
import type { UnitContext } from './unit-context.ts'
import { runDeveloper } from './ask-developer.ts'
import { collectReport } from './collect-report.ts'

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
  const { state, driver } = context.performer
  const { failures, sessions, attempt } = context.phase
  const { resume, knowsUnit } = chooseSession({
    key: unit.kind === 'phase' ? 'phase' : unit.subtaskId,
    sessions,
    retry: state.settings.retry.session,
    lastFailure: failures.at(-1)?.class,
    isWatched: state.settings.trust === 'paranoid' && attempt.unitIndex > 0,
  })
  const { plan, runId } = state
  const folder = executionFolder(state)
  const reports = driver?.reports
  const prompt = buildSignpost({
    plan,
    runId,
    phase: context.phase,
    unit,
    continued: knowsUnit && attempt.kept,
    ...(folder === undefined ? {} : { folder }),
    ...(reports === undefined ? {} : { reports }),
  })
  const asked = { prompt, unit, ...(resume === undefined ? {} : { resume }) }
  return reports === undefined ? runDeveloper(context, asked) : collectReport(context, { ...asked, reports })
}
