import { type CheckResult, formatDuration, plainLabel, type RunEvent, describeChange } from '@amelia/core'
import { describeDelay, describeRestored, formatDollars } from '@amelia/core/plugin'
import { padText, widestOf } from '../terminal/fit-text.ts'
import { describeTokens } from './describe-usage.ts'
import { once, type ToldFailures } from './told-failures.ts'
import { describeReturn } from './describe-return.ts'

/**
 * Formats an event as a line, or returns undefined if it is not worth a line. Without colours or control
 * characters. A failure of a step is also that of its subtask and of its attempt: `told` prints it once.
 */
export const eventLine = (
  event: RunEvent,
  sinceStart: number,
  told: ToldFailures = new Map(),
  idWidth = leastWidth,
): string | undefined => {
  const text = describe(event, told)
  if (text === undefined) return undefined
  return logLine(text, { phaseId: event.phaseId, sinceStart, idWidth })
}

const leastWidth = 6

/** The width of the column of phases in the lines of a plan. */
export const idWidthOf = ({ phases }: { phases: readonly { id: string }[] }): number =>
  Math.max(leastWidth, widestOf(phases.map(({ id }) => plainLabel(id))))

/** Formats a text as a line with its time, in milliseconds since the start of the run, and its phase. */
export const logLine = (
  text: string,
  { phaseId, sinceStart, idWidth }: { phaseId: string | undefined; sinceStart: number; idWidth: number },
): string => {
  const phase = phaseId === undefined ? 'run' : plainLabel(phaseId)
  return `${clock(sinceStart)}  ${padText(phase, idWidth)}  ${plainLabel(text)}`
}

const changed = {
  added: 'added',
  changed: 'starts over',
  again: 'runs again',
  removed: 'removed',
  stays: 'keeps its commit',
} as const

const waitingFor = {
  checkpoint: 'verified; waiting at its checkpoint',
  strategy: 'verified; waiting for the checkpoint strategy',
  blocker: 'waiting for an answer',
} as const

