import { plural } from '../../text/format-count.ts'
import type { RunEventType } from '../../event/run-event-type.ts'
import type { RunEventOf } from '../../event/run-event.ts'
import { describeChange } from '../../policy/describe-change.ts'
import { formatDuration } from '../../text/format-duration.ts'
import { describeRestored } from '../describe-restored.ts'
import { describeCharge } from './describe-charge.ts'
import { describeChecks } from './describe-checks.ts'
import {
  because,
  type EventTone,
  type EventWords,
  passTone,
  short,
  verdict,
  verdictTone,
} from './event-words.ts'
import { type ConditionStatus, ownCondition } from './run-condition.ts'

/** Types of events about the run, its batches, its questions and its repository. */
export type RunWordType = Extract<
  RunEventType,
  | `run_${string}`
  | `batch_${string}`
  | `gate_${string}`
  | ('plan_changed' | 'target_adopted' | 'review_delayed' | 'provider_paused' | 'budget_exceeded')
  | ('repository_moved' | 'files_restored' | 'call_abandoned' | 'session_charged' | 'plugin_event')
>

const startedPhases = ({ phases, base, publish, target }: RunEventOf<'run_started'>): string =>
  `${plural(phases.length, 'phase')} from ${short(base)} to ${publish === 'message-only' ? 'your checkout, not committed' : target.replace(/^refs\/heads\//, '')}`

/** Names the phases that continue, the end of the journal, and the commits that only git contains. */
const describeResume = ({ phases, journal, found }: RunEventOf<'run_resumed'>): string => {
  const [first, ...more] = phases
  const named =
    first === undefined ? '' : ` with ${more.length > 0 ? 'phases' : 'phase'} ${phases.join(', ')}`
  const after = journal === undefined ? '' : `, last written at ${journal.at}`
  const beyond = [
    ...(found?.phases ?? []).map(({ phaseId, commit }) => `phase ${phaseId} (${short(commit)})`),
    ...(found?.report === undefined ? [] : [`the report (${short(found.report)})`]),
    ...(found?.refs ?? []).map(({ ref, commit }) => `${ref} (${short(commit)})`),
  ]
  return `resumed${named}${after}${beyond.length === 0 ? '' : `; git contains more than the journal: ${beyond.join(', ')}`}`
}

const changes = {
  added: 'added',
  changed: 'starts over',
  again: 'runs again',
  removed: 'removed',
  stays: 'keeps its commit',
} as const

/** Names the event of a plugin, with the beginning of its data. */
const describeOwnEvent = ({ who, name, data }: RunEventOf<'plugin_event'>): string => {
  const json = data === undefined ? '' : JSON.stringify(data)
  return `${name} from the ${who}${because(json === '' ? undefined : json.length > 200 ? `${json.slice(0, 200)}…` : json)}`
}

/** A batch of one phase is that phase. */
const batchLevel = ({ phases }: { phases: readonly string[] }) => (phases.length === 1 ? 'detail' : 'line')

const describeCounts = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .flatMap(([status, count]) =>
      count === 0 ? [] : [`${count} ${status === 'external' ? 'not run' : status}`],
    )
    .join(', ')

const outcomeOf = ({ status, report }: RunEventOf<'run_ended'>): ConditionStatus =>
  ownCondition({ ...report, status }).status

const ended: Record<ConditionStatus, EventTone> = {
  running: 'warn',
  draining: 'warn',
  waiting: 'warn',
  completed: 'good',
  partial: 'warn',
  failed: 'bad',
  cancelled: 'warn',
  aborted: 'bad',
  reverted: 'warn',
  interrupted: 'warn',
  unknown: 'warn',
}

