import { type PhaseStatus, type Plan, type ProgressEvent, type Report, type RunEvent } from '@amelia/core'
import { plainLabel, describeValues } from '@amelia/core/view'
import { describeDelay } from '@amelia/core/plugin'
import { applyToParts, createParts, type PartsProgress } from './parts-progress.ts'
import { widestOf } from '../terminal/fit-text.ts'
import { passTime } from './worked-until.ts'

/** A phase in the live view. */
export interface PhaseProgress extends PartsProgress {
  id: string
  title: string
  status: PhaseStatus
  /** Milliseconds since 1970. */
  startedAt?: number
  endedAt?: number
  /** The milliseconds in which it was worked on, until the last event of the run. */
  workedMs: number
  /** The number of the attempt, once the phase has started. */
  attempt?: number
  /** The current activity, or the reason for waiting. */
  activity: string
  /** The failed phase that keeps it from starting. */
  blockedBy?: string
  /** The start of the step that is running, in milliseconds since 1970. */
  stepStartedAt?: number
  /** The step that is running. */
  stepId?: string
  /** The usage of its sessions, the running ones included. */
  spent?: Report['spent']
  /** The session that reported usage last. */
  session?: SessionUsage
}

/** The usage of one session. */
export type SessionUsage = Pick<
  NonNullable<Report['sessions']>[number],
  'number' | 'attempt' | 'inputTokens' | 'cachedInputTokens' | 'outputTokens' | 'usd'
>

/** A run in the live view. */
export interface RunProgress {
  goal: string
  /** In plan order. */
  phases: PhaseProgress[]
  byId: ReadonlyMap<string, PhaseProgress>
  /** Widths of the widest id and the widest title, in columns. */
  idWidth: number
  titleWidth: number
  startedAt?: number
  /** When the run ended, in milliseconds since 1970. */
  endedAt?: number
  /** The milliseconds in which the run worked, until its last event. */
  workedMs: number
  /** The time of the last event, in milliseconds since 1970. */
  lastAt?: number
  /** Ids of the open questions. */
  openGates: Set<string>
  /** The latest change detected in the user's repository. */
  note?: string
  /** The usage of all sessions, the running ones included. */
  spent?: Report['spent']
}

/** Creates the progress of a run before its first event. */
export const createProgress = (plan: Plan): RunProgress => {
  const phases = plan.phases.map(
    ({ id, title, status, subtasks = [] }): PhaseProgress => ({
      id: plainLabel(id),
      title: plainLabel(title),
      status: status === 'done' ? 'external' : status === 'skipped' ? 'skipped' : 'pending',
      activity: '',
      workedMs: 0,
      ...createParts(subtasks),
    }),
  )
  return {
    goal: plainLabel(plan.goal || plan.title),
    phases,
    byId: new Map(phases.map((phase) => [phase.id, phase])),
    idWidth: widestOf(phases.map(({ id }) => id)),
    titleWidth: widestOf(phases.map(({ title }) => title)),
    workedMs: 0,
    openGates: new Set(),
  }
}

/** Applies the progress of a session: its phase shows the last tool call, or the last line that it wrote. */
export const applyProgress = ({ byId }: RunProgress, { phaseId, progress }: ProgressEvent): void => {
  const phase = byId.get(phaseId)
  if (phase === undefined) return
  const text =
    progress.type === 'tool'
      ? `${progress.name} ${progress.summary}`
      : progress.type === 'text'
        ? progress.text.trim().split('\n').at(-1)
        : undefined
  const line = plainLabel(text ?? '').trim()
  if (line !== '') phase.activity = line
}

/** Usage as `session_usage` and `session_charged` report it. */
export interface UsageEvent extends SessionUsage {
  phaseId?: string
  spent: Report['spent']
  phaseSpent?: Report['spent']
}

/** Applies the usage of a session to the progress. */
export const applyUsage = (progress: RunProgress, usage: UsageEvent): void => {
  progress.spent = usage.spent
  const phase = progress.byId.get(usage.phaseId ?? '')
  if (!phase) return
  if (usage.phaseSpent) phase.spent = usage.phaseSpent
  phase.session = usage
}

