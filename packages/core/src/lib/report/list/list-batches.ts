import type { PhaseReport, Report } from '../../event/report.ts'
import type { BatchReport } from '../../event/batch-report.ts'
import type { FrozenPhase, FrozenRun } from '../../machine/state/frozen-run.ts'
import { decideCheckpoint } from '../../policy/dispatch/decide-checkpoint.ts'
import { phaseRisk } from '../../policy/dispatch/phase-risk.ts'
import { partStatus } from '../../machine/progress/part-status.ts'
import { isoTime } from '../iso-time.ts'
import { endWith } from './list-subtasks.ts'

/**
 * Lists the batches of a run. `phases` and `gates` are those of its report. `isInterrupted`: no process works
 * on them. `known`: returns the report of a
 * batch at an index, if neither the gates nor the reports of its phases have changed since.
 */
export const listBatches = (
  state: FrozenRun,
  { phases, gates, isInterrupted }: Pick<Report, 'phases' | 'gates'> & { isInterrupted: boolean },
  known: (index: number) => BatchReport | undefined = () => undefined,
): BatchReport[] => {
  const blockers = new Map<string, NonNullable<BatchReport['blocker']>>()
  for (const { id: gateId, blocker: type, phaseIds, question: message } of gates)
    if (type !== undefined)
      for (const phaseId of phaseIds) blockers.set(phaseId, { gateId, phaseId, type, message })
  return state.batches.map((members, number) => {
    const same = known(number)
    if (same) return same
    const own = members.map((index) => phases[index]!)
    const states = members.map((index) => state.phases[index]!)
    const [blocker] = own.flatMap(({ id }) => blockers.get(id) ?? [])
    const status = blocker ? 'blocked' : statusOf(own, isInterrupted)
    const starts = states.flatMap(({ startedAt = [] }) => startedAt)
    const ends = states.flatMap(({ endedAt = [] }) => endedAt)
    const isOver = status !== 'pending' && status !== 'running' && status !== 'interrupted' && !blocker
    return {
      batch: number + 1,
      phases: own.map(({ id }) => id),
      status,
      completedSteps: states.flatMap((phase, index) => listCompleted(phase, own[index]!)),
      ...checkpointOf(state, states),
      ...(blocker && { blocker }),
      ...(starts.length === 0 ? {} : { startedAt: isoTime(least(starts)) }),
      ...(isOver && ends.length > 0 ? { completedAt: isoTime(greatest(ends)) } : {}),
    }
  })
}

/** The checkpoint that the settings require for phases of a batch. */
const checkpointOf = (
  { settings }: FrozenRun,
  phases: readonly FrozenPhase[],
): Pick<BatchReport, 'checkpoint'> => {
  if (settings.checkpoints === 'custom') return {}
  const risks = phases.map(({ planned }) => phaseRisk(planned))
  const rules = { ...settings, batchRisks: () => risks }
  const places = new Set([...new Set(risks)].map((risk) => decideCheckpoint({ ...rules, risk })))
  return places.has('batch') ? { checkpoint: 'batch' } : places.has('phase') ? { checkpoint: 'phase' } : {}
}

const statusOf = (phases: readonly PhaseReport[], isInterrupted: boolean): BatchReport['status'] => {
  const has = (...statuses: PhaseReport['status'][]): boolean =>
    phases.some(({ status }) => statuses.includes(status))
  const isOver = phases.every(({ status }) => over.has(status))
  if (isOver && has('failed')) return 'failed'
  if (isOver && has('blocked')) return 'blocked'
  if (isOver) return has('skipped', 'cancelled') ? 'partial' : 'completed'
  if (phases.every(({ status, attempt }) => attempt === 0 || status === 'external')) return 'pending'
  return isInterrupted ? 'interrupted' : 'running'
}

const over: ReadonlySet<string> = new Set([
  'completed',
  'external',
  'failed',
  'blocked',
  'skipped',
  'cancelled',
])

const listCompleted = (phase: FrozenPhase, { status }: PhaseReport): string[] =>
  phase.planned.subtasks
    .flatMap(({ id, steps }) =>
      steps.length === 0
        ? [[id, status === 'completed' ? partStatus(phase, id) : observed(phase, id)] as const]
        : steps.map((step) => [step.id, phase.stepStatus.get(step.id) ?? 'pending'] as const),
    )
    .flatMap(([id, own]) => (endWith(own, status) === 'completed' ? [id] : []))

/** A claim counts once the phase is completed. */
const observed = ({ subtaskStatus }: FrozenPhase, id: string) => subtaskStatus.get(id) ?? 'pending'

// A batch may have more phases than a call can have arguments.
const least = (times: readonly number[]): number => times.reduce((one, other) => Math.min(one, other))
const greatest = (times: readonly number[]): number => times.reduce((one, other) => Math.max(one, other))
