import type { Work } from '../../src/lib/machine/state/attempt.ts'
import type { Unit } from '../../src/lib/contract/driver.ts'
import type { RefUpdate } from '../../src/lib/contract/git-backend.ts'
import type { RepeatableEffect } from '../../src/lib/machine/state/effect.ts'
import type { InputDraft } from '../../src/lib/machine/state/input/input.ts'
import type { UnitOutcome } from '../../src/lib/event/unit-outcome.ts'
import type { FailureClass } from '../../src/lib/contract/failure-class.ts'
import type { Evidence } from '../../src/lib/event/evidence.ts'
import type { Review } from '../../src/lib/contract/review.ts'
import type { MachineUnderTest, OpenEffect } from './machine-under-test.ts'
import { head, moveRefs, phaseRef, target } from './move-refs.ts'

/** The outcome of an effect. An outcome that does not apply counts as `well`. */
export type Outcome =
  | { how: 'well' }
  /** The loop, git or the disk failed while it was at it. */
  | { how: 'broken' }
  /** The unit failed; `kind` distinguishes failures of one class. */
  | { how: 'fails'; class: FailureClass; kind: string }
  /** The unit needs a person, or its changes may not be committed. */
  | { how: 'blocked' }
  /** The agent reports that its work was done before; the attempt changes nothing. */
  | { how: 'already' }
  | { how: 'nothing' }
  /** The attempt changes nothing, and neither the declared nor the reported file exists. */
  | { how: 'lacking' }
  /** The attempt changes a file, and the reported one does not exist. */
  | { how: 'untrue' }
  /** The attempt changes a file, and git ignores the declared one. */
  | { how: 'ignored' }
  /** The agent reports a file that it did not change. */
  | { how: 'claims' }
  /** The checks pass, but the attempt weakens them; or it changes nothing, and the base lacks a file. */
  | { how: 'weakened' }
  | { how: 'unred' }
  | { how: 'absent' }
  /** The checks are red, or cannot be started. */
  | { how: 'red'; exitCode: number }
  /** A check fails beside that of another phase. */
  | { how: 'collides' }
  /** The reviewers ask for changes; `kind` distinguishes rejections. */
  | { how: 'rejected'; kind: string }
  /** The reviewers leave open what only a person can clarify, beside their verdict. */
  | { how: 'unclear'; severity: 'critical' | 'major' | 'minor'; approved: boolean }
  /** A reviewer could not do its work. */
  | { how: 'unreviewed'; class: FailureClass }
  | { how: 'hooks'; outcome: 'rewritten' | 'failed' | 'environment' }
  | { how: 'conflict' }
  /** The caller's own strategy wants a person to be asked. */
  | { how: 'pauses' }
  /** Somebody else moved the target, or the run's own head, at the last moment. */
  | { how: 'moved'; whose: 'target' | 'own' }
  /** Somebody put commits on the target, or rewrote it. */
  | { how: 'target'; what: 'adopted' | 'rewritten' }
  /** A lock file of git's stops it. */
  | { how: 'locked'; file: string }

const decisive = new Set<OpenEffect['type']>([
  'run_unit',
  'verify',
  'review',
  'decide_checkpoint',
  'run_hooks',
  'merge',
  'verify_run',
  'review_run',
  'wake',
])

/** Answers up to `count` effects that have only one sensible answer, in any order. */
export const answerPlain = (machine: MachineUnderTest, count: number, pick: number): void => {
  let random = pick
  for (let left = count; left > 0; left--) {
    const plain = machine.open.filter(({ type }) => !decisive.has(type))
    if (plain.length === 0) return
    random = (random * 1_103_515_245 + 12_345) % 2_147_483_648
    answerEffect(machine, plain[(random >> 8) % plain.length]!, {
      how: 'well',
    })
  }
}

