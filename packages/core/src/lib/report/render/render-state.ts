import type { FrozenPhase, FrozenRun } from '../../machine/state/frozen-run.ts'
import { notVerified } from '../../policy/not-verified.ts'
import type { Step } from '../../plan/model/step.ts'
import type { ChargedSession } from '../../event/charged-session.ts'
import type { PhaseReport, Report, SubtaskReport } from '../../event/report.ts'
import { isoTime } from '../iso-time.ts'
import { isDone } from '../describe-count.ts'
import { endWith } from '../list/list-subtasks.ts'

/**
 * Renders the state of every phase, subtask and step of a run as JSON for tools (seed: phased-execution,
 * State Tracking).
 *
 * `report` is the report of `state`. Times are ISO 8601. A time, an error, a review or a commit that does not
 * exist is null. `claimed`: the times of a subtask are the statements of its phase's agent. Each phase and
 * each session is one line, so that a history of this file shows which of them changed.
 */
export const renderState = (state: FrozenRun, report: Report): string => {
  const { runId, goal, status, base, head, target, startedAt, endedAt, batches, batchApprovals = [] } = report
  const { spent, sessions = [] } = report
  const verification = report.unverified ? { verification: notVerified } : {}
  const facts = {
    ...{ runId, goal },
    // The commit that contains the state is made before the run ends.
    ...(status === 'running' ? {} : { status }),
    ...{ ...verification, base, head, target, startedAt },
    ...(endedAt !== undefined && { completedAt: endedAt }),
    spent,
  }
  const fields = [
    // Without the closing brace: the lists follow.
    [JSON.stringify(facts, null, 2).slice(0, -2)],
    listLines('sessions', sessions, withoutPlaces),
    listLines('phases', report.phases, (phase, index) => renderPhase(phase, state.phases[index]!)),
    listLines('batches', batches),
    listLines('batchApprovals', batchApprovals),
  ]
  for (const lines of fields.slice(0, -1)) lines.push(`${lines.pop()},`)
  // Joined once, because each step between would copy some megabytes in a large run.
  return [...fields.flat(), '}', ''].join('\n')
}

/** Renders a list as a field of an object, with one line per entry. */
const listLines = <Entry>(
  name: string,
  entries: readonly Entry[],
  render: (entry: Entry, index: number) => unknown = (entry) => entry,
): string[] => {
  const last = entries.length - 1
  const lines = entries.map(
    (entry, index) => `    ${JSON.stringify(render(entry, index))}${index === last ? '' : ','}`,
  )
  return [`  "${name}": [`, ...lines, '  ]']
}

const renderPhase = (report: PhaseReport, state: FrozenPhase) => {
  const { id, title, status, attempt, base, commit, because, review, failure, blocked, spent } = report
  const { attempts = [], subtasks = [], skipReason } = report
  return {
    id,
    title,
    status,
    attempt,
    baseCommit: base ?? null,
    commit: commit ?? null,
    startedAt: timeOf(state.startedAt),
    completedAt: timeOf(state.endedAt),
    error: failure?.message ?? blocked?.message ?? null,
    ...(blocked && { blocked }),
    reviewResult: review ?? null,
    ...(because === undefined ? {} : { because }),
    ...(skipReason === undefined ? {} : { skipReason }),
    spent: spent ?? null,
    attempts: attempts.map((one) => ({ ...one, sessions: one.sessions.map(withoutPlaces) })),
    subtasksCompleted: subtasks.filter((subtask) => subtask.status === 'completed' && isDone(subtask, status))
      .length,
    subtasks: subtasks.map((subtask, index) =>
      renderSubtask(subtask, state.planned.subtasks[index]!.steps, report, state),
    ),
  }
}

const renderSubtask = (
  { startedAt, completedAt, error, claimed, steps: reports = [], ...subtask }: SubtaskReport,
  steps: readonly Step[],
  { status }: PhaseReport,
  { stepStatus, byHand }: FrozenPhase,
) => ({
  ...subtask,
  startedAt: startedAt ?? null,
  completedAt: completedAt ?? null,
  error: error ?? null,
  ...(claimed && { claimed }),
  steps: steps.map(({ id }, index) => {
    const { command, durationMs, skipReason } = reports[index] ?? {}
    return {
      id,
      status: endWith(stepStatus.get(id) ?? 'pending', status),
      ...(byHand?.has(id) ? { byHand: true } : {}),
      ...(command === undefined ? {} : { command }),
      ...(durationMs === undefined ? {} : { durationMs }),
      ...(skipReason === undefined ? {} : { skipReason }),
    }
  }),
})

const timeOf = (ms: number | undefined): string | null => (ms === undefined ? null : isoTime(ms))

/** The file may be committed, so it contains no paths of this machine. */
const withoutPlaces = ({ transcript, ...session }: ChargedSession): object =>
  transcript === undefined
    ? session
    : {
        ...session,
        transcript: {
          page: transcript.page.name,
          ...(transcript.vendor && { vendor: transcript.vendor.name }),
        },
      }
