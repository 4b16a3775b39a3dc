import { addressOf } from '../state/address-of.ts'
import { updateDebts } from './update-debts.ts'
import type { Failure } from '../../contract/failure.ts'
import { closePhase, failPhase } from './close-phase.ts'
import { block, endAttempt, startRoundOr } from './end-attempt.ts'
import { park } from './park.ts'
import type { InputOf } from '../state/input/input.ts'
import { compose, enterIntegration, mergeOnHead } from '../waiting/enter-integration.ts'
import { askVerification } from './verify/ask-verification.ts'
import { hasChecks } from './verify/has-checks.ts'
import { nameIntegratedSince } from '../progress/name-integrated-since.ts'
import { moveTo } from '../state/move-to.ts'
import { refNames } from '../state/ref-names.ts'
import { type Work, workOf } from '../state/attempt.ts'
import type { PhaseState } from '../state/phase-state.ts'
import type { RunState } from '../state/run-state.ts'
import { emit, type Turn } from '../state/turn.ts'

const maxHookRounds = 3
const maxCollisions = 2
const maxRefusals = 3

/** Runs the user's commit hooks, before the phase queues for the run's head. */
export const beginIntegration = (turn: Turn, phase: PhaseState): void => {
  moveTo(turn.state, phase, 'integrating')
  if (turn.state.settings.hooks === 'off') return enterIntegration(turn, phase)
  turn.effects.push({
    type: 'run_hooks',
    ...addressOf(phase),
    commit: workOf(phase.attempt).commit,
  })
}

/**
 * Takes the result of the hooks. Rewritten files are committed and verified again; a failed hook counts as a
 * failed check.
 */
export const takeHooks = (turn: Turn, phase: PhaseState, input: InputOf<'hooks_finished'>): void => {
  const { outcome, text } = input
  if (outcome === 'passed') {
    phase.attempt.text = text
    return enterIntegration(turn, phase)
  }
  if (outcome === 'rewritten' && ++phase.attempt.hookRounds < maxHookRounds) {
    turn.effects.push({ type: 'commit_attempt', ...addressOf(phase) })
    return
  }
  endAttempt(turn, phase, { action: 'failed', failure: hookFailure(input) })
}

/** The failure of an attempt whose hooks did not pass. */
export const hookFailure = ({
  outcome,
  hook,
  output = '',
  outputFile,
}: Pick<InputOf<'hooks_finished'>, 'outcome' | 'hook' | 'output' | 'outputFile'>): Failure => {
  const observed = {
    ...(hook === undefined ? {} : { command: hook }),
    output,
    ...(outputFile === undefined ? {} : { outputFile }),
  }
  switch (outcome) {
    case 'failed':
      return {
        class: 'verification_failed',
        message: `The commit hook ${hook} refused the phase.`,
        ...observed,
      }
    case 'environment':
      return { class: 'environment', message: `The commit hook ${hook} could not be run.`, ...observed }
    default:
      return {
        class: 'environment',
        message: 'The commit hooks change the files again every time they run.',
        ...observed,
      }
  }
}

/** The failure of an attempt that changes the same lines as the run's head. */
export const conflictFailure = (
  state: RunState,
  phase: PhaseState,
  { paths, details = paths }: Pick<InputOf<'merge_conflicted'>, 'paths' | 'details'>,
): Failure => ({
  class: 'merge_conflict',
  message: `Phase ${phase.id} conflicts with ${nameIntegratedSince(state, phase, paths)}: both change ${paths.join(', ')}.`,
  output: details.join('\n'),
})

/** Takes the merge with the run's head. */
export const takeMerged = (turn: Turn, phase: PhaseState, { tree, work }: InputOf<'merged'>): void => {
  noteMerge(turn, phase, work)
  compose(turn, phase, tree)
}

/** Takes a conflict with the run's head. */
export const takeConflict = (turn: Turn, phase: PhaseState, input: InputOf<'merge_conflicted'>): void => {
  noteMerge(turn, phase, input.marked)
  collide(turn, phase, conflictFailure(turn.state, phase, input))
}

/** Keeps the merged work for a round that begins with it. */
const noteMerge = (
  { state: { head: base } }: Turn,
  { attempt }: PhaseState,
  work: Work | undefined,
): void => {
  attempt.mergedWork = work && { base, work }
}

/**
 * Handles work that does not fit the run's head, because of a merge conflict or of checks that fail after the
 * merge: another round on the merge with the head, or without that merge a fresh attempt there, which does
 * not count. After two of them, or earlier or later by the caller's rule, a question.
 */
export const collide = (turn: Turn, phase: PhaseState, failure: Failure): void => {
  park(turn, phase)
  phase.failures.push(failure)
  const action = turn.retry ?? (phase.effort.collisions < maxCollisions ? 'retry' : 'ask')
  phase.effort.collisions++
  phase.attempt.collided = true
  if (action === 'fail') return failPhase(turn, phase, failure)
  if (action === 'retry')
    return startRoundOr(turn, phase, failure, {
      cause: 'conflict',
      limit: { count: phase.effort.collisions, rounds: maxCollisions },
    })
  block(turn, phase, {
    blocker: 'merge_conflict',
    message: failure.message,
    details: (failure.output ?? '').split('\n'),
  })
}

