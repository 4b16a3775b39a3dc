import type { Unit } from '../../contract/driver.ts'
import type { UnitOutcome } from '../../machine/state/input.ts'
import { executionFolder } from '../../report/execution-folder.ts'
import { buildSignpost } from '../../prompt/build-signpost.ts'
import type { UnitContext } from './unit-context.ts'
import { runDeveloper } from './ask-developer.ts'
import { collectReport } from './collect-report.ts'

/**
 * Delegates a unit to the driver's agent: in a fresh session, or in the last attempt's session if the
 * settings say so.
 *
 * The agent's statements are claims; its work is verified later. If the driver supports reports, one is
 * requested.
 */
export const delegateUnit = async (
  context: UnitContext,
  unit: Extract<Unit, { kind: 'phase' | 'subtask' }>,
): Promise<UnitOutcome> => {
  const { state, driver } = context.performer
  const key = unit.kind === 'phase' ? 'phase' : unit.subtaskId
  const {
    failures,
    sessions,
    attempt: { kept, unitIndex },
  } = context.phase
  // A session whose context is full cannot continue.
  const last = failures.at(-1)?.class
  const continues =
    state.settings.retry.session === 'continue' && last !== undefined && last !== 'context_overflow'
  // A phase that is checked unit by unit continues in one session.
  const watched = state.settings.trust === 'paranoid' && unitIndex > 0
  const own = continues ? sessions.get(key) : undefined
  const resume = own ?? (watched ? [...sessions.values()].at(-1) : undefined)
  const { plan, runId } = state
  const folder = executionFolder(state)
  const reports = driver?.reports
  const prompt = buildSignpost({
    plan,
    runId,
    phase: context.phase,
    unit,
    // A session that worked on another unit does not know this one.
    continued: own !== undefined && kept,
    ...(folder === undefined ? {} : { folder }),
    ...(reports === undefined ? {} : { reports }),
  })
  const asked = { prompt, unit, ...(resume === undefined ? {} : { resume }) }
  return reports === undefined ? runDeveloper(context, asked) : collectReport(context, { ...asked, reports })
}
