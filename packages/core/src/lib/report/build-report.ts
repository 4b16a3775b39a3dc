import type { RunState } from '../machine/run-state.ts'
import type { PhaseReport, Report } from './report.ts'

const isoTime = (ms: number): string => new Date(ms).toISOString()

/** How a run stands at `now` (milliseconds since 1970). Pure: it reads the state and changes nothing. */
export const buildReport = (state: RunState, now: number): Report => {
  const { startedAt, endedAt, targetNote } = state
  return {
    runId: state.runId,
    goal: state.plan.goal || state.plan.title,
    status: statusOf(state),
    base: state.base,
    head: state.head,
    target: state.target,
    targetPublished: state.targetCommit === state.head,
    ...(targetNote === undefined ? {} : { targetNote }),
    phases: state.phases.map(
      ({
        phase,
        status,
        attempt,
        composed,
        failures,
        because,
        checks,
        startedAt: began,
        endedAt: ended,
      }): PhaseReport => {
        const failure = failures.at(-1)
        return {
          id: phase.id,
          title: phase.title,
          status,
          attempt,
          ...(status === 'completed' && composed !== undefined ? { commit: composed } : {}),
          ...(failure && status !== 'completed' ? { failure } : {}),
          ...(because === undefined ? {} : { because }),
          ...(began === undefined ? {} : { durationMs: (ended ?? now) - began }),
          checks,
        }
      },
    ),
    gates: [...state.gates.values()],
    startedAt: isoTime(startedAt),
    ...(endedAt === undefined ? {} : { endedAt: isoTime(endedAt) }),
    durationMs: startedAt === 0 ? 0 : (endedAt ?? now) - startedAt,
  }
}

const statusOf = ({ status, draining }: RunState): Report['status'] => {
  if (status === 'created') return 'running'
  return status === 'running' && draining ? 'draining' : status
}
