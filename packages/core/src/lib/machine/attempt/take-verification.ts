import type { CheckResult } from '../../contract/check-result.ts'
import type { Failure } from '../../contract/failure.ts'
import type { EvidenceChange } from '../../event/evidence.ts'
import { describeChanges } from '../../policy/evidence/change/describe-changes.ts'
import { didRun } from '../../policy/evidence/judge-exit.ts'
import type { InputOf } from '../state/input/input.ts'
import { nameIntegratedSince } from '../progress/name-integrated-since.ts'
import type { PhaseState } from '../state/phase-state.ts'
import type { RunState } from '../state/run-state.ts'
import { emit, type Turn } from '../state/turn.ts'
import { askAboutRed } from './return/ask-about-red.ts'
import { collide, prepareMove } from './begin-integration.ts'
import { endAttempt } from './end-attempt.ts'
import { changesNothing, endNothing } from './return/return-nothing.ts'
import { sendBack } from './return/send-back.ts'
import { passVerification } from './take-review.ts'
import { verifyAlone } from './verify/verify-alone.ts'

/** Takes the results of the checks, which override every claim. */
export const takeVerification = (turn: Turn, phase: PhaseState, input: InputOf<'verified'>): void => {
  const { on, checks, evidence, facts } = input
  if (verifyAlone(turn, phase, input)) return
  phase.attempt.checks = checks
  if (evidence && on === 'attempt') phase.attempt.evidence = evidence
  // The tests of a merged attempt were red on its base.
  const red = on === 'merged' && phase.attempt.facts?.red
  phase.attempt.facts = facts && { ...facts, ...(red && { red }) }
  const failure = verificationFailure(turn.state, phase, input)
  const shown = evidence === undefined ? {} : { evidence }
  emit(turn, 'verification_completed', { phaseId: phase.id, on, passed: !failure, checks, ...shown })
  const isEmpty = on === 'attempt' && changesNothing(turn.state, phase)
  if (isEmpty && endNothing(turn, phase, failure, evidence?.absent ?? [])) return
  const changed = phase.attempt.evidenceAccepted ? [] : (evidence?.changed ?? [])
  if (!failure && changed.length > 0) return askAboutEvidence(turn, phase, changed)
  if (!failure && on === 'attempt') return passVerification(turn, phase)
  if (failure && evidence?.notRed && on === 'attempt') return askAboutRed(turn, phase, failure)
  const { composed } = phase.attempt
  if (!failure) return composed === undefined ? undefined : prepareMove(turn, phase, composed)
  if (on === 'attempt' || failure.class === 'environment')
    endAttempt(turn, phase, { action: 'failed', failure })
  else collide(turn, phase, failure)
}

/** The failure of an attempt whose checks or evidence did not pass; undefined if they did. */
export const verificationFailure = (
  state: RunState,
  phase: PhaseState,
  { on, checks, evidence }: Pick<InputOf<'verified'>, 'on' | 'checks' | 'evidence'>,
): Failure | undefined => {
  const failed = checks.find(({ passed }) => !passed)
  const merged = on === 'merged' ? ` after the merge with ${nameIntegratedSince(state, phase)}` : ''
  return failed ? checkFailure(failed, merged) : withMerge(evidence?.problem, merged)
}

/**
 * Returns an attempt that weakens its own evidence to its session once, then asks a person to accept the
 * changes.
 */
const askAboutEvidence = (turn: Turn, phase: PhaseState, changed: EvidenceChange[]): void => {
  const details = describeChanges(changed)
  if (sendBack(turn, phase, { reason: 'evidence_changed', details })) return
  endAttempt(turn, phase, {
    action: 'block',
    blocker: 'evidence_changed',
    message: `Phase ${phase.id} passes, but it changed tests or files that its checks rest on, and the plan does not say so. ${unseenOf(changed)}Approve that?`,
    details,
  })
}

/** Nobody accepts by mistake more than the question shows. */
const unseenOf = (changed: EvidenceChange[]): string => {
  const unseen = changed.reduce((sum, change) => sum + (change.unseen ?? 0), 0)
  return unseen === 0 ? '' : `${unseen} changed lines are not shown here: read them with git. `
}

const withMerge = (problem: Failure | undefined, where: string): Failure | undefined =>
  problem && where !== '' ? { ...problem, message: `Red${where}: ${problem.message}` } : problem

/** `where`: what the tree was merged with, if it was. */
export const checkFailure = (check: CheckResult, where: string): Failure => {
  const command = check.argv.join(' ')
  const { exitCode, output, outputFile, suggestions } = check
  const observed = {
    ...{ command, exitCode, output },
    ...(outputFile === undefined ? {} : { outputFile }),
    ...(suggestions && { suggestions }),
  }
  return didRun(check.exitCode)
    ? { class: 'verification_failed', message: `The check "${check.name}" failed${where}.`, ...observed }
    : {
        class: 'environment',
        message: `Check "${check.name}" could not start: command "${check.argv[0]}" not found.`,
        ...observed,
      }
}