/** Answers a pending effect with an outcome. */
export const answerEffect = (machine: MachineUnderTest, effect: OpenEffect, outcome: Outcome): void => {
  if (effect.type === 'review' || effect.type === 'review_run') {
    answerFirst(machine, effect)
    if (!machine.open.includes(effect)) return
  }
  machine.open.splice(machine.open.indexOf(effect), 1)
  if (effect.type === 'clear_locks') {
    // A check without removal does not answer while the locks exist.
    if (effect.inspect && outcome.how === 'locked') return
    machine.feed({ type: 'locks_gone', gateId: effect.gateId })
    return
  }
  if (outcome.how === 'locked' && isRepeatable(effect)) {
    const lock = { file: outcome.file, id: machine.name(), since: 0 }
    machine.feed({ type: 'git_locked', effect, locks: [lock], running: [] })
    return
  }
  machine.feed(
    'dispatch' in effect || effect.type === 'decide_checkpoint'
      ? answerAttempt(machine, effect, outcome)
      : answerRun(machine, effect, outcome),
  )
}

/** One of several reviewers gives its verdict, which decides nothing yet. */
const answerFirst = (
  machine: MachineUnderTest,
  effect: Extract<OpenEffect, { type: 'review' | 'review_run' }>,
): void => {
  const { commit } = effect
  const of = effect.type === 'review' ? { phaseId: effect.phaseId, dispatch: effect.dispatch } : {}
  const verdict = { approved: true, summary: 'first', comments: [] }
  machine.feed({ type: 'reviewer_answered', ...of, commit, reviewer: 'first', verdict })
}

const isRepeatable = (effect: OpenEffect): effect is RepeatableEffect =>
  lockable.some((type) => type === effect.type)

export const lockable = [
  'move_refs',
  'prepare_run',
  'close_run',
  'merge',
  'compose',
  'commit_attempt',
  'open_workspace',
  'apply_to_checkout',
  'verify',
  'restore_head',
] as const

type OfDispatch = Extract<OpenEffect, { dispatch: number } | { type: 'decide_checkpoint' }>

const answerAttempt = (machine: MachineUnderTest, effect: OfDispatch, outcome: Outcome): InputDraft => {
  if (effect.type === 'decide_checkpoint')
    return {
      type: 'checkpoint_decided',
      phaseId: effect.phaseId,
      attempt: effect.attempt,
      requestId: effect.requestId,
      pause: outcome.how === 'pauses',
    }
  const at = { phaseId: effect.phaseId, attempt: effect.attempt, dispatch: effect.dispatch }
  if (outcome.how === 'broken') {
    const failure = {
      class: 'environment',
      message: `broken ${machine.name()}`,
    } as const
    return { type: 'effect_failed', ...at, during: effect.type, failure }
  }
  switch (effect.type) {
    case 'open_workspace':
      machine.workspaces.add(`${effect.phaseId}.${effect.dispatch}`)
      return {
        type: 'workspace_opened',
        ...at,
        slot: 'slot',
        ...(effect.rescue && { rescued: { commit: machine.name(), tree: machine.name(), files: ['x'] } }),
      }
    case 'run_unit':
      return {
        type: 'unit_finished',
        ...at,
        unit: effect.unit,
        result: resultOf(machine, outcome, effect.unit),
      }
    case 'commit_attempt':
      if (outcome.how === 'blocked')
        return {
          type: 'attempt_refused',
          ...at,
          blocker: 'secret_in_change',
          message: 'a secret',
          details: [],
          ...(machine.inputs.length % 3 > 0 && { findings: ['1a2b'] }),
        }
      return {
        type: 'attempt_committed',
        ...at,
        commit: machine.name(),
        tree: machine.name(),
        files: outcome.how === 'nothing' || outcome.how === 'lacking' ? [] : ['x'],
        ...(outcome.how === 'lacking' && { absent: ['a', 'elsewhere'] }),
        ...(outcome.how === 'untrue' && { absent: ['elsewhere'] }),
        ...(outcome.how === 'ignored' && { ignored: [{ path: 'a', rule: '.gitignore:1: a' }] }),
      }
    case 'verify':
      return {
        type: 'verified',
        ...at,
        on: effect.on,
        checks: checksOf(outcome),
        ...(effect.on === 'attempt' && evidenceOf(outcome)),
        ...(outcome.how === 'collides' && {
          collision: { check: 'test', words: 'EADDRINUSE', phaseIds: ['other'] },
        }),
      }
    case 'run_hooks':
      if (outcome.how !== 'hooks')
        return {
          type: 'hooks_finished',
          ...at,
          outcome: 'passed',
          text: 'Phase',
        }
      return {
        type: 'hooks_finished',
        ...at,
        outcome: outcome.outcome,
        text: 'Phase',
        hook: 'pre-commit',
      }
    case 'review': {
      const review = reviewOf(machine, outcome)
      if (review.approved) machine.approved.add(`${effect.phaseId}.${effect.attempt}`)
      return { type: 'reviewed', ...at, review }
    }
    case 'merge':
      if (outcome.how === 'conflict')
        return { type: 'merge_conflicted', ...at, paths: ['a'], ...workOf(machine, 'marked') }
      return { type: 'merged', ...at, tree: machine.name(), ...workOf(machine, 'work') }
    case 'compose':
      return { type: 'composed', ...at, commit: machine.name() }
    case 'prepare_move': {
      if (outcome.how === 'target') {
        if (outcome.what === 'rewritten') return { type: 'target_rewritten', ...at, found: 'other' }
        machine.refs.set(target, machine.name())
        return {
          type: 'target_adopted',
          ...at,
          commit: machine.refs.get(target)!,
        }
      }
      const own = { ref: head, new: effect.commit, old: effect.headRef }
      const phase = {
        ref: phaseRef(effect.phaseId),
        new: effect.commit,
        old: machine.state.phases.find(({ planned: { id } }) => id === effect.phaseId)?.former ?? null,
      }
      const people = {
        ref: target,
        new: effect.commit,
        old: machine.refs.get(target) ?? null,
      }
      return { type: 'move_prepared', ...at, updates: [own, phase, people] }
    }
  }
}

