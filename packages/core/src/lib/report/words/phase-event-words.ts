import { plural } from '../../text/format-count.ts'
import type { RunEventType } from '../../event/run-event-type.ts'
import type { RunEventOf } from '../../event/run-event.ts'
import { formatDuration } from '../../text/format-duration.ts'
import { describeDelay } from '../describe-delay.ts'
import { describeChecks } from './describe-checks.ts'
import { because, type EventWords, passTone, short, verdict, verdictTone } from './event-words.ts'
import type { RunWordType } from './run-event-words.ts'

/** Types of events about a phase or its parts. */
export type PhaseWordType = Exclude<RunEventType, RunWordType>

const waitsFor = {
  checkpoint: 'verified; waiting at its checkpoint',
  strategy: 'verified; waiting for the checkpoint strategy',
  blocker: 'waiting for an answer',
} as const

const returns = {
  nothing_changed: 'it changes nothing',
  files_missing: 'its agent reports files that it did not change',
  evidence_changed: 'it changes what its checks depend on',
  not_red: 'its new tests do not fail as they should',
  unresolved: 'it leaves conflict markers',
} as const

/** A round is not a failure, so it is not counted as an attempt. */
const rounds = {
  review: 'changes requested',
  feedback: 'as a person says',
  partial: 'a part is left',
  report: 'its report cannot be read',
  conflict: 'it does not fit what was integrated since it began',
} as const

/** Describes why an attempt goes on in another session. */
const describeReturn = ({ reason, round, count, rounds: most }: RunEventOf<'phase_returned'>): string =>
  reason in rounds
    ? `round ${count ?? round}${most === undefined ? '' : ` of at most ${most}`}: ${rounds[reason as keyof typeof rounds]}`
    : `returns to its session: ${returns[reason as keyof typeof returns]}`

const givenTo = { turn: 'its running session', prompt: 'its new session' } as const

const describeText = ({ outcome, to = 'prompt', reason, text }: RunEventOf<'phase_steered'>): string => {
  if (outcome === 'delivered') return `your text was given to ${givenTo[to]}: ${text}`
  return `your text ${outcome === 'deferred' ? 'waits for its next session' : `was dropped${because(reason)}`}: ${text}`
}

const describeCompletion = (event: RunEventOf<'phase_completed'>): string => {
  const ignored = event.ignoredFiles ? `; ignored by git: ${event.ignoredFiles.join(', ')}` : ''
  return `completed: ${short(event.commit)}, ${formatDuration(event.durationMs)}${event.unchanged ? `, changed no file${ignored}` : ''}`
}

const describeVerification = ({ on, checks, collision }: RunEventOf<'verification_completed'>): string => {
  if (collision !== undefined) return collision
  const verified = on === 'merged' ? 'verified after merging' : 'verified'
  return checks.length === 0 ? `${verified} without a check` : `${verified}: ${describeChecks(checks)}`
}

