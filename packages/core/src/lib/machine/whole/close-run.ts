import type { CheckResult } from '../../contract/check-result.ts'
import type { GateChoice, GateView } from '../../event/gate.ts'
import type { InputOf } from '../state/input.ts'
import { openGate } from '../state/open-gate.ts'
import * as review from './review-run.ts'
import type { RunState } from '../state/run-state.ts'
import { emit, type Turn } from '../state/turn.ts'

const maxRefusals = 3

/**
 * What is left to do when every phase has ended and something was integrated: one verification of the whole where parts of it
 * were never verified, the run's own files, and what people get when they do not get every phase as it comes.
 */
export const needsClosing = (state: RunState): boolean => {
  const { publish, artefacts } = state.settings
  if (state.ending.closing?.stage === 'closed') return false
  if (!state.phases.some(({ status }) => status === 'completed')) return false
  if (state.phases.some(({ status }) => status === 'failed')) return false
  // Whatever of it is done already: a new process does the rest.
  return (
    publish !== 'phase' || artefacts === 'commit' || needsVerification(state) || state.settings.review.run
  )
}

const needsVerification = ({ settings }: RunState): boolean =>
  settings.checks.length > 0 &&
  (settings.tdd === 'full' || settings.checks.some(({ when }) => when === 'end'))

/** Does the next thing that is left. */
export const closeRun = (turn: Turn): void => {
  const { state } = turn
  if (state.ending.closing) return
  state.ending.closing = { stage: 'verifying', refusals: 0 }
  if (needsVerification(state) && state.ending.verifiedHead !== state.head) verify(turn, state.head)
  else goOn(turn)
}

const verify = (turn: Turn, commit: string): void => {
  const closing = turn.state.ending.closing!
  closing.stage = 'verifying'
  closing.verifying = commit
  const checks = turn.state.settings.checks.map(({ name }) => name)
  emit(turn, 'run_verifying', { commit, checks })
  turn.effects.push({ type: 'verify_run', commit })
}

const compose = (turn: Turn): void => {
  const { state } = turn
  state.ending.closing!.stage = 'composing'
  turn.effects.push({ type: 'close_run', head: state.head })
}

/** The whole was verified: on red a person is asked, for no single phase is to blame. */
export const takeRunVerification = (turn: Turn, { checks, debts }: InputOf<'run_verified'>): void => {
  const { state } = turn
  const {
    ending: { closing },
  } = state
  if (closing?.stage !== 'verifying' || closing.verifying === undefined) return
  const failed = checks.filter(({ passed }) => !passed)
  emit(turn, 'run_verified', {
    commit: closing.verifying,
    passed: failed.length === 0 && debts.length === 0,
    checks,
  })
  state.ending.checks = checks
  if (failed.length > 0 || debts.length > 0) return ask(turn, failed, debts)
  state.ending.verifiedHead = closing.verifying
  goOn(turn)
}

const goOn = (turn: Turn): void => {
  const closing = turn.state.ending.closing!
  if (closing.updates) move(turn)
  else if (review.needsReview(turn.state)) review.reviewRun(turn)
  else compose(turn)
}

/** The whole was reviewed. */
export const takeRunReview = (turn: Turn, input: InputOf<'run_reviewed'>): void => {
  if (review.takeRunReview(turn, input)) goOn(turn)
}

const ask = (turn: Turn, failed: CheckResult[], debts: string[]): void => {
  const { state } = turn
  state.ending.closing!.stage = 'asking'
  openGate(turn, {
    id: `run:verification:${++state.ending.asked}`,
    kind: 'blocker',
    blocker: 'validation_failed',
    phaseIds: [],
    question: 'Every phase is done, but the whole is not green. Take it as it is?',
    details: [
      ...failed.flatMap(({ name, exitCode, output, outputFile }) => [
        `check ${name}: exit code ${exitCode ?? 'none, a signal ended it'}`,
        ...output.split('\n'),
        ...(outputFile === undefined ? [] : [`full output: ${outputFile}`]),
      ]),
      ...debts.map((debt) => `tests without their implementation: ${debt}`),
    ],
    suggestions: [],
    choices: ['retry', 'approve', 'abort', 'abort-revert'],
  })
}