/** Every second merge exists as a commit. */
const workOf = <Key extends string>(machine: MachineUnderTest, key: Key): { [Name in Key]?: Work } => {
  if (machine.inputs.length % 2 === 0) return {}
  const work = { commit: machine.name(), tree: machine.name(), files: ['x'] }
  return { [key]: work } as { [Name in Key]?: Work }
}

const resultOf = (machine: MachineUnderTest, outcome: Outcome, unit: Unit): UnitOutcome => {
  if (outcome.how === 'fails')
    return {
      outcome: 'failed',
      failure: {
        class: outcome.class,
        message: `no ${outcome.kind} in ${machine.now} ms`,
      },
    }
  const key = 'subtaskId' in unit ? unit.subtaskId : 'phase'
  if (outcome.how === 'blocked')
    return {
      outcome: 'blocked',
      // Of two questions, an agent asks one.
      ...(machine.now % 2 === 0
        ? { blocker: 'agent_asks', sessions: { [key]: machine.name() } }
        : { blocker: 'unexpected_state' }),
      message: 'what now?',
      details: [],
    }
  return {
    outcome: 'completed',
    sessions: { [key]: machine.name() },
    ...(outcome.how === 'already' && { alreadyDone: true as const }),
    ...(outcome.how === 'claims' && { claimed: { [key]: ['elsewhere'] } }),
  }
}

const reviewOf = (machine: MachineUnderTest, outcome: Outcome): Review => {
  if (outcome.how === 'unreviewed') {
    const failure = { class: outcome.class, message: 'no reviewer' }
    return { approved: false, summary: 'nothing', comments: [], failure }
  }
  if (outcome.how === 'unclear') {
    const { severity, approved } = outcome
    const question = {
      id: 'r-1',
      reviewer: 'r',
      severity,
      disposition: 'clarify',
      message: 'Which?',
    } as const
    const wanted = { ...question, id: 'r-2', severity: 'major', disposition: 'implement' } as const
    return { approved, summary: 'r: no', comments: approved ? [question] : [question, wanted] }
  }
  if (outcome.how !== 'rejected') return { approved: true, summary: 'good', comments: [] }
  const comment = { id: 'r-1', reviewer: 'r', severity: 'major', disposition: 'implement' } as const
  // The same adaptation is requested at another time.
  const message = `fix ${outcome.kind} in ${machine.now} ms`
  return { approved: false, summary: 'r: no', comments: [{ ...comment, message }] }
}