/** The words for events about phases and their parts. */
export const phaseEventWords: EventWords<PhaseWordType> = {
  phase_started: {
    group: 'phase',
    tone: 'active',
    text: ({ attempt, title }) => `started${attempt > 1 ? `, attempt ${attempt}` : ''}: ${title}`,
  },
  phase_completed: { group: 'phase', tone: 'good', text: describeCompletion },
  phase_waiting: { group: 'question', tone: 'warn', text: (event) => waitsFor[event.for] },
  checkpoint_decided: {
    group: 'question',
    tone: 'dim',
    text: ({ pause, reason, late }) =>
      `checkpoint strategy: ${pause ? 'pause' : 'pass'}${because(reason)}${late ? ' (too late, ignored)' : ''}`,
  },
  phase_continued: { group: 'phase', tone: 'active', text: () => 'resumed' },
  phase_retry: {
    group: 'phase',
    tone: 'warn',
    text: ({ tries, maxAttempts }) => `attempt ${tries} of ${maxAttempts} failed`,
    failure: ({ failure }) => failure,
  },
  phase_delayed: {
    group: 'phase',
    tone: 'warn',
    text: (event) => `${describeDelay(event)}: ${event.failure.message}`,
  },
  phase_paused: {
    group: 'session',
    tone: 'warn',
    text: ({ provider, waitMs }) => `waiting: ${provider} accepts no sessions for ${formatDuration(waitMs)}`,
  },
  phase_returned: { group: 'phase', tone: 'warn', text: describeReturn },
  phase_failed: { group: 'phase', tone: 'bad', text: () => 'failed', failure: ({ failure }) => failure },
  phase_blocked: { group: 'phase', tone: 'bad', text: ({ blockedBy }) => `blocked by ${blockedBy}` },
  phase_skipped: { group: 'phase', tone: 'dim', text: ({ reason }) => `skipped: ${reason}` },
  phase_locked: {
    group: 'phase',
    tone: 'warn',
    text: ({ waitsFor: other, files }) =>
      `waiting for ${other}, which ${files.length === 0 ? 'conflicts with it' : `writes ${files.slice(0, 3).join(', ')}`}`,
  },
  phase_cancelled: { group: 'phase', tone: 'warn', text: () => 'cancelled' },
  phase_unskipped: { group: 'phase', tone: 'dim', text: () => 'no longer skipped' },
  phase_steered: { group: 'question', tone: 'dim', text: describeText },
  subtask_started: { group: 'part', tone: 'active', text: ({ subtaskId, title }) => `${subtaskId} ${title}` },
  subtask_completed: {
    group: 'part',
    tone: 'good',
    level: ({ of }) => (of === 1 ? 'detail' : 'line'),
    text: ({ subtaskId, claimed, done, of }) =>
      `${claimed ? 'claimed' : 'completed'}: ${subtaskId} (${done}/${of} subtasks)`,
  },
  subtask_failed: {
    group: 'part',
    tone: 'bad',
    text: ({ subtaskId }) => `${subtaskId} failed`,
    failure: ({ failure }) => failure,
  },
  subtask_skipped: {
    group: 'part',
    tone: 'dim',
    text: ({ subtaskId, reason }) => `${subtaskId} skipped: ${reason}`,
  },
  subtask_unskipped: {
    group: 'part',
    tone: 'dim',
    text: ({ subtaskId }) => `${subtaskId} no longer skipped`,
  },
  step_started: {
    group: 'part',
    tone: 'active',
    level: 'detail',
    text: ({ stepId, description, action }) => `step ${stepId} started: ${description || action}`,
  },
  step_completed: {
    group: 'part',
    tone: 'good',
    level: ({ command }) => (command === undefined ? 'detail' : 'line'),
    text: ({ stepId, command, durationMs }) =>
      command === undefined
        ? `step ${stepId} completed in ${formatDuration(durationMs)}`
        : `ran: ${command} (${formatDuration(durationMs)})`,
  },
  step_failed: {
    group: 'part',
    tone: 'bad',
    text: ({ stepId }) => `step ${stepId} failed`,
    failure: ({ failure }) => failure,
  },
  step_skipped: {
    group: 'part',
    tone: 'dim',
    text: ({ stepId, reason }) => `step ${stepId} skipped: ${reason}`,
  },
  step_unskipped: { group: 'part', tone: 'dim', text: ({ stepId }) => `step ${stepId} no longer skipped` },
  step_cancelled: { group: 'part', tone: 'warn', text: ({ stepId }) => `step ${stepId} cancelled` },
  unit_completed: { group: 'part', tone: 'dim', level: 'detail', text: () => 'work ended, not verified yet' },
  commit_created: {
    group: 'check',
    tone: 'dim',
    level: 'detail',
    text: ({ commit, files }) => `committed ${short(commit)}: ${plural(files.length, 'file')}`,
  },
  commit_integrated: {
    group: 'check',
    tone: 'good',
    level: 'detail',
    text: ({ commit, merged, reason }) =>
      `integrated ${short(commit)}${merged ? ' by a merge' : ''}${because(reason)}`,
  },
  verification_started: {
    group: 'check',
    tone: 'active',
    level: 'detail',
    text: ({ on, checks }) =>
      `${on === 'merged' ? 'verifying after the merge' : 'verifying'}: ${checks.join(', ') || 'no checks'}`,
  },
  verification_completed: {
    group: 'check',
    tone: passTone,
    level: ({ collision, checks }) => (collision === undefined && checks.length === 0 ? 'detail' : 'line'),
    text: describeVerification,
  },
  review_started: {
    group: 'review',
    tone: 'active',
    level: 'detail',
    text: ({ round, commit }) => `review ${round} started on ${short(commit)}`,
  },
  review_completed: { group: 'review', tone: verdictTone, text: (event) => `review ${verdict(event)}` },
  debt_opened: {
    group: 'check',
    tone: 'dim',
    text: ({ owedBy }) =>
      `its tests fail until ${owedBy.join(', ')} ${owedBy.length === 1 ? 'makes' : 'make'} them pass`,
  },
  debt_paid: { group: 'check', tone: 'good', text: (event) => `the tests of ${event.of} pass` },
}
