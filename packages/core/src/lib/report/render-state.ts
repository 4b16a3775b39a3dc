import type { RunState } from '../machine/run-state.ts'
import { buildReport } from './build-report.ts'

/** How every phase, subtask and step of a run stands, as JSON for tools (seed: phased-execution, State Tracking). */
export const renderState = (state: RunState, now: number): string => {
  const report = buildReport(state, now)
  const phases = report.phases.map((phase, index) => {
    const { subtaskStatus, stepStatus, phase: planned } = state.phases[index]!
    return {
      id: phase.id,
      title: phase.title,
      status: phase.status,
      attempt: phase.attempt,
      ...(phase.because === undefined ? {} : { because: phase.because }),
      subtasks: planned.subtasks.map(({ id, title, steps }) => ({
        id,
        title,
        status: subtaskStatus.get(id) ?? (phase.status === 'completed' ? 'completed' : 'pending'),
        steps: steps.map((step) => ({ id: step.id, status: stepStatus.get(step.id) ?? 'pending' })),
      })),
    }
  })
  const { runId, goal, base, startedAt } = report
  return `${JSON.stringify({ runId, goal, base, startedAt, phases }, null, 2)}\n`
}
