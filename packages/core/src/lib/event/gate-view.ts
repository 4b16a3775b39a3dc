import type { BlockerType } from './blocker-type.ts'
import type { Budget, SpendKind } from './budget.ts'

/** The kinds of gates. */
export const gateKinds = ['plan', 'checkpoint', 'blocker'] as const

/**
 * The kind of a gate. `plan`: before the plan's commands run. `checkpoint`: before a finished phase is
 * integrated. `blocker`: the work cannot continue without a person.
 */
export type GateKind = (typeof gateKinds)[number]

/**
 * Every answer that a gate may offer, in the order of the docs. `approve` runs the work in question or
 * takes it as it is; `continue` continues an interrupted attempt, and `retry` begins another one;
 * `done-by-hand` states that a person did a step by hand; `answer`, `fix` and `send-back` are for the run's
 * agent: `answer` answers its question.
 */
export const gateChoices = [
  'approve',
  'reject',
  'send-back',
  'continue',
  'answer',
  'retry',
  'fix',
  'done-by-hand',
  'skip',
  'abort',
  'abort-revert',
] as const
Object.freeze(gateChoices)

/** One answer that a gate may offer. */
export type GateChoice = (typeof gateChoices)[number]

/** Whether an answer needs a person's words. */
export const needsText = (choice: string): boolean =>
  choice === 'send-back' || choice === 'fix' || choice === 'answer'

/** The parts of a run that can be reverted: everything that people got from it, or one batch. */
export const revertScopes = ['run', 'batch'] as const

/** The part of a run to revert. */
export type RevertScope = (typeof revertScopes)[number]

/** A person's answer to a gate. */
export interface GivenAnswer {
  /** The chosen answer. */
  choice: GateChoice
  /** The words of the person. */
  feedback?: string
  /** How much more a person allows at a gate about a budget. */
  amount?: Budget
  /**
   * The part that `abort-revert` reverts. Default: the batch, or the run if its batches are published
   * together.
   */
  scope?: RevertScope
  /**
   * The phases that the answer is for, at a checkpoint of several phases. The question stays open for the
   * others. Default: all.
   */
  phaseIds?: readonly string[]
}

/** Whether a question is about several finished phases, each of which can have its own answer. */
export const asksByPhase = ({ kind, phaseIds }: Pick<GateView, 'kind' | 'phaseIds'>): boolean =>
  kind === 'checkpoint' && phaseIds.length > 1

/** Whether an answer can be for some of the phases of a question that {@link asksByPhase}. */
export const takesPhases = (choice: string): boolean => choice === 'approve' || choice === 'send-back'

/** Whether the saved answers to a question are for all its phases. */
export const isAnsweredBy = (
  { id, phaseIds }: Pick<GateView, 'id' | 'phaseIds'>,
  saved: readonly (Pick<GivenAnswer, 'phaseIds'> & { gateId: string })[],
): boolean => {
  const own = saved.filter(({ gateId }) => gateId === id)
  return (
    own.some((answer) => answer.phaseIds === undefined) ||
    (own.length > 0 && phaseIds.every((phaseId) => own.some((answer) => answer.phaseIds?.includes(phaseId))))
  )
}

/** A gate, as a statement describes it, and its answer. */
export interface GateAnswer {
  /** The beginning of the question. */
  readonly question: string
  /** The chosen answer. */
  readonly choice: GateChoice
}

/** A question to a person that stops part of the run, as plain data. */
export interface GateView {
  /** Stable: the same question has the same id after a resume. */
  id: string
  /** Why a person is asked: before the plan starts, before a phase is integrated, or because of a problem. */
  kind: GateKind
  /** The problem, at a gate of kind `blocker` only. */
  blocker?: BlockerType
  /**
   * Phases that are blocked by the same cause while the gate is open join it. Without one the gate keeps its
   * phases.
   */
  cause?: string
  /** The phases that wait for it. Empty for the plan's gate, for which the run waits. */
  phaseIds: string[]
  /** The question, in a sentence. */
  question: string
  /**
   * Actions and observations, one fact each. A command, a diff or a text of others is in it in full and
   * unchanged, on several lines if it has them: show it with `showContent`.
   */
  details: string[]
  /** Possible actions: suggestions, not facts. */
  suggestions: string[]
  /** Set if `retry` asks the reviewers again about the same work, and begins no attempt. */
  retries?: 'review'
  /** The used-up parts of a budget, at a question about one. */
  exhausted?: SpendKind[]
  /** The answers that this gate accepts, in the order of `gateChoices`. */
  choices: GateChoice[]
}
