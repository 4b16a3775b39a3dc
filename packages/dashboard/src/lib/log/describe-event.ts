import { describeChange, formatDuration, plainLabel, type RunEvent, type RunEventOf } from '@amelia/core'
import { describeDelay, describeRestored, formatDollars } from '@amelia/core/plugin'
import { shortCount } from '../format/describe-tokens.ts'

/** Describes an event in one line of plain text, without its time and its phase. */
export const describeEvent = (event: RunEvent): string => {
  const text = describe(event)
  // A search describes all events, and nearly all lines are plain.
  return plain.test(text) ? text : plainLabel(text)
}

const plain = /^[!-~]+(?: [!-~]+)*$/

const describe = (event: RunEvent): string => {
  switch (event.type) {
    case 'run_started':
      return `Run started with ${count(event.phases.length, 'phase')} from ${short(event.base)} to ${branch(event.target)}`
    case 'run_resumed':
      return event.phases.length === 0 ? 'Run resumed' : `Run resumed with ${list(event.phases)}`
    case 'plan_changed':
      return `Plan edited: ${list(event.changes.map(({ phaseId, change }) => `${phaseId} ${changes[change]}`))}`
    case 'run_draining':
      return `Draining${event.reason === 'phase_failed' ? ' after a failed phase' : ''}: running phases finish and no others start`
    case 'run_verifying':
      return `Verifying the final result: ${list(event.checks)}`
    case 'run_verified':
      return `Final verification ${event.passed ? 'passed' : 'failed'}${checksOf(event)}`
    case 'run_reviewing':
      return 'Reviewing the final result'
    case 'run_reviewed':
      return `Final review ${verdict(event)}`
    case 'review_delayed':
      return `Review retried in ${formatDuration(event.waitMs)}: ${event.failure.message}`
    case 'run_published':
      return event.reason ?? `Published ${short(event.commit)}`
    case 'run_ended':
      return `Run ended: ${event.status}`
    case 'target_adopted':
      return `Continues from ${short(event.commit)}, which a person put on the target`
    case 'budget_exceeded':
      return 'Budget used up'
    case 'batch_started':
      return `Batch ${event.batch} of ${event.of} started: ${list(event.phases)}`
    case 'batch_completed':
    case 'batch_failed':
      return `Batch ${event.batch} ${event.type === 'batch_failed' ? 'failed' : 'completed'}: ${countsOf(event.counts)}`
    case 'provider_paused':
      return `${event.provider} accepts no sessions for ${formatDuration(event.waitMs)}`
    case 'call_abandoned':
      return `Abandoned the ${event.who}, which did not stop when asked`
    case 'gate_opened':
      return `Asks: ${event.gate.question}`
    case 'gate_resolved':
      return `Answered: ${event.choice}${event.feedback === undefined ? '' : `: ${event.feedback}`}`
    case 'repository_moved':
      return `Your repository changed: ${list(event.changes.map(describeChange))}`
    case 'files_restored':
      return `Restored ${count(event.files.length + (event.more ?? 0), 'file')} of the run: ${describeRestored(event.files).join('; ') || 'ticks in the plan'}`
    case 'session_charged':
      return describeCharge(event)
    case 'review_started':
      return `Review ${event.round} started on ${short(event.commit)}`
    case 'review_completed':
      return `Review ${verdict(event)}`
    case 'verification_started':
      return `${event.on === 'merged' ? 'Verifying after the merge' : 'Verifying'}: ${list(event.checks)}`
    case 'verification_completed':
      if (event.collision !== undefined) return event.collision
      return `Verification ${event.on === 'merged' ? 'after the merge ' : ''}${event.passed ? 'passed' : 'failed'}${checksOf(event)}`
    case 'commit_created':
      return `Committed ${short(event.commit)}: ${count(event.files.length, 'file')}`
    case 'commit_integrated':
      return `Integrated ${short(event.commit)}${event.merged ? ' by a merge' : ''}${event.reason === undefined ? '' : `: ${event.reason}`}`
    case 'debt_opened':
      return `Its tests fail until ${list(event.owedBy)} ${event.owedBy.length === 1 ? 'makes' : 'make'} them pass`
    case 'debt_paid':
      return `The tests of ${event.of} pass`
    case 'unit_completed':
      return `Work ended, not verified yet`
    default:
      return describePart(event)
  }
}

type PartEvent = Extract<
  RunEvent,
  { type: `phase_${string}` | `subtask_${string}` | `step_${string}` | 'checkpoint_decided' }
>