/** A person has answered a question about the run's end. */
export const answerClosing = (turn: Turn, gate: GateView, choice: GateChoice): void => {
  const { state } = turn
  const {
    ending: { closing },
  } = state
  if (closing?.stage !== 'asking') return
  if (choice === 'retry') delete state.ending.closing
  if (choice !== 'approve') return
  const isReview = gate.blocker === 'review_rejected' || gate.blocker === 'review_unclear'
  if (isReview || gate.blocker === 'environment') state.ending.reviewedHead = state.head
  if (closing.verifying !== undefined) state.ending.verifiedHead = closing.verifying
  goOn(turn)
}

/** The last commits are there, and the references that are to move. What nobody has seen yet is verified first. */
export const takeClosing = (turn: Turn, input: InputOf<'run_composed'>): void => {
  const { state } = turn
  const {
    ending: { closing },
  } = state
  if (closing?.stage !== 'composing') return
  closing.commit = input.commit
  closing.published = input.published
  closing.updates = input.updates
  if (input.note !== undefined) closing.note = input.note
  const unseen = input.merged && state.settings.checks.length > 0
  if (unseen) verify(turn, input.published)
  else move(turn)
}

const move = (turn: Turn): void => {
  const closing = turn.state.ending.closing!
  closing.stage = 'moving'
  turn.effects.push({ type: 'move_refs', updates: closing.updates!, reconcile: false })
}

/** The references of the run's end have moved. */
export const takeClosingMove = (turn: Turn): void => {
  const { state } = turn
  const {
    ending: { closing },
  } = state
  if (closing?.stage !== 'moving') return // M9
  state.head = closing.commit!
  state.headRef = closing.commit!
  if (closing.updates!.some(({ ref }) => ref === state.target.ref)) state.target.commit = closing.published!
  if (closing.note === undefined) delete state.target.note
  else state.target.note = closing.note
  if (state.settings.publish !== 'message-only') return finish(turn)
  closing.stage = 'applying'
  turn.effects.push({ type: 'apply_to_checkout', commit: state.head })
}

/** The files are in the user's checkout, or a note says why not. */
export const takeCheckout = (turn: Turn, { note }: InputOf<'checkout_applied'>): void => {
  const { state } = turn
  if (state.ending.closing?.stage !== 'applying') return
  if (note === undefined) delete state.target.note
  else state.target.note = note
  state.target.inCheckout = note === undefined
  finish(turn)
}

const finish = (turn: Turn): void => {
  const { state } = turn
  state.ending.closing!.stage = 'closed'
  emit(turn, 'run_published', {
    commit: state.ending.closing!.published!,
    target: state.target.commit === state.ending.closing!.published,
    ...(state.target.note === undefined ? {} : { reason: state.target.note }),
  })
}

/** Somebody else moved a reference first: what is to move is looked at again, a few times. */
export const refuseClosing = (turn: Turn, refs: string[]): void => {
  const { state } = turn
  const closing = state.ending.closing!
  if (++closing.refusals < maxRefusals) {
    delete closing.updates
    return compose(turn)
  }
  closing.stage = 'asking'
  delete closing.updates
  delete closing.verifying
  openGate(turn, {
    id: `run:target:${++state.ending.asked}`,
    kind: 'blocker',
    blocker: 'target_moved',
    phaseIds: [],
    question: `${refs.join(', ')} is moved by somebody else again and again. Try once more?`,
    details: refs,
    suggestions: [],
    choices: ['retry', 'abort', 'abort-revert'],
  })
}

/** What failed at the run's end is asked about: the phases are safe on the run's head. */
export const failClosing = (turn: Turn, { failure, blocker }: InputOf<'closing_failed'>): void => {
  const { state } = turn
  if (!state.ending.closing || state.ending.closing.stage === 'closed') return
  state.ending.closing.stage = 'asking'
  delete state.ending.closing.updates
  delete state.ending.closing.verifying
  openGate(turn, {
    id: `run:end:${++state.ending.asked}`,
    kind: 'blocker',
    blocker,
    phaseIds: [],
    question: `The end of the run could not be carried out: ${failure.message}`,
    details: [],
    suggestions: [],
    choices: ['retry', 'abort', 'abort-revert'],
  })
}

/** A new process takes the end of a run up: a move that was written down is finished, all else is done again. */
export const resumeClosing = (turn: Turn): void => {
  const { state } = turn
  const {
    ending: { closing },
  } = state
  if (!closing || closing.stage === 'closed' || closing.stage === 'asking') return
  if (closing.stage === 'moving') {
    turn.effects.push({ type: 'move_refs', updates: closing.updates!, reconcile: true })
  } else if (closing.stage === 'applying') {
    turn.effects.push({ type: 'apply_to_checkout', commit: state.head })
  } else delete state.ending.closing
}
