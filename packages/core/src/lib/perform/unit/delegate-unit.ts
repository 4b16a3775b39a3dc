import type { Unit } from '../../contract/driver.ts'
import type { UnitOutcome } from '../../event/unit-outcome.ts'
import { chooseSession } from '../../policy/dispatch/choose-session.ts'
import { declaredPaths } from '../../policy/evidence/change/declared-paths.ts'
import { briefUnit } from '../brief/brief-unit.ts'
import { lendFeedback } from '../brief/lend-feedback.ts'
import { restoreOwnFiles } from '../own/restore-own-files.ts'
import { findIgnored } from '../integrate/find-ignored.ts'
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
  const { state, driver, host, lease } = context.performer
  const { failures, sessions, attempt } = context.phase
  const { interruption } = attempt
  const session = chooseSession({
    key: unit.kind === 'phase' ? 'phase' : unit.subtaskId,
    sessions,
    followed: state.settings.followUps?.[context.phase.id]?.session?.id,
    isInterrupted: interruption !== undefined,
    isSentBack: attempt.sentBack !== undefined,
    reach: { driver, machine: host.machine, lease },
    round: attempt.cause,
    retry: state.settings.retry,
    lastFailure: failures.at(-1)?.class,
    isWatched: state.settings.trust === 'paranoid' && attempt.unitIndex > 0,
  })
  const { resume } = session
  // An earlier session of the unit may have changed the files that the prompt names.
  if (unit.kind === 'subtask') await restoreOwnFiles(context.performer, context.phase, context.workspace)
  const reports = driver?.reports
  const { expected } = declaredPaths(context.phase.planned)
  const ignored = await findIgnored(host.git, context.workspace, expected)
  const result = await lendFeedback(context, async (feedback) => {
    const prompt = await briefUnit(context, unit, { session, interruption, feedback, ignored })
    const asked = { prompt, unit, ...(resume === undefined ? {} : { resume }) }
    return reports === undefined
      ? runDeveloper(context, asked)
      : collectReport(context, { ...asked, reports })
  })
  return driver && state.providers && result.outcome === 'completed'
    ? { ...result, provider: driver.provider }
    : result
}
