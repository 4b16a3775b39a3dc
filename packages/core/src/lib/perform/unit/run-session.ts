import type { Unit } from '../../contract/driver.ts'
import type { UnitOutcome } from '../../machine/state/input.ts'
import { boundOutput } from '../../text/bound-output.ts'
import { executionFolder } from '../../report/execution-folder.ts'
import { buildSignpost } from '../../prompt/build-signpost.ts'
import type { UnitContext } from './run-unit.ts'
import { sessionFailure } from '../session-failure.ts'
import { type DeveloperRequest, talkToDeveloper } from './talk-to-developer.ts'
import { takeReport } from './take-report.ts'

/**
 * Has the driver's agent do a unit: in a fresh session, or in the one of the last attempt where the rules say so.
 * Its word is a claim: what it left is verified afterwards. A driver whose agent reports is asked for that too.
 */
export const runSession = async (
  context: UnitContext,
  unit: Extract<Unit, { kind: 'phase' | 'subtask' }>,
): Promise<UnitOutcome> => {
  const { state, driver } = context.engine
  const key = unit.kind === 'phase' ? 'phase' : unit.subtaskId
  const { failures, sessions, kept, unitIndex } = context.phase
  // A session that is full cannot go on.
  const last = failures.at(-1)?.class
  const goesOn =
    state.settings.retry.session === 'continue' && last !== undefined && last !== 'context_overflow'
  // Who is watched part by part goes on in one session.
  const watched = state.settings.trust === 'paranoid' && unitIndex > 0
  const own = goesOn ? sessions.get(key) : undefined
  const resume = own ?? (watched ? [...sessions.values()].at(-1) : undefined)
  const { plan, runId } = state
  const folder = executionFolder(state)
  const reports = driver?.reports
  const prompt = buildSignpost({
    plan,
    runId,
    phase: context.phase,
    unit,
    // A session that did another part has not heard of this one.
    continued: own !== undefined && kept,
    ...(folder === undefined ? {} : { folder }),
    ...(reports === undefined ? {} : { reports }),
  })
  const asked = { prompt, unit, ...(resume === undefined ? {} : { resume }) }
  return reports === undefined ? startSession(context, asked) : takeReport(context, { ...asked, reports })
}

/** One session of the developer in a workspace, to its end, whose end counts. */
export const startSession = async (context: UnitContext, asked: DeveloperRequest): Promise<UnitOutcome> => {
  const { engine } = context
  const { unit } = asked
  try {
    const { sessionId, text } = await talkToDeveloper(context, asked)
    const key = unit.kind === 'subtask' ? unit.subtaskId : unit.kind
    const said = boundOutput(engine.redact(text)).trim()
    return {
      outcome: 'completed',
      sessions: sessionId === undefined ? {} : { [key]: sessionId },
      ...(said === '' ? {} : { said: { [key]: said } }),
    }
  } catch (error) {
    engine.signal.throwIfAborted()
    return { outcome: 'failed', failure: sessionFailure(error, engine.driver?.provider, engine.redact) }
  }
}