/** Takes the phase's commit. A merged tree is verified, since no check has run on it yet. */
export const takeComposed = (turn: Turn, phase: PhaseState, { commit, lines }: InputOf<'composed'>): void => {
  Object.assign(phase.attempt, { composed: commit, lines })
  if (phase.attempt.merged && hasChecks(turn.state, phase)) askVerification(turn, phase, 'merged', commit)
  else prepareMove(turn, phase, commit)
}

/** Asks for the exact reference moves, so that they are journalled before they are made. */
export const prepareMove = (turn: Turn, phase: PhaseState, commit: string): void => {
  moveTo(turn.state, phase, 'integrating')
  turn.effects.push({
    type: 'prepare_move',
    ...addressOf(phase),
    commit,
    head: turn.state.head,
    headRef: turn.state.headRef,
  })
}

/**
 * Adopts commits that a person pushed to the target: the phase is merged with them, and later phases build on
 * them.
 */
export const adoptTarget = (turn: Turn, phase: PhaseState, commit: string): void => {
  const { state } = turn
  state.head = commit
  state.target.commit = commit
  state.target.adoptedBy = phase.id
  emit(turn, 'target_adopted', { phaseId: phase.id, commit })
  mergeOnHead(turn, phase)
}

/** Asks a person about a target that cannot move on to the run's commits, once for all phases. */
export const takeRewrite = (turn: Turn, phase: PhaseState, { found }: InputOf<'target_rewritten'>): void => {
  const {
    runId,
    target: { ref: target, commit: targetCommit },
  } = turn.state
  endAttempt(turn, phase, {
    action: 'block',
    blocker: 'target_moved',
    cause: 'target rewritten',
    message: `${target} was moved by someone else, and does not contain the commits of the run.`,
    details: [
      `It held ${targetCommit ?? 'nothing'}.`,
      `Now it holds ${found ?? 'nothing'}.`,
      `Before another attempt, ${found === null ? 'create it at' : 'merge into it'} ${refNames(runId).head}.`,
    ],
  })
}

/** Moves the references: the intent is journalled. */
export const takeIntent = (
  turn: Turn,
  phase: PhaseState,
  { updates, note, statement }: InputOf<'move_prepared'>,
): void => {
  phase.intent = { updates, ...(note !== undefined && { note }), ...(statement && { statement }) }
  turn.effects.push({ type: 'move_refs', phaseId: phase.id, updates, reconcile: false })
}

/** Completes the phase: its commit is on the run's head. */
export const takeMove = (turn: Turn, phase: PhaseState): void => {
  const { state } = turn
  const { id, title } = phase.planned
  const { intent } = phase
  const { number: attempt, composed: commit, merged } = phase.attempt
  if (!intent || commit === undefined) return // M9
  const onTarget = intent.updates.some(({ ref }) => ref === state.target.ref)
  const reason = intent.note
  updateDebts(turn, phase, state.head, commit)
  const { statement } = intent
  phase.integrated = { commit, under: state.head, ...(statement && { statement }) }
  if (statement) state.statement = statement
  state.integrated.push(phase.index)
  state.head = commit
  state.headRef = commit
  if (onTarget) state.target.commit = commit
  if (reason === undefined) delete state.target.note
  else state.target.note = reason
  phase.intent = undefined
  const note = reason === undefined ? {} : { reason }
  emit(turn, 'commit_integrated', { phaseId: id, commit, merged, target: onTarget, ...note })
  closePhase(turn, phase, 'completed')
  const durationMs = phase.spent.wallMs
  const { files, ignored = [] } = workOf(phase.attempt)
  const empty = files.length === 0 && {
    unchanged: true as const,
    ...(ignored.length > 0 && { ignoredFiles: ignored.map(({ path, rule }) => `${path} (${rule})`) }),
  }
  emit(turn, 'phase_completed', { phaseId: id, title, attempt, commit, durationMs, ...empty })
  park(turn, phase)
}

/**
 * Handles a reference that someone else moved first. The target is read again; a moved run head is a blocker.
 */
export const takeRefusal = (turn: Turn, phase: PhaseState, { refs }: InputOf<'refs_refused'>): void => {
  phase.intent = undefined
  const own = refs.includes(refNames(turn.state.runId).head)
  const { composed } = phase.attempt
  if (!own && composed !== undefined && ++phase.attempt.refusals < maxRefusals)
    return prepareMove(turn, phase, composed)
  endAttempt(turn, phase, {
    action: 'block',
    blocker: own ? 'repository_tampered' : 'target_moved',
    message: `${refs.join(', ')} was moved by someone else while phase ${phase.id} was being integrated.`,
    details: refs,
  })
}
