import type { SessionRequest, Unit } from '../contract/driver.ts'
import type { UnitOutcome } from '../machine/input.ts'
import { boundOutput } from '../policy/bound-output.ts'
import { executionFolder } from '../report/execution-folder.ts'
import { buildSignpost } from '../prompt/build-signpost.ts'
import type { UnitContext } from './run-unit.ts'
import { sessionFailure } from './session-failure.ts'

/**
 * Has the driver's agent do a unit: in a fresh session, or in the one of the last attempt where the rules say so.
 * Its word is a claim: what it left is verified afterwards.
 */
export const runSession = async (
  context: UnitContext,
  unit: Extract<Unit, { kind: 'phase' | 'subtask' }>,
): Promise<UnitOutcome> => {
  const { state } = context.engine
  const key = unit.kind === 'phase' ? 'phase' : unit.subtaskId
  const { failures, sessions, kept, unitIndex } = context.phase
  // A session that is full cannot go on.
  const last = failures.at(-1)?.class
  const goesOn =
    state.settings.retry.session === 'continue' && last !== undefined && last !== 'context_overflow'
  // Who is watched part by part goes on in one session.
  const watched = state.settings.trust === 'paranoid' && unitIndex > 0
  const resume = goesOn ? sessions.get(key) : watched ? [...sessions.values()].at(-1) : undefined
  const { plan, runId } = state
  const folder = executionFolder(state)
  const prompt = buildSignpost({
    plan,
    runId,
    phase: context.phase,
    unit,
    continued: resume !== undefined && kept,
    ...(folder === undefined ? {} : { folder }),
  })
  return startSession(context, { prompt, unit, ...(resume === undefined ? {} : { resume }) })
}

/** One session of the developer in a workspace, to its end. */
export const startSession = async (
  { engine, phase, workspace }: UnitContext,
  { prompt, unit, resume }: Required<Pick<SessionRequest, 'prompt' | 'unit'>> & { resume?: string },
): Promise<UnitOutcome> => {
  const request: SessionRequest = { role: 'developer', prompt, workspace, access: 'write', limits: {}, unit }
  if (resume !== undefined) request.resume = resume
  try {
    const { sessionId, text } = await engine.session(request, (progress) =>
      engine.progress(phase.phase.id, progress),
    )
    const key = unit.kind === 'subtask' ? unit.subtaskId : unit.kind
    const said = boundOutput(engine.redact(text)).trim()
    return {
      outcome: 'completed',
      sessions: sessionId === undefined ? {} : { [key]: sessionId },
      ...(said === '' ? {} : { said: { [key]: said } }),
    }
  } catch (error) {
    engine.signal.throwIfAborted()
    return { outcome: 'failed', failure: sessionFailure(error, engine.driver?.provider) }
  }
}
