import type { RunEvent, RunEventOf } from '@amelia/core'
import type { Attributes } from '@opentelemetry/api'
import type { EndedPart } from './create-run-metrics.ts'
import type { SpanDraft } from './create-span-writer.ts'
import { type OwnEvent, ownEventSpan } from './own-event-span.ts'
import { sessionSpanAttributes } from './session-attributes.ts'

export interface RunSpansOptions {
  send(span: SpanDraft): void
  /** Receives each phase and attempt that ends. */
  ended(part: EndedPart): void
}

type Receive = (event: RunEvent | OwnEvent) => void

/** A span that has begun. */
interface Open {
  key: string
  parent: string
  name: string
  start: number
  attributes: Attributes
}

interface End {
  at: number
  outcome: string
  /** The kind of error with which it ended. */
  error?: string
}

/** The spans of a phase. */
interface PhaseSpans {
  phase?: Open
  attempt?: Open
  /** How its attempt ends, unless a later event continues it. */
  stopped?: End
  /** The key of the last attempt, the parent of sessions that are charged after it. */
  last?: string
  /** The time of its last event. */
  at: number
}

/**
 * Creates a function that receives the events of a run in order, and sends each span at its last event. Equal
 * journalled events give equal spans, in any process.
 */
export const createRunSpans = ({ send, ended }: RunSpansOptions): Receive => {
  const phases = new Map<string, PhaseSpans>()
  const counts = new Map<string, number>()
  /** Verifications and reviews that have begun, by their owner and name. */
  const checks = new Map<string, Open>()
  let run: { start: number; attributes: Attributes } | undefined
  let before = 0
  const keyOf = (kind: string): string => {
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return `${kind}/${count}`
  }
  const phaseOf = (phaseId: string): PhaseSpans => {
    const found = phases.get(phaseId) ?? { at: before }
    phases.set(phaseId, found)
    return found
  }
  const parentOf = (phaseId: string | undefined): string =>
    (phaseId === undefined ? undefined : phaseOf(phaseId).last) ?? 'run'
  const close = (open: Open, { at, outcome, error }: End, attributes: Attributes = {}): void =>
    send({
      ...open,
      end: at,
      attributes: { ...open.attributes, ...attributes, 'amelia.outcome': outcome },
      ...(error === undefined ? {} : { error }),
    })
  const openCheck = (
    name: string,
    phaseId: string | undefined,
    start: number,
    attributes: Attributes,
  ): void => {
    closeChecks(phaseId, start, name)
    const owner = `${name}/${phaseId ?? ''}`
    checks.set(owner, { key: keyOf(owner), parent: parentOf(phaseId), name, start, attributes })
  }
  const closeCheck = (
    name: string,
    phaseId: string | undefined,
    end: number,
    outcome: string,
    attributes: Attributes = {},
  ): void => {
    const open = checks.get(`${name}/${phaseId ?? ''}`)
    checks.delete(`${name}/${phaseId ?? ''}`)
    if (open) close(open, { at: end, outcome }, attributes)
  }
  /** Ends verifications and reviews that have no result. */
  const closeChecks = (phaseId: string | undefined, end: number, ...names: string[]): void => {
    for (const name of names.length > 0 ? names : ['verify', 'review'])
      closeCheck(name, phaseId, end, 'interrupted')
  }
  const closePart = (kind: EndedPart['kind'], open: Open, end: End, more?: Attributes): void => {
    close(open, end, more)
    ended({ kind, ms: end.at - open.start, outcome: end.outcome })
  }
  /** Notes the end of an attempt that may be continued. */
  const stopAttempt = (phaseId: string, end: End): void => {
    closeChecks(phaseId, end.at)
    phaseOf(phaseId).stopped = end
  }
  const endAttempt = (phaseId: string, end: End): void => {
    const spans = phaseOf(phaseId)
    closeChecks(phaseId, end.at)
    if (spans.attempt) closePart('attempt', spans.attempt, spans.stopped ?? end)
    delete spans.attempt
    delete spans.stopped
  }
  const endPhase = (phaseId: string, end: End, more?: Attributes): void => {
    endAttempt(phaseId, end)
    const spans = phaseOf(phaseId)
    if (spans.phase) closePart('phase', spans.phase, end, more)
    delete spans.phase
  }
  /** Sends the spans of a phase that ends with the run. If the run is resumed, they are sent again. */
  const leavePhase = (phaseId: string, at: number): void => {
    closeChecks(phaseId, at)
    const { phase, attempt, stopped = { at, outcome: 'interrupted' } } = phaseOf(phaseId)
    if (attempt) closePart('attempt', attempt, stopped)
    if (phase)
      closePart('phase', phase, stopped.outcome === 'cancelled' ? stopped : { at, outcome: 'interrupted' })
  }
  const startPhase = ({ phaseId, title, attempt }: RunEventOf<'phase_started'>, start: number): void => {
    endAttempt(phaseId, { at: before, outcome: 'interrupted' })
    const spans = phaseOf(phaseId)
    const attributes = { 'amelia.phase.id': phaseId, 'amelia.phase.title': title }
    const name = `phase ${phaseId}`
    spans.phase ??= { key: keyOf(`phase/${phaseId}`), parent: 'run', name, start, attributes }
    spans.attempt = {
      key: keyOf(`attempt/${phaseId}`),
      parent: spans.phase.key,
      name: `attempt ${attempt}`,
      start,
      attributes: { ...attributes, 'amelia.attempt.number': attempt },
    }
    spans.last = spans.attempt.key
  }
  const integrate = (event: RunEventOf<'commit_integrated'>, at: number): void => {
    const { phaseId, commit, merged } = event
    send({
      key: keyOf(`integrate/${phaseId}`),
      parent: parentOf(phaseId),
      name: 'integrate',
      // No event marks its begin: it follows the phase's previous event.
      start: phaseOf(phaseId).at,
      end: at,
      attributes: { 'amelia.phase.id': phaseId, 'amelia.commit': commit, 'amelia.merged': merged },
    })
  }
  const endRun = (event: RunEventOf<'run_ended'>, end: number): void => {
    // A waiting run continues in another process.
    if (event.status === 'waiting') return
    for (const phaseId of phases.keys()) leavePhase(phaseId, end)
    closeChecks(undefined, end)
    if (!run) return
    const error = event.status === 'failed' || event.status === 'aborted' ? event.status : undefined
    const open = { key: 'run', name: 'run', ...run, end }
    const attributes = {
      ...run.attributes,
      'amelia.outcome': event.status,
      'amelia.commit': event.report.head,
    }
    send({ ...open, attributes, ...(error === undefined ? {} : { error }) })
  }
  const receive = (event: RunEvent, at: number): void => {
    switch (event.type) {
      case 'run_started': {
        run = {
          start: at,
          attributes: { 'amelia.run.goal': event.goal, 'amelia.run.phases': event.phases.length },
        }
        return
      }
      case 'run_resumed':
        // Their process died; they are repeated.
        for (const phaseId of [undefined, ...phases.keys()]) closeChecks(phaseId, before)
        return
      case 'phase_started':
        return startPhase(event, at)
      case 'phase_continued':
        delete phaseOf(event.phaseId).stopped
        return
      case 'phase_retry':
        return endAttempt(event.phaseId, { at, outcome: 'failed', error: event.failure.class })
      case 'phase_delayed':
        return stopAttempt(event.phaseId, { at, outcome: 'delayed', error: event.failure.class })
      case 'phase_cancelled':
        return stopAttempt(event.phaseId, { at, outcome: 'cancelled' })
      case 'phase_completed':
        return endPhase(event.phaseId, { at, outcome: 'completed' }, { 'amelia.commit': event.commit })
      case 'phase_failed':
        return endPhase(event.phaseId, { at, outcome: 'failed', error: event.failure.class })
      case 'phase_skipped':
        return endPhase(event.phaseId, { at, outcome: 'skipped' })
      case 'session_charged':
        return send({
          key: keyOf(`session/${event.session}`),
          parent: parentOf(event.phaseId),
          name: `invoke_agent ${event.driver}`,
          start: at - event.durationMs,
          end: at,
          attributes: sessionSpanAttributes(event),
          ...(event.failure === undefined ? {} : { error: event.failure }),
        })
      case 'verification_started':
        return openCheck('verify', event.phaseId, at, {
          'amelia.phase.id': event.phaseId,
          'amelia.commit': event.commit,
          'amelia.verify.on': event.on,
        })
      case 'verification_completed':
        return closeCheck('verify', event.phaseId, at, event.passed ? 'passed' : 'failed')
      case 'run_verifying':
        return openCheck('verify', undefined, at, { 'amelia.commit': event.commit })
      case 'run_verified':
        return closeCheck('verify', undefined, at, event.passed ? 'passed' : 'failed')
      case 'review_started':
        return openCheck('review', event.phaseId, at, {
          'amelia.phase.id': event.phaseId,
          'amelia.review.round': event.round,
        })
      case 'review_completed':
        return closeCheck('review', event.phaseId, at, event.approved ? 'approved' : 'rejected')
      case 'run_reviewing':
        return openCheck('review', undefined, at, { 'amelia.review.round': event.round })
      case 'run_reviewed':
        return closeCheck('review', undefined, at, event.approved ? 'approved' : 'rejected')
      case 'commit_integrated':
        return integrate(event, at)
      case 'run_ended':
        return endRun(event, at)
      default:
    }
  }
  return (event) => {
    if (event.type === 'plugin_event') send(ownEventSpan(event, parentOf(event.phaseId), keyOf))
    if (!('seq' in event)) return
    const at = Date.parse(event.at)
    receive(event, at)
    before = at
    if (event.phaseId !== undefined) phaseOf(event.phaseId).at = at
  }
}
