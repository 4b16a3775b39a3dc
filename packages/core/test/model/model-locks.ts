import type { InputOf } from '../../src/lib/machine/state/input/input.ts'
import { endStopped, put } from './model-attempt.ts'
import { isClosing } from './model-closing.ts'
import { lockRecord, isRecording } from './model-record.ts'
import { listPhases, type ModelPhase, type ModelRun } from './model-run.ts'

/**
 * DESIGN 8, stale locks: one gate for a lock file, however much it stops. Nothing starts until it is gone.
 */
export const takeLocked = (run: ModelRun, { effect, locks }: InputOf<'git_locked'>): void => {
  const phase = 'phaseId' in effect ? run.phases.get(effect.phaseId ?? '') : undefined
  if (phase) {
    const isItsOwn = 'dispatch' in effect ? effect.dispatch === phase.dispatch : phase.stage === 'move_refs'
    if (phase.place !== 'active' || !isItsOwn) return
  }
  if (run.stopping) return phase && cancelLocked(run, phase)
  if (phase?.stopped && phase.stage !== 'move_refs') return endStopped(run, phase)
  const name = phase?.id ?? ''
  const same = run.locks.find(({ file }) => locks.some((lock) => lock.file === file))
  if (same) return void same.locked.push(name)
  const lock = {
    file: locks[0]!.file,
    gateId: `run:lock:${++run.lockings}`,
    approved: false,
    locked: [name],
  }
  run.locks.push(lock)
  run.gates.push({ kind: 'blocker', phases: [], lock })
}

/** DESIGN 12: a head moved by someone else opens one gate, on resume. Moves of refs wait for the answer. */
export const takeHead = (run: ModelRun, { displaced }: InputOf<'run_resumed'>): void => {
  const before = run.locks.find(({ head }) => head !== undefined)
  if (before && before.head !== displaced?.found) releaseLocks(run, before.gateId)
  if (!displaced || displaced.found === null) return
  const locked = listPhases(run, 'active').map(({ id }) => id)
  if (isClosing(run) || isRecording(run)) locked.push('')
  if (before && before.head === displaced.found) return void (before.locked = locked)
  const lock = {
    file: '',
    gateId: `run:head:${++run.lockings}`,
    approved: false,
    locked,
    head: displaced.found,
  }
  run.locks.push(lock)
  run.gates.push({ kind: 'blocker', phases: [], lock })
}

/** Effects stopped by the lock are pending again. */
export const releaseLocks = (run: ModelRun, gateId: string): void => {
  run.locks = run.locks.filter((lock) => lock.gateId !== gateId)
  run.gates = run.gates.filter(({ lock }) => lock?.gateId !== gateId)
}

/** The run is stopped: phases waiting for a lock have no pending effect that would end. */
export const cancelAllLocked = (run: ModelRun): void => {
  for (const phase of listPhases(run, 'active')) if (isLocked(run, phase.id)) cancelLocked(run, phase)
  if (isLocked(run, '')) lockRecord(run)
  for (const lock of run.locks) lock.locked = []
}

/** Cancels a phase and keeps its intent for a later process. */
export const cancelLocked = (run: ModelRun, phase: ModelPhase): void => {
  const intent = phase.stage === 'move_refs'
  put(run, phase, 'cancelled')
  if (intent) phase.intent = true
}

/** A new process finishes moves journalled before the cancel. */
export const restoreIntents = (run: ModelRun): void => {
  for (const phase of listPhases(run, 'cancelled')) {
    if (!phase.intent) continue
    delete phase.intent
    Object.assign(phase, { place: 'active', stage: 'move_refs' })
    run.line.unshift(phase.id)
  }
}

/** Whether a phase, or the run's own effect (an empty id), waits for a lock. */
export const isLocked = ({ locks }: ModelRun, name: string): boolean =>
  locks.some(({ locked }) => locked.includes(name))

/** Whether every pending effect waits for an answer about a lock. */
export const isStuck = (run: ModelRun): boolean =>
  run.locks.some(({ approved }) => !approved) &&
  listPhases(run).every(({ asked }) => !asked) &&
  listPhases(run, 'active').every(
    ({ id, stage }) => isLocked(run, id) || (stage === 'line' && isLocked(run, run.line[0]!)),
  )