/** Applies an event to the progress. */
export const applyEvent = (progress: RunProgress, event: RunEvent): void => {
  const at = Date.parse(event.at)
  progress.startedAt ??= at
  passTime(progress, event, at)
  if (event.type === 'gate_resolved') progress.openGates.delete(event.gateId)
  if (event.type === 'gate_opened') {
    progress.openGates.add(event.gate.id)
    for (const id of event.gate.phaseIds) {
      const waiting = progress.byId.get(id)
      if (waiting !== undefined) set(waiting, 'waiting', plainLabel(event.gate.question))
    }
    return
  }
  if (event.type === 'session_charged') return applyUsage(progress, event)
  if (event.type === 'run_ended') progress.endedAt = at
  if (event.type === 'run_resumed') delete progress.endedAt
  if (event.type === 'repository_moved') {
    const [first] = event.changes
    const more = event.changes.length - 1 + (event.more ?? 0)
    if (first)
      progress.note = plainLabel(
        `${event.phaseId}: ${first.name} ${describeValues(first.before, first.after)}${more > 0 ? ` (and ${more} more)` : ''}. Undo: ${first.restore}`,
      )
  }
  const phase = progress.byId.get(event.phaseId ?? '')
  if (phase === undefined) return
  applyToPhase(phase, event, at)
  // The run reports no event for the phases that a retry frees.
  if (phase.status !== 'failed')
    for (const other of progress.phases) if (other.blockedBy === phase.id) set(other, 'pending', '')
}

const applyToPhase = (phase: PhaseProgress, event: RunEvent, at: number): void => {
  applyToParts(phase, event)
  switch (event.type) {
    case 'phase_started':
      phase.startedAt ??= at
      phase.attempt = event.attempt
      set(phase, 'running', '')
      break
    case 'subtask_started':
      set(phase, 'running', plainLabel(event.title))
      break
    case 'step_started':
      set(phase, 'running', plainLabel(event.description) || event.action)
      phase.stepStartedAt = at
      phase.stepId = event.stepId
      break
    case 'step_completed':
    case 'step_failed':
      delete phase.stepStartedAt
      delete phase.stepId
      break
    case 'verification_started':
      set(phase, 'verifying', `verifying: ${event.checks.map(plainLabel).join(', ')}`)
      break
    case 'review_started':
      set(phase, 'reviewing', event.round > 1 ? `in review, round ${event.round}` : 'in review')
      break
    case 'commit_integrated':
      set(phase, 'integrating', '')
      break
    case 'phase_held':
      set(
        phase,
        'ready',
        `waiting for ${plainLabel(event.waitsFor)}, which ${event.files.length === 0 ? 'conflicts with it' : 'writes the same files'}`,
      )
      break
    case 'phase_retry':
      set(phase, 'retrying', `retrying: ${plainLabel(event.failure.message)}`)
      break
    case 'phase_returned':
      set(phase, 'ready', 'returning to its session')
      break
    case 'phase_delayed':
      set(phase, 'retrying', `${describeDelay(event)}: ${plainLabel(event.failure.message)}`)
      break
    case 'phase_paused':
      set(phase, 'ready', `waiting for ${plainLabel(event.provider)}, which accepts no sessions now`)
      break
    case 'phase_waiting':
      set(phase, event.for === 'strategy' ? 'checkpoint' : 'waiting', waitsFor[event.for])
      break
    case 'phase_unskipped':
    case 'phase_continued':
      set(phase, event.type === 'phase_continued' ? 'running' : 'pending', '')
      break
    case 'phase_failed':
      end(phase, 'failed', plainLabel(event.failure.message), at)
      break
    case 'phase_blocked':
      end(phase, 'blocked', '', at)
      phase.blockedBy = plainLabel(event.blockedBy)
      break
    case 'phase_skipped':
      end(phase, 'skipped', plainLabel(event.reason), at)
      break
    case 'phase_completed':
    case 'phase_cancelled':
      end(phase, event.type === 'phase_completed' ? 'completed' : 'cancelled', '', at)
      break
    default:
      break
  }
}

const waitsFor = {
  checkpoint: 'waiting at its checkpoint',
  strategy: 'waiting for the checkpoint strategy',
  blocker: 'waiting for an answer',
} as const

const set = (phase: PhaseProgress, status: PhaseStatus, activity: string): void => {
  phase.status = status
  phase.activity = activity
  delete phase.endedAt
  delete phase.blockedBy
  delete phase.stepStartedAt
  delete phase.stepId
}

const end = (phase: PhaseProgress, status: PhaseStatus, activity: string, at: number): void => {
  set(phase, status, activity)
  phase.endedAt = at
}