/** The words for events about the run. */
export const runEventWords: EventWords<RunWordType> = {
  run_started: {
    group: 'run',
    tone: 'active',
    text: (event) => `started ${event.runId}: ${startedPhases(event)}`,
  },
  run_resumed: { group: 'run', tone: 'active', text: describeResume },
  plan_changed: {
    group: 'run',
    tone: 'dim',
    text: (event) =>
      `switched to the edited plan: ${event.changes.map(({ phaseId, change }) => `${phaseId} ${changes[change]}`).join(', ') || 'no changes'}`,
  },
  run_draining: {
    group: 'run',
    tone: 'warn',
    text: ({ reason }) =>
      reason === 'phase_failed'
        ? 'draining: a phase failed, so running phases finish and no others start'
        : 'draining: running phases finish and no others start',
  },
  target_adopted: {
    group: 'run',
    tone: 'dim',
    text: ({ commit }) => `continues from ${short(commit)}, which someone else put on the target`,
  },
  run_verifying: {
    group: 'check',
    tone: 'dim',
    text: ({ checks }) => `verifying the final result: ${checks.join(', ')}`,
  },
  run_verified: {
    group: 'check',
    tone: passTone,
    text: ({ passed, checks }) =>
      `final verification ${passed ? 'passed' : 'failed'}${checks.length === 0 ? '' : `: ${describeChecks(checks)}`}`,
  },
  run_reviewing: { group: 'review', tone: 'dim', text: () => 'reviewing the final result' },
  review_delayed: {
    group: 'review',
    tone: 'warn',
    text: ({ waitMs, failure }) => `retrying the review in ${formatDuration(waitMs)}: ${failure.message}`,
  },
  run_reviewed: { group: 'review', tone: verdictTone, text: (event) => `final review ${verdict(event)}` },
  run_published: {
    group: 'run',
    tone: 'good',
    level: ({ reason, target }) => (reason === undefined && !target ? 'detail' : 'line'),
    text: ({ reason, commit }) => reason ?? `published: ${short(commit)}`,
  },
  provider_paused: {
    group: 'session',
    tone: 'warn',
    text: ({ provider, waitMs }) => `${provider} accepts no sessions for ${formatDuration(waitMs)}`,
  },
  run_ended: {
    group: 'run',
    tone: (event) => ended[outcomeOf(event)],
    text: (event) => `ended: ${outcomeOf(event)}`,
  },
  batch_started: {
    group: 'run',
    tone: 'active',
    level: batchLevel,
    text: ({ batch, of, phases }) => `batch ${batch} of ${of} started: ${phases.join(', ')}`,
  },
  batch_completed: {
    group: 'run',
    tone: 'good',
    level: batchLevel,
    text: ({ batch, counts }) => `batch ${batch} completed: ${describeCounts(counts)}`,
  },
  batch_failed: {
    group: 'run',
    tone: 'bad',
    level: batchLevel,
    text: ({ batch, counts }) => `batch ${batch} failed: ${describeCounts(counts)}`,
  },
  files_restored: {
    group: 'run',
    tone: 'dim',
    level: ({ files }) => (describeRestored(files).length === 0 ? 'detail' : 'line'),
    text: ({ files }) =>
      describeRestored(files).join('; ') || 'changed ticks in the plan, which are restored',
  },
  session_charged: { group: 'session', tone: 'dim', text: describeCharge },
  budget_exceeded: { group: 'session', tone: 'bad', text: () => 'budget exceeded' },
  gate_opened: { group: 'question', tone: 'warn', text: ({ gate }) => `asks: ${gate.question}` },
  gate_resolved: {
    group: 'question',
    tone: 'dim',
    text: ({ choice, feedback }) => `answered: ${choice}${because(feedback)}`,
  },
  repository_moved: {
    group: 'check',
    tone: 'bad',
    text: (event) =>
      `your repository changed: ${event.changes.map(describeChange).join('; ')}${event.more === undefined ? '' : `; and ${event.more} more`}`,
  },
  call_abandoned: {
    group: 'run',
    tone: 'bad',
    text: ({ who }) => `abandoned: the ${who} did not stop when asked; its result is ignored`,
  },
  plugin_event: { group: 'session', tone: 'dim', text: describeOwnEvent },
}
