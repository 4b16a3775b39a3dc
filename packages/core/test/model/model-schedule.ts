import { isRecording } from './model-record.ts'
import { isEnded, isThere, listPhases, type ModelPhase, type ModelRun } from './model-run.ts'

const admits = (run: ModelRun): boolean =>
  run.head.stage === 'there' &&
  !run.stopping &&
  !run.over &&
  run.locks.length === 0 &&
  !isRecording(run) &&
  !run.gates.some(({ kind, journal, cause }) => kind === 'plan' || journal || cause === 'repository')

const isPaused = ({ pause, now }: ModelRun, { byAgent }: ModelPhase): boolean => byAgent && pause.until > now

const isReady = (run: ModelRun, { place, needs }: ModelPhase): boolean =>
  place === 'idle' && needs.every((id) => isThere(run, id))

/**
 * Whether another phase of the layer is still active, so that phases waiting for their siblings keep waiting.
 */
const hasBusySibling = (run: ModelRun, phase: ModelPhase): boolean =>
  listPhases(run).some((other) => {
    if (other === phase || other.layer !== phase.layer || other.afterSiblings) return false
    return other.place === 'active' || other.place === 'queued' || (isReady(run, other) && !run.draining)
  })

/** Whether it waits for the next process, because a person has asked the run to stop. */
const isKeptBack = ({ draining }: ModelRun, { continuesAt, interrupted }: ModelPhase): boolean =>
  draining === 'requested' && (continuesAt === 'start' || interrupted)

/** Whether an earlier batch has not ended, if the run goes batch by batch. */
const isEarly = (run: ModelRun, { layer }: ModelPhase): boolean =>
  run.world.rules.order === 'batches' &&
  listPhases(run).some((other) => other.layer < layer && !isEnded(other))

/** Whether only its time keeps it from starting. */
export const sleeps = (run: ModelRun, phase: ModelPhase): boolean => {
  if (!admits(run)) return false
  if (phase.place === 'queued') return phase.notBefore > run.now || isPaused(run, phase)
  return isReady(run, phase) && !run.draining && !isEarly(run, phase) && isPaused(run, phase)
}

/** Returns why a phase may not have a slot, by DESIGN section 6; undefined if it may. */
export const canBegin = (run: ModelRun, phase: ModelPhase): string | undefined => {
  const { concurrency } = run.world.rules
  const active = listPhases(run, 'active')
  if (!admits(run)) return 'nothing may start'
  if (active.length >= concurrency) return 'no slot is free'
  if (isPaused(run, phase)) return 'its provider is paused'
  const locked = active.some(
    (other) =>
      other.files.some((file) => phase.files.includes(file)) ||
      other.apart.includes(phase.id) ||
      phase.apart.includes(other.id),
  )
  if (phase.place === 'queued') {
    if (isKeptBack(run, phase)) return 'the run drains'
    if (phase.notBefore > run.now) return 'its time has not come'
    if (phase.afterSiblings && hasBusySibling(run, phase)) return 'its siblings have not ended'
    return locked && phase.continuesAt !== 'integration' ? 'an active phase writes the same file' : undefined
  }
  if (!isReady(run, phase)) return `is ${phase.place}, or a dependency is not integrated`
  if (run.draining) return 'the run drains'
  if (isEarly(run, phase)) return 'an earlier batch has not ended'
  return locked ? 'an active phase writes the same file' : undefined
}

/** Returns a phase that could start now. */
export const findStarter = (run: ModelRun): ModelPhase | undefined =>
  listPhases(run).find((phase) => canBegin(run, phase) === undefined)
