import { isRecording } from './model-record.ts'
import { isEnded, isThere, listPhases, type ModelPhase, type ModelRun } from './model-run.ts'

const admits = (run: ModelRun): boolean =>
  run.head.stage === 'there' &&
  !run.stopping &&
  !run.over &&
  run.locks.length === 0 &&
  !isRecording(run) &&
  !run.gates.some(({ kind, journal }) => kind === 'plan' || journal)

const isPaused = ({ pause, now }: ModelRun, { byAgent }: ModelPhase): boolean => byAgent && pause.until > now

const isReady = (run: ModelRun, { place, needs }: ModelPhase): boolean =>
  place === 'idle' && needs.every((id) => isThere(run, id))

/**
 * Whether another phase of the layer is still on its way, so that who waits for its siblings goes on waiting.
 */
const hasBusySibling = (run: ModelRun, phase: ModelPhase): boolean =>
  listPhases(run).some((other) => {
    if (other === phase || other.layer !== phase.layer || other.afterSiblings) return false
    return other.place === 'active' || other.place === 'queued' || (isReady(run, other) && !run.draining)
  })

/** Whether a batch before its own has not ended, where that counts. */
const isEarly = (run: ModelRun, { layer }: ModelPhase): boolean =>
  run.world.rules.order === 'batches' &&
  listPhases(run).some((other) => other.layer < layer && !isEnded(other))

/** Whether it could begin but for the time. */
export const sleeps = (run: ModelRun, phase: ModelPhase): boolean => {
  if (!admits(run)) return false
  if (phase.place === 'queued') return phase.notBefore > run.now || isPaused(run, phase)
  return isReady(run, phase) && !run.draining && !isEarly(run, phase) && isPaused(run, phase)
}

/** Why a phase may not have a slot now, by DESIGN section 6; undefined when it may. */
export const canBegin = (run: ModelRun, phase: ModelPhase): string | undefined => {
  const { concurrency } = run.world.rules
  const active = listPhases(run, 'active')
  if (!admits(run)) return 'nothing may begin'
  if (active.length >= concurrency) return 'no slot is free'
  if (isPaused(run, phase)) return 'its provider takes no sessions'
  const held = active.some((other) => other.files.some((file) => phase.files.includes(file)))
  if (phase.place === 'queued') {
    if (phase.notBefore > run.now) return 'its time has not come'
    if (phase.afterSiblings && hasBusySibling(run, phase)) return 'its siblings have not ended'
    return held && phase.goesOn !== 'integration' ? 'an active one writes the same file' : undefined
  }
  if (!isReady(run, phase)) return `is ${phase.place}, or a dependency is not there`
  if (run.draining) return 'the run drains'
  if (isEarly(run, phase)) return 'a batch before its own has not ended'
  return held ? 'an active one writes the same file' : undefined
}

/** A phase that could begin now. */
export const findStarter = (run: ModelRun): ModelPhase | undefined =>
  listPhases(run).find((phase) => canBegin(run, phase) === undefined)
