import type { CheckResult } from '../../contract/check-result.ts'
import type { GateChoice, GateView } from '../../event/gate-view.ts'
import type { InputOf } from '../state/input/input.ts'
import { openGate } from '../state/open-gate.ts'
import { suggestionsOf } from '../../policy/failure/suggestions-of.ts'
import { checkFailure } from '../attempt/take-verification.ts'
import * as review from './review-run.ts'
import type { RunState } from '../state/run-state.ts'
import { ticksPlan } from '../state/ticks-plan.ts'
import { emit, type Turn } from '../state/turn.ts'

const maxRefusals = 3

/**
 * Whether work is left after every phase has ended and something was integrated: a verification of the final
 * result if parts of it were never verified, the run's own files, or the publication of the result.
 */
export const needsClosing = (state: RunState): boolean => {
  const { publish, artifacts } = state.settings
  if (state.ending.closing?.stage === 'closed') return false
  if (!state.phases.some(({ status }) => status === 'completed')) return false
  if (state.phases.some(({ status }) => status === 'failed')) return false
  // A new process does the rest, also if parts of it are done.
  return (
    publish !== 'phase' ||
    artifacts === 'commit' ||
    ticksPlan(state) ||
    needsVerification(state) ||
    !!state.settings.review.run
  )
}

const needsVerification = ({ settings: { checks, tdd }, evidence, debts }: RunState): boolean =>
  checks.length > 0 &&
  (tdd === 'full' || evidence.size + debts.size > 0 || checks.some(({ when }) => when === 'end'))

/** Starts the work on the final result. */
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

/**
 * Takes the verification of the final result. On red a person is asked, because no single phase is
 * responsible.
 */
export const takeRunVerification = (turn: Turn, input: InputOf<'run_verified'>): void => {
  const { checks, debts, facts } = input
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
  if (facts) state.ending.facts = facts
  else delete state.ending.facts
  if (failed.length > 0 || debts.length > 0) return askAboutChecks(turn, failed, debts)
  state.ending.verifiedHead = closing.verifying
  goOn(turn)
}

const goOn = (turn: Turn): void => {
  const closing = turn.state.ending.closing!
  if (closing.updates) move(turn)
  else if (review.needsReview(turn.state)) review.reviewRun(turn)
  else compose(turn)
}

/** Takes the review of the final result. */
export const takeRunReview = (turn: Turn, input: InputOf<'run_reviewed'>): void => {
  if (review.takeRunReview(turn, input)) goOn(turn)
}

const askAboutChecks = (turn: Turn, failed: CheckResult[], debts: string[]): void =>
  ask(turn, {
    id: `run:verification:${++turn.state.ending.asked}`,
    blocker: 'validation_failed',
    question: 'All phases passed, but the final verification failed. Approve the result?',
    details: [
      ...failed.flatMap(({ name, exitCode, output, outputFile }) => [
        `check ${name}: exit code ${exitCode ?? 'none, a signal ended it'}`,
        ...output.split('\n'),
        ...(outputFile === undefined ? [] : [`full output: ${outputFile}`]),
      ]),
      ...debts.map((debt) => `tests without their implementation: ${debt}`),
    ],
    suggestions: failed.flatMap((check) => suggestionsOf(checkFailure(check, ''))),
    choices: ['retry', 'approve', 'abort', 'abort-revert'],
  })

/** Takes a person's answer to a question about the run's end. */
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

/** Takes the last commits and the references to move. A merge with a person's commits is verified first. */
export const takeClosing = (turn: Turn, input: InputOf<'run_composed'>): void => {
  const { state } = turn
  const {
    ending: { closing },
  } = state
  if (closing?.stage !== 'composing') return
  if (input.ticks) state.ending.ticks = input.ticks
  closing.commit = input.commit
  closing.published = input.published
  closing.updates = input.updates
  if (input.statement) closing.statement = input.statement
  else delete closing.statement
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

/** Records that the last references have moved. */
export const takeClosingMove = (turn: Turn): void => {
  const { state } = turn
  const { closing } = state.ending
  if (closing?.stage !== 'moving') return // M9
  state.head = closing.commit!
  state.headRef = closing.commit!
  if (closing.statement) state.statement = closing.statement
  const published = closing.updates!.find(({ ref }) => ref === state.target.ref)
  if (published) {
    state.target.commit = closing.published!
    if (state.settings.publish === 'single') state.target.under = published.old
  }
  if (closing.note === undefined) delete state.target.note
  else state.target.note = closing.note
  if (state.settings.publish !== 'message-only') return finish(turn)
  closing.stage = 'applying'
  turn.effects.push({ type: 'apply_to_checkout', commit: state.head })
}

/** Records whether the files are in the user's checkout. */
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

/**
 * Handles a reference that someone else moved first: the last commits are made again, a limited number of
 * times.
 */
export const refuseClosing = (turn: Turn, refs: string[]): void => {
  const { ending } = turn.state
  const closing = ending.closing!
  delete closing.updates
  if (++closing.refusals < maxRefusals) return compose(turn)
  delete closing.verifying
  ask(turn, {
    id: `run:target:${++ending.asked}`,
    blocker: 'target_moved',
    question: `${refs.join(', ')} keeps being moved by someone else. Retry?`,
    details: refs,
  })
}

/** Asks about a failure at the run's end. The phases are safe on the run's head. */
export const failClosing = (turn: Turn, { failure, blocker }: InputOf<'closing_failed'>): void => {
  const { ending } = turn.state
  if (!ending.closing || ending.closing.stage === 'closed') return
  delete ending.closing.updates
  delete ending.closing.verifying
  const question = `The run could not be finished: ${failure.message}`
  ask(turn, { id: `run:end:${++ending.asked}`, blocker, question, details: [] })
}

type Question = Required<Pick<GateView, 'id' | 'blocker' | 'question' | 'details'>> &
  Partial<Pick<GateView, 'suggestions' | 'choices'>>

const ask = (turn: Turn, asked: Question): void => {
  const { id, blocker, question, details, suggestions = [] } = asked
  const { choices = ['retry', 'abort', 'abort-revert'] } = asked
  turn.state.ending.closing!.stage = 'asking'
  openGate(turn, { id, kind: 'blocker', blocker, phaseIds: [], question, details, suggestions, choices })
}

/**
 * Resumes the work on the final result: a journalled move is finished, a wait for reviewers goes on, and
 * everything else is done again.
 */
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
  } else if (closing.stage === 'waiting' && state.open === 0 && review.needsReview(state)) {
    turn.effects.push({ type: 'wake', at: closing.reviewAt! })
  } else delete state.ending.closing
}