const describePart = (event: PartEvent): string => {
  switch (event.type) {
    case 'phase_started':
      return `Attempt ${event.attempt} started: ${event.title}`
    case 'phase_completed':
      return `Completed as ${short(event.commit)} in ${formatDuration(event.durationMs)}${event.unchanged ? ', changed no file' : ''}`
    case 'phase_waiting':
      return waits[event.for]
    case 'checkpoint_decided':
      return `Checkpoint strategy: ${event.pause ? 'pause' : 'pass'}${because(event.reason)}${event.late ? ' (too late, ignored)' : ''}`
    case 'phase_continued':
      return `Attempt ${event.attempt} continues`
    case 'phase_retry':
      return `Attempt ${event.tries} of ${event.maxAttempts} failed: ${event.failure.message}`
    case 'phase_delayed':
      return capitalise(`${describeDelay(event)}: ${event.failure.message}`)
    case 'phase_paused':
      return `Waits ${formatDuration(event.waitMs)} for ${event.provider}`
    case 'phase_returned':
      return `Goes on in ${event.round > 1 ? `round ${event.round}` : 'its session'}: ${returns[event.reason]}`
    case 'phase_failed':
      return `Failed: ${event.failure.message}`
    case 'phase_blocked':
      return `Blocked by ${event.blockedBy}`
    case 'phase_skipped':
      return `Skipped${because(event.reason)}`
    case 'phase_held':
      return `Waits for ${event.waitsFor}, which ${event.files.length === 0 ? 'conflicts with it' : `writes ${list(event.files)}`}`
    case 'phase_cancelled':
      return 'Cancelled'
    case 'phase_unskipped':
      return 'No longer skipped'
    case 'phase_steered':
      return `Text for the agent ${event.outcome}${because(event.reason)}: ${event.text}`
    case 'subtask_started':
      return `${event.subtaskId} started: ${event.title}`
    case 'subtask_completed':
      return `${event.subtaskId} ${event.claimed ? 'claimed' : 'completed'} (${event.done} of ${event.of})`
    case 'subtask_failed':
      return `${event.subtaskId} failed: ${event.failure.message}`
    case 'subtask_skipped':
      return `${event.subtaskId} skipped${because(event.reason)}`
    case 'subtask_unskipped':
      return `${event.subtaskId} no longer skipped`
    case 'step_started':
      return `Step ${event.stepId} started: ${event.description || event.action}`
    case 'step_completed':
      return `Step ${event.stepId} completed in ${formatDuration(event.durationMs)}${event.command === undefined ? '' : `: ${event.command}`}`
    case 'step_failed':
      return `Step ${event.stepId} failed: ${event.failure.message}`
    case 'step_skipped':
      return `Step ${event.stepId} skipped${because(event.reason)}`
    case 'step_unskipped':
      return `Step ${event.stepId} no longer skipped`
    case 'step_cancelled':
      return `Step ${event.stepId} cancelled`
  }
}

const changes = {
  added: 'added',
  changed: 'starts over',
  again: 'runs again',
  removed: 'removed',
  stays: 'keeps its commit',
} as const

const returns = {
  nothing_changed: 'it changes nothing',
  files_missing: 'its agent reports files that it did not change',
  evidence_changed: 'it changes what its checks depend on',
  not_red: 'its new tests do not fail as they should',
  unresolved: 'it leaves conflict markers',
  review: 'changes requested',
  feedback: 'as a person says',
  partial: 'a part is left',
  report: 'its report cannot be read',
  conflict: 'it does not fit what was integrated since it began',
} as const

const waits = {
  checkpoint: 'Waits at its checkpoint',
  strategy: 'Waits for the checkpoint strategy',
  blocker: 'Waits for an answer',
} as const

const mostListed = 8

const list = (items: readonly string[]): string => {
  if (items.length === 0) return 'none'
  const more = items.length - mostListed
  return `${items.slice(0, mostListed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

const count = (amount: number, noun: string): string => `${amount} ${noun}${amount === 1 ? '' : 's'}`

const short = (commit: string): string => commit.slice(0, 7)

const branch = (target: string): string => target.replace(/^refs\/heads\//, '')

const because = (reason: string | undefined): string => (reason === undefined ? '' : `: ${reason}`)

const checksOf = ({ checks }: RunEventOf<'run_verified'> | RunEventOf<'verification_completed'>): string =>
  checks.length === 0
    ? ''
    : `: ${list(checks.map(({ name, passed }) => `${name} ${passed ? 'passed' : 'failed'}`))}`

const verdict = ({ approved, summary }: { approved: boolean; summary: string }): string =>
  `${approved ? 'approved' : 'requested changes'}: ${summary}`

const countsOf = (counts: RunEventOf<'batch_completed'>['counts']): string =>
  Object.entries(counts)
    .flatMap(([status, amount]) => (amount === 0 ? [] : [`${amount} ${status}`]))
    .join(', ')

const describeCharge = (event: RunEventOf<'session_charged'>): string => {
  const { number, role, inputTokens, outputTokens, usd, estimated } = event
  const tokens =
    inputTokens === undefined && outputTokens === undefined
      ? 'tokens unknown'
      : `${shortCount(inputTokens ?? 0)} tokens in, ${shortCount(outputTokens ?? 0)} out`
  const dollars = usd === null ? 'cost unknown' : `${formatDollars(usd)}${estimated ? ' (estimated)' : ''}`
  return `Session ${number} (${role}) used ${tokens}, ${dollars}, ${formatDuration(event.durationMs)}`
}

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
