import type { InputOf } from '../../src/lib/machine/state/input/input.ts'
import type { FailureClass } from '../../src/lib/contract/failure-class.ts'
import { isUnclear, limits } from './model-attempt.ts'
import { listPhases, type ModelRun } from './model-run.ts'

type ClosingInput = InputOf<
  | 'refs_moved'
  | 'refs_refused'
  | 'run_verified'
  | 'run_reviewed'
  | 'run_composed'
  | 'checkout_applied'
  | 'closing_failed'
>

/** Whether an effect for the run's end is pending. */
export const isClosing = ({ closing }: ModelRun): boolean =>
  closing !== undefined && closing !== 'asking' && closing !== 'closed'

const ask = (run: ModelRun, about?: ModelRun['askedAbout']): void => {
  run.askedAbout = about
  run.closing = 'asking'
  run.gates.push({ kind: 'blocker', phases: [] })
}

/** Starts the first step of the run's end, once every phase has ended. Returns whether there is one. */
export const closesNext = (run: ModelRun): boolean => {
  const { publish, artifacts, checks, review } = run.world.rules
  if (run.closing === 'closed') return false
  const commits = artifacts === 'commit' || run.world.marks === 'ticked'
  const done = listPhases(run, 'completed').length > 0 && listPhases(run, 'failed').length === 0
  const whole = checks === 'each and whole' || run.redTaken
  if (!done || (publish === 'phase' && !commits && !whole && !review.run)) return false
  run.closingRefusals = 0
  run.composed = false
  if (whole && run.verifiedHead !== run.head.commit) {
    run.closing = 'verify_run'
    run.verifying = run.head.commit
  } else goOn(run)
  return true
}

/** The final result is verified, then reviewed; then the last commits are composed and moved. */
const goOn = (run: ModelRun): void => {
  const unseen = run.world.rules.review.run && run.reviewedHead !== run.head.commit
  run.closing = run.composed ? 'move_refs' : unseen ? 'review_run' : 'close_run'
}

/** Applies the answer to an effect of the run's end, or to a gate about it. */
export const takeOfClosing = (run: ModelRun, input: ClosingInput | string): void => {
  if (typeof input === 'string') return takeAnswer(run, input)
  switch (input.type) {
    case 'run_verified':
      if (run.closing !== 'verify_run') return
      if (input.debts.length > 0 || input.checks.some(({ passed }) => !passed)) return ask(run)
      run.verifiedHead = run.verifying
      return goOn(run)
    case 'run_reviewed':
      if (run.closing !== 'review_run') return
      if (input.review.failure && waitsFor(run, input.review.failure.class)) return
      run.reviewWaits = 0
      if (!input.review.approved || isUnclear(input.review)) return ask(run, 'review')
      run.reviewedHead = run.head.commit
      return goOn(run)
    case 'run_composed':
      if (run.closing !== 'close_run') return
      run.composed = true
      run.last = input.commit
      run.verifying = input.published
      run.closing = input.merged && run.world.rules.checks !== 'none' ? 'verify_run' : 'move_refs'
      return
    case 'refs_moved':
      if (run.closing !== 'move_refs') return
      run.head.commit = run.last
      run.closing = run.world.rules.publish === 'message-only' ? 'apply_to_checkout' : 'closed'
      return
    case 'refs_refused':
      if (++run.closingRefusals >= limits.refusals) return ask(run)
      run.composed = false
      run.closing = 'close_run'
      return
    case 'checkout_applied':
      if (run.closing === 'apply_to_checkout') run.closing = 'closed'
      return
    case 'closing_failed':
      if (run.closing && run.closing !== 'closed') ask(run)
  }
}

/** A transient failure is retried later. The time is the machine's choice. */
const waitsFor = (run: ModelRun, kind: FailureClass): boolean => {
  const most =
    kind === 'transient' || kind === 'interrupted'
      ? limits.waits
      : kind === 'rate_limited'
        ? limits.pauses
        : 0
  if (run.reviewWaits >= most) return false
  run.reviewWaits++
  run.closing = 'waiting'
  return true
}

/** Asks the reviewers of the run again, after the delay. */
export const wakeClosing = (run: ModelRun, until: number): void => {
  if (run.closing === 'waiting' && run.reviewAt <= until) run.closing = 'review_run'
}

const takeAnswer = (run: ModelRun, choice: string): void => {
  if (run.closing !== 'asking') return
  if (choice === 'retry') run.closing = undefined
  if (choice !== 'approve') return
  if (run.askedAbout === 'review') run.reviewedHead = run.head.commit
  else run.verifiedHead = run.verifying
  goOn(run)
}
