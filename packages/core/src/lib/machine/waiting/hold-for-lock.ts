import type { GitLock } from '../../contract/git-backend.ts'
import type { RepeatableEffect } from '../state/effect.ts'
import { endAttempt } from '../attempt/end-attempt.ts'
import type { GateChoice } from '../state/gate.ts'
import type { DisplacedHead, InputOf } from '../state/input.ts'
import { openGate } from '../state/open-gate.ts'
import type { PhaseState } from '../state/phase-state.ts'
import { holdRecord } from '../whole/record-end.ts'
import type { RunState } from '../state/run-state.ts'
import { endStoppedPhase } from '../attempt/stop-phase.ts'
import { emit, type Turn } from '../state/turn.ts'

/**
 * Asks a person about lock files that stop an effect, and keeps the effect until the locks are gone.
 *
 * Effects that the same file stops share one question. Their phases stay where they are; nothing new starts, and the run waits once nothing else runs.
 */
export const holdForLock = (turn: Turn, input: InputOf<'git_locked'>): void => {
  const { state } = turn
  const { effect, locks } = input
  const phase = phaseOf(state, effect)
  if (phase && isOver(phase, effect)) return // M9
  if (state.stopping) return phase && endAttempt(turn, phase, { action: 'interrupt' })
  if (phase?.stopped && !phase.intent) return endStoppedPhase(turn, phase)
  const same = [...state.locks.values()].find((entry) => sharesFile(entry.locks, locks))
  if (same) {
    same.effects.push(effect)
    return
  }
  const gateId = `run:lock:${++state.lockings}`
  state.locks.set(gateId, { locks, effects: [effect], approved: false })
  openGate(turn, {
    id: gateId,
    kind: 'blocker',
    blocker: 'repository_locked',
    phaseIds: [],
    question: `Lock files of git stop the run: ${locks.map(({ file }) => file).join(', ')}. Remove them?`,
    details: [
      ...locks.map(({ file, since }) => `${file}: ${ageOf(turn.at - since)} old`),
      describeProcesses(input.running),
      ...(input.kept === undefined
        ? []
        : [`The work that could not be committed is kept: git show ${input.kept}`]),
    ],
    suggestions: [
      'approve: remove these files, when the process that created them has ended',
      'retry: try again without removing anything',
    ],
    choices: ['approve', 'retry', 'abort'],
  })
}

/** `approve` has the locks removed first; `retry` repeats what they stopped at once. */
export const answerLock = (turn: Turn, gateId: string, choice: GateChoice): void => {
  const held = turn.state.locks.get(gateId)
  if (!held) return
  if (choice !== 'approve') return releaseLock(turn, gateId)
  held.approved = true
  if (held.head) turn.effects.push(restorationOf(gateId, held.head))
  else turn.effects.push({ type: 'clear_locks', gateId, locks: held.locks, look: false })
}

/** The effect that moves a displaced head back. */
export const restorationOf = (gateId: string, { found, expected }: DisplacedHead): RepeatableEffect => ({
  type: 'restore_head',
  gateId,
  found,
  expected,
})

/** Repeats what the locks of a gate stopped. A question that is still open has no object any more. */
export const releaseLock = (turn: Turn, gateId: string): void => {
  const { state } = turn
  const held = state.locks.get(gateId)
  if (!held) return
  state.locks.delete(gateId)
  if (state.gates.delete(gateId)) {
    state.answered.add(gateId)
    emit(turn, 'gate_resolved', { gateId, choice: 'retry' })
  }
  for (const effect of held.effects)
    turn.effects.push(effect.type === 'move_refs' ? { ...effect, reconcile: true } : effect)
}

/** A new process issues the effects again itself. It removes what a person approved, and sees whether the other locks still exist. */
export const resumeLocks = ({ state, effects }: Turn): void => {
  for (const [gateId, held] of state.locks) {
    held.effects = []
    if (!held.head) effects.push({ type: 'clear_locks', gateId, locks: held.locks, look: !held.approved })
  }
}

/** The run is being stopped: what waits for a lock is not repeated in this process. An intent is finished by the next one. */
export const endHeld = (turn: Turn): void => {
  const { state } = turn
  for (const held of state.locks.values())
    for (const effect of held.effects.splice(0)) {
      if (isOfRecord(effect)) holdRecord(state)
      const phase = phaseOf(state, effect)
      if (phase) endAttempt(turn, phase, { action: 'interrupt' })
    }
}

/** Whether a phase waited for a lock. It does not any more: a person has stopped it. */
export const forgetHeld = (state: RunState, phase: PhaseState): boolean => {
  for (const { effects } of state.locks.values()) {
    const place = effects.findIndex((effect) => phaseOf(state, effect) === phase)
    if (place < 0) continue
    effects.splice(place, 1)
    return true
  }
  return false
}

/** Whether nothing runs but what waits for a person's answer about a lock. */
export const isHeldByLocks = (state: RunState): boolean => {
  if (state.asking.size > 0 || [...state.locks.values()].every(({ approved }) => approved)) return false
  const held = new Set<number>()
  for (const { effects } of state.locks.values())
    for (const effect of effects) {
      const phase = phaseOf(state, effect)
      if (phase) held.add(phase.index)
    }
  const [first, ...line] = state.integration
  if (first !== undefined && held.has(first)) for (const index of line) held.add(index)
  return [...state.active].every((index) => held.has(index))
}

const isOfRecord = (effect: RepeatableEffect): boolean =>
  effect.type === 'move_refs' && effect.phaseId === undefined

const phaseOf = (state: RunState, effect: RepeatableEffect): PhaseState | undefined =>
  'phaseId' in effect ? state.phases[state.graph.index.get(effect.phaseId ?? '') ?? -1] : undefined

const isOver = (phase: PhaseState, effect: RepeatableEffect): boolean =>
  !phase.active || ('attempt' in effect ? effect.attempt !== phase.attempt : phase.intent === undefined)

const sharesFile = (some: readonly GitLock[], others: readonly GitLock[]): boolean =>
  others.some(({ file }) => some.some((lock) => lock.file === file))

const describeProcesses = (running: readonly number[] | null): string => {
  if (running === null) return 'Whether a git process runs in the repository is unknown.'
  if (running.length === 0) return 'No git process runs in the repository.'
  return `Git runs in the repository: process ${running.join(', ')}.`
}

const ageOf = (ms: number): string => {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 120) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`
}