const clock = (ms: number): string => {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`
}

const describe = (event: RunEvent, told: ToldFailures): string | undefined => {
  switch (event.type) {
    case 'run_started':
      return `started ${event.runId}: ${event.phases.length} ${event.phases.length === 1 ? 'phase' : 'phases'} from ${event.base.slice(0, 7)} to ${event.publish === 'message-only' ? 'your checkout, not committed' : event.target.replace(/^refs\/heads\//, '')}`
    case 'run_resumed':
      return describeResume(event)
    case 'plan_changed':
      return `switched to the edited plan: ${event.changes.map(({ phaseId, change }) => `${phaseId} ${changed[change]}`).join(', ') || 'no changes'}`
    case 'run_draining':
      return event.reason === 'phase_failed'
        ? 'draining: a phase failed, so running phases finish and no others start'
        : 'draining: running phases finish and no others start'
    case 'run_ended':
      return `ended: ${event.status}`
    // A batch of one phase is that phase.
    case 'batch_started':
      return event.phases.length === 1
        ? undefined
        : `batch ${event.batch} of ${event.of} started: ${event.phases.join(', ')}`
    case 'batch_completed':
    case 'batch_failed':
      return event.phases.length === 1
        ? undefined
        : `batch ${event.batch} ${event.type === 'batch_failed' ? 'failed' : 'completed'}: ${describeCounts(event.counts)}`
    case 'phase_started':
      told.delete(event.phaseId)
      return `started${event.attempt > 1 ? `, attempt ${event.attempt}` : ''}: ${event.title}`
    case 'phase_completed':
      return `completed: ${event.commit.slice(0, 7)}, ${formatDuration(event.durationMs)}${event.unchanged ? `, changed no file${event.ignoredFiles ? `; ignored by git: ${event.ignoredFiles.join(', ')}` : ''}` : ''}`
    case 'phase_waiting':
      return waitingFor[event.for]
    case 'checkpoint_decided':
      return `checkpoint strategy: ${event.pause ? 'pause' : 'pass'}${event.reason === undefined ? '' : `: ${event.reason}`}${event.late ? ' (too late, ignored)' : ''}`
    case 'phase_continued':
      return 'resumed'
    case 'phase_retry':
      return `attempt ${event.tries} of ${event.maxAttempts} failed${once(event, told)}`
    case 'phase_returned':
      return describeReturn(event)
    case 'phase_failed':
      return `failed${once(event, told)}`
    case 'phase_blocked':
      return `blocked by ${event.blockedBy}`
    case 'phase_skipped':
      return `skipped: ${event.reason}`
    case 'phase_held':
      return `waiting for ${event.waitsFor}, which ${event.files.length === 0 ? 'conflicts with it' : `writes ${event.files.slice(0, 3).join(', ')}`}`
    case 'phase_cancelled':
      return 'cancelled'
    case 'phase_steered':
      return describeText(event)
    case 'phase_delayed':
      return `${describeDelay(event)}: ${event.failure.message}`
    case 'phase_paused':
      return `waiting: ${event.provider} accepts no sessions for ${formatDuration(event.waitMs)}`
    case 'provider_paused':
      return `${event.provider} accepts no sessions for ${formatDuration(event.waitMs)}`
    case 'phase_unskipped':
      return 'no longer skipped'
    case 'subtask_skipped':
      return `${event.subtaskId} skipped: ${event.reason}`
    case 'subtask_unskipped':
      return `${event.subtaskId} no longer skipped`
    case 'step_skipped':
      return `step ${event.stepId} skipped: ${event.reason}`
    case 'step_unskipped':
      return `step ${event.stepId} no longer skipped`
    case 'debt_opened':
      return `its tests fail until ${event.owedBy.join(', ')} ${event.owedBy.length === 1 ? 'makes' : 'make'} them pass`
    case 'debt_paid':
      return `the tests of ${event.of} pass`
    case 'target_adopted':
      return `continues from ${event.commit.slice(0, 7)}, which someone else put on the target`
    case 'run_verifying':
      return `verifying the final result: ${event.checks.join(', ')}`
    case 'run_verified':
      return `final verification ${event.passed ? 'passed' : 'failed'}: ${event.checks.map(describeCheck).join(', ')}`
    case 'run_published':
      return event.reason ?? (event.target ? `published: ${event.commit.slice(0, 7)}` : undefined)
    case 'review_completed':
      return `review ${event.approved ? 'approved' : 'requested changes'}: ${event.summary}`
    case 'run_reviewing':
      return 'reviewing the final result'
    case 'review_delayed':
      return `retrying the review in ${formatDuration(event.waitMs)}: ${event.failure.message}`
    case 'run_reviewed':
      return `final review ${event.approved ? 'approved' : 'requested changes'}: ${event.summary}`
    case 'budget_exceeded':
      return 'budget exceeded'
    case 'subtask_started':
      return `${event.subtaskId} ${event.title}`
    case 'subtask_completed':
      return event.of === 1
        ? undefined
        : `${event.claimed ? 'claimed' : 'completed'}: ${event.subtaskId} (${event.done}/${event.of} subtasks)`
    case 'subtask_failed':
      return told.get(event.phaseId) === event.failure.message
        ? undefined
        : `${event.subtaskId} failed${once(event, told)}`
    case 'step_completed':
      return event.command === undefined
        ? undefined
        : `ran: ${event.command} (${formatDuration(event.durationMs)})`
    case 'step_failed':
      return describeStep(event, told)
    case 'step_cancelled':
      return `step ${event.stepId} cancelled`
    case 'verification_completed':
      if (event.collision !== undefined) return event.collision
      if (event.checks.length === 0) return undefined
      return `${event.on === 'merged' ? 'verified after merging' : 'verified'}: ${event.checks
        .map(describeCheck)
        .join(', ')}`
    case 'gate_opened':
      return `asks: ${event.gate.question}`
    case 'gate_resolved':
      return `answered: ${event.choice}`
    case 'repository_moved':
      return `your repository changed: ${event.changes.map(describeChange).join('; ')}${event.more === undefined ? '' : `; and ${event.more} more`}`
    case 'files_restored': {
      const lines = describeRestored(event.files)
      return lines.length === 0 ? undefined : lines.join('; ')
    }
    case 'call_abandoned':
      return `abandoned: the ${event.who} did not stop when asked; its result is ignored`
    case 'session_charged':
      return describeCharge(event)
    case 'review_started':
    case 'step_started':
    case 'unit_completed':
    case 'commit_created':
    case 'commit_integrated':
    case 'verification_started':
      return undefined
    default:
      event satisfies never
  }
}

const describeStep = (event: Extract<RunEvent, { type: 'step_failed' }>, told: ToldFailures): string => {
  const failure = once(event, told)
  return [' ', ':'].some((end) => failure.startsWith(`: step ${event.stepId}${end}`))
    ? failure.slice(2)
    : `step ${event.stepId} failed${failure}`
}

const describeCounts = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .flatMap(([status, count]) =>
      count === 0 ? [] : [`${count} ${status === 'external' ? 'not run' : status}`],
    )
    .join(', ')

const describeCharge = (event: Extract<RunEvent, { type: 'session_charged' }>): string => {
  const { number, role, inputTokens, outputTokens, cachedInputTokens = 0, usd, estimated } = event
  const tokens =
    inputTokens === undefined && outputTokens === undefined
      ? 'an unknown number of tokens'
      : describeTokens({
          ...{ inputTokens: inputTokens ?? 0, cachedInputTokens, outputTokens: outputTokens ?? 0 },
        })
  const dollars = usd === null ? 'cost unknown' : `${formatDollars(usd)}${estimated ? ' (estimated)' : ''}`
  return `session ${number} (${role}) used ${tokens}, ${dollars}, ${formatDuration(event.durationMs)}`
}

const describeCheck = ({ name, passed, note }: CheckResult): string =>
  `${name} ${passed ? 'passed' : 'failed'}${note === undefined ? '' : ` (${note})`}`

/** Names the phases that continue, the end of the journal, and the commits that only git contains. */
const describeResume = ({ phases, journal, found }: Extract<RunEvent, { type: 'run_resumed' }>): string => {
  const [first, ...more] = phases
  const named =
    first === undefined ? '' : ` with ${more.length > 0 ? 'phases' : 'phase'} ${phases.join(', ')}`
  const after = journal === undefined ? '' : `, last written at ${journal.at}`
  const beyond = [
    ...(found?.phases ?? []).map(({ phaseId, commit }) => `phase ${phaseId} (${commit.slice(0, 7)})`),
    ...(found?.report === undefined ? [] : [`the report (${found.report.slice(0, 7)})`]),
    ...(found?.refs ?? []).map(({ ref, commit }) => `${ref} (${commit.slice(0, 7)})`),
  ]
  return `resumed${named}${after}${beyond.length === 0 ? '' : `; git contains more than the journal: ${beyond.join(', ')}`}`
}

const givenTo = { turn: 'its running session', prompt: 'its new session' } as const

const describeText = ({
  outcome,
  to = 'prompt',
  reason = '',
}: Extract<RunEvent, { type: 'phase_steered' }>): string => {
  if (outcome === 'delivered') return `your text was given to ${givenTo[to]}`
  return outcome === 'deferred' ? 'your text waits for its next session' : `your text was dropped: ${reason}`
}