const checksOf = (outcome: Outcome) => {
  const exitCode = outcome.how === 'red' ? outcome.exitCode : outcome.how === 'collides' ? 1 : 0
  return [
    {
      name: 'test',
      argv: ['check'],
      passed: exitCode === 0,
      exitCode,
      output: '',
      durationMs: 0,
    },
  ]
}

const evidenceOf = ({ how }: Outcome): { evidence?: Evidence } => {
  const none = { paid: [], leftOut: [], changed: [] }
  if (how === 'absent') return { evidence: { ...none, absent: ['a'] } }
  const problem = { class: 'verification_failed', message: 'not red' } as const
  if (how === 'unred') return { evidence: { ...none, problem, notRed: true } }
  const change = { kind: 'config', path: 'vitest.config.ts', items: [], diff: [] } as const
  return how === 'weakened' ? { evidence: { ...none, changed: [{ ...change, items: [], diff: [] }] } } : {}
}

const answerRun = (
  machine: MachineUnderTest,
  effect: Exclude<OpenEffect, OfDispatch | { type: 'clear_locks' }>,
  outcome: Outcome,
): InputDraft => {
  switch (effect.type) {
    case 'move_refs': {
      const of = effect.phaseId === undefined ? {} : { phaseId: effect.phaseId }
      // Refs moved by an earlier process are found moved.
      const isThere = ({ ref, new: value }: RefUpdate): boolean => (machine.refs.get(ref) ?? null) === value
      if (outcome.how === 'moved' && !(effect.reconcile && effect.updates.every(isThere)))
        return {
          type: 'refs_refused',
          ...of,
          refs: [outcome.whose === 'own' ? head : target],
        }
      moveRefs(machine, effect.updates, effect.reconcile)
      if (effect.phaseId !== undefined) machine.confirmed.add(effect.phaseId)
      return { type: 'refs_moved', ...of }
    }
    case 'restore_head':
      machine.refs.set(head, effect.expected)
      return { type: 'locks_gone', gateId: effect.gateId }
    case 'wake':
      machine.now = Math.max(machine.now, effect.at)
      return { type: 'woken', until: effect.at }
    case 'prepare_run':
      return { type: 'run_prepared', head: machine.name() }
    case 'review_run':
      if (outcome.how === 'broken') return closingFailed
      return { type: 'run_reviewed', review: reviewOf(machine, outcome) }
    case 'revert_run':
      return { type: 'run_reverted' }
    case 'verify_run':
      if (outcome.how === 'broken') return closingFailed
      return { type: 'run_verified', checks: checksOf(outcome), debts: [] }
    case 'close_run': {
      if (outcome.how === 'broken') return closingFailed
      // A person has advanced the target, so an unfinished end does not change it.
      if (effect.ending && outcome.how === 'target')
        return {
          type: 'run_composed',
          commit: effect.head,
          published: effect.head,
          merged: false,
          updates: [],
        }
      const commit = machine.name()
      const merged = outcome.how === 'target'
      const own = {
        ref: head,
        new: commit,
        old: machine.refs.get(head) ?? null,
      }
      return {
        type: 'run_composed',
        commit,
        published: commit,
        merged,
        updates: [own],
      }
    }
    case 'apply_to_checkout':
      return outcome.how === 'broken' ? closingFailed : { type: 'checkout_applied' }
  }
}

const closingFailed: InputDraft = {
  type: 'closing_failed',
  blocker: 'environment',
  failure: { class: 'environment', message: 'no room on the disk' },
}
