import { phaseOf } from '../waiting/release-lock.ts'
import { lockRecord } from '../state/recording.ts'
import type { GitLock } from '../../error/git-lock.ts'
import type { RepeatableEffect } from '../state/effect.ts'
import { endAttempt } from '../attempt/end-attempt.ts'
import type { InputOf } from '../state/input/input.ts'
import { openGate } from '../state/open-gate.ts'
import type { PhaseState } from '../state/phase-state.ts'
import { endStoppedPhase } from '../attempt/stop-phase.ts'
import { type Turn } from '../state/turn.ts'

/**
 * Asks a person about lock files that stop an effect, and keeps the effect until the locks are gone.
 *
 * Effects that the same file stops share one question. Their phases stay where they are; nothing new starts,
 * and the run waits once nothing else runs.
 */
export const waitForLock = (turn: Turn, input: InputOf<'git_locked'>): void => {
  const { state } = turn
  const { effect, locks } = input
  const phase = phaseOf(state, effect)
  if (phase && isOver(phase, effect)) return // M9
  if (state.stopping) return phase && endAttempt(turn, phase, { action: 'interrupt' })
  if (phase?.attempt.stopped && !phase.intent) return endStoppedPhase(turn, phase)
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
    question: `Git lock files block the run: ${locks.map(({ file }) => file).join(', ')}. Remove them?`,
    details: [
      ...locks.map(({ file, since }) => `${file}: ${ageOf(turn.at - since)} old`),
      describeProcesses(input.running),
      ...(input.kept === undefined ? [] : [`The uncommitted work is kept: git show ${input.kept}`]),
    ],
    suggestions: [
      'approve: remove these files, if the process that created them has ended',
      'retry: try again and remove nothing',
    ],
    choices: ['approve', 'retry', 'abort'],
  })
}

/**
 * Drops the effects that wait for a lock, because the run is being stopped. The next process finishes an
 * intent.
 */
export const endLocked = (turn: Turn): void => {
  const { state } = turn
  for (const locked of state.locks.values())
    for (const effect of locked.effects.splice(0)) {
      if (isOfRecord(effect)) lockRecord(state)
      const phase = phaseOf(state, effect)
      if (phase) endAttempt(turn, phase, { action: 'interrupt' })
    }
}

const isOfRecord = (effect: RepeatableEffect): boolean =>
  effect.type === 'move_refs' && effect.phaseId === undefined

const isOver = (phase: PhaseState, effect: RepeatableEffect): boolean =>
  !phase.place || ('dispatch' in effect ? effect.dispatch !== phase.dispatches : phase.intent === undefined)

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
