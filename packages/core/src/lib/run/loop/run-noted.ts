import type { DriverV1, SessionProgress, SessionResult } from '../../contract/driver.ts'
import type { Host } from '../../contract/host.ts'
import type { RunLease } from '../../contract/run-store.ts'
import type { InputDraft } from '../../machine/state/input/input.ts'
import type { RunState } from '../../machine/state/run-state.ts'
import type { SessionDraft } from '../../perform/performer.ts'
import { hashText } from '../../text/hash-text.ts'
import { redactValue } from '../../text/secret/redact-value.ts'
import type { EventHub } from '../journal/event-hub.ts'

export interface NotedSession {
  agent: DriverV1
  /** Its `marker` is unique, so the id of a new session is derived from it. */
  request: SessionDraft & { marker: string }
  phaseId: string | undefined
  emit(progress: SessionProgress, session: string): void
  state: RunState
  hub: Pick<EventHub, 'progress'>
  host: Host
  lease: RunLease
  feedAndWait(input: InputDraft): Promise<void>
  secrets: readonly string[]
  run(request: SessionDraft, emit: NotedSession['emit']): Promise<SessionResult>
}

/**
 * Runs a session whose id is journalled as soon as it is known, so that an interruption can continue it, and
 * whose waits become events.
 *
 * A new session of a driver that can resume or steer sessions gets its id before it starts; a driver that
 * chooses the id itself reports it.
 */
export const runNoted = async (noted: NotedSession): Promise<SessionResult> => {
  const { agent, request, emit, run } = noted
  const canResume = agent.resume !== undefined && agent.resume !== 'none'
  const noting = new Set<string>()
  const note = async (sessionId: string): Promise<void> => {
    if (!canResume || noting.has(sessionId)) return
    noting.add(sessionId)
    await noteSession(noted, sessionId)
  }
  const isNamed = canResume || agent.steer !== undefined
  const fresh = isNamed && request.resume === undefined ? { sessionId: uuidOf(request.marker) } : {}
  const known = request.resume ?? fresh.sessionId
  if (known !== undefined) await note(known)
  const result = await run({ ...request, ...fresh }, (progress, session) => {
    // The journal keeps the order, and a broken journal ends the run.
    if (progress.type === 'session') note(progress.sessionId).catch(() => {})
    else if (progress.type === 'waiting') tellWait(noted, progress)
    else emit(progress, session)
  })
  if (result.sessionId !== undefined) await note(result.sessionId)
  return result
}

/** Only sessions of a developer's unit are continued. */
const noteSession = async (
  { agent, request, phaseId, host, lease, feedAndWait }: NotedSession,
  sessionId: string,
): Promise<void> => {
  const { role, unit, attempt, dispatch, marker } = request
  if (role !== 'developer' || phaseId === undefined || attempt === undefined || dispatch === undefined) return
  const key = unit === undefined || unit.kind === 'phase' ? 'phase' : keyOf(unit)
  if (key === undefined) return
  await feedAndWait({
    type: 'session_started',
    ...{ phaseId, attempt, dispatch, key },
    session: {
      id: sessionId,
      driver: agent.id,
      lease: lease.token,
      marker,
      ...(host.machine !== undefined && { machine: host.machine }),
    },
  })
}

/** A session that repairs a step is not continued: the step runs again. */
const keyOf = (unit: NonNullable<SessionDraft['unit']>): string | undefined =>
  unit.kind === 'subtask' ? unit.subtaskId : undefined

const tellWait = (
  { agent, phaseId, state, hub, host, secrets }: NotedSession,
  { type: _, until, ...wait }: Extract<SessionProgress, { type: 'waiting' }>,
): void => {
  if (phaseId === undefined) return
  hub.progress({
    type: 'session_waiting',
    afterSeq: state.seq,
    at: new Date(host.clock.now()).toISOString(),
    runId: state.runId,
    phaseId,
    provider: agent.provider,
    ...redactValue(wait, secrets),
    ...(until !== undefined && Number.isFinite(until) && { until: new Date(until).toISOString() }),
  })
}

/** A UUID of version 8, whose bits are the caller's choice. */
const uuidOf = (text: string): string => {
  const hex = hashText(text).padEnd(32, '0')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
