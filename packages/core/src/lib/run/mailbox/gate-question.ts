import type { Budget } from '../../event/budget.ts'
import { spendKinds } from '../../policy/dispatch/find-exhausted.ts'
import { type GateChoice, type GateView, type RevertScope, revertScopes } from '../../event/gate-view.ts'

/** An answer to a gate, created by one of its `choices`. */
export interface GateAnswer {
  /** The id of the gate. */
  gateId: string
  /** The chosen answer, one of those that the gate offers. */
  choice: GateChoice
  /** A person's words: an instruction with `send-back` and `fix`, an answer with `answer`, else a reason. */
  feedback?: string
  /** With `approve` at a gate about a budget: how much more to allow. Default: the same amount again. */
  amount?: Budget
  /** With `abort-revert`: what to revert. Default: the run. */
  scope?: RevertScope
  /**
   * With `approve` and `send-back` at a checkpoint of several phases: those that the answer is for. The gate
   * stays open for the others. Default: all.
   */
  phaseIds?: readonly string[]
}

/**
 * The answers to gates, each made by a function with the choice's name in camel case. A question has those
 * that apply to it.
 */
export interface AnswerMakers {
  /**
   * Runs the plan or step in question, or takes the result as it is. At a gate about a budget: allows the
   * amount, or the same amount again.
   */
  approve(amount?: Budget): GateAnswer
  /** Refuses the plan and ends the run. */
  reject(feedback?: string): GateAnswer
  /** Starts another attempt that follows this feedback. */
  sendBack(feedback: string): GateAnswer
  /** Continues the interrupted attempt where it stood: in its tree and, if possible, in its session. */
  continue(): GateAnswer
  /** Answers the question of the agent, which goes on, with a full set of attempts. */
  answer(text: string): GateAnswer
  /** Starts another attempt, with a full set of attempts. At a question of an agent: it decides itself. */
  retry(): GateAnswer
  /** Starts another attempt that follows this instruction, with a full set of attempts. */
  fix(instruction: string): GateAnswer
  /** Passes a step that a person did by hand. */
  doneByHand(): GateAnswer
  /** Skips the phase and everything that depends on it. */
  skip(feedback?: string): GateAnswer
  /** Ends the run. Integrated phases stay. */
  abort(): GateAnswer
  /**
   * Ends the run and restores the target branch to its commit before the batch of the phases in question, or
   * with the scope `run` before the run. The later commit stays under its own ref. A batch is refused if a
   * phase of another batch was integrated after its first one. Batches that are published together are
   * reverted with the run.
   */
  abortRevert(scope?: RevertScope): GateAnswer
}

/** A choice as the name of its function: `sendBack` for `send-back`. */
export type MakerName<Choice extends string> = Choice extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<MakerName<Rest>>}`
  : Choice

/**
 * A gate of one kind, with the answers that it always has, and those that it may have. A gate of kind
 * `blocker` has its problem.
 */
export type GateQuestionOf<
  Kind extends GateView['kind'],
  Offered extends GateChoice,
  Maybe extends GateChoice = never,
> = Omit<GateView, 'kind' | 'blocker' | 'choices'> & {
  kind: Kind
  choices: Pick<AnswerMakers, MakerName<Offered>> & Partial<Pick<AnswerMakers, MakerName<Maybe>>>
} & (Kind extends 'blocker' ? Required<Pick<GateView, 'blocker'>> : { blocker?: never })

/** A gate as `onGate` receives it. Each kind has only its own choices, so other answers do not compile. */
export type GateQuestion =
  | GateQuestionOf<'plan', 'approve' | 'reject'>
  | GateQuestionOf<'checkpoint', 'approve' | 'abort' | 'abort-revert', 'send-back'>
  | GateQuestionOf<
      'blocker',
      'abort' | 'abort-revert',
      'approve' | 'continue' | 'answer' | 'retry' | 'fix' | 'done-by-hand' | 'skip'
    >

const isBudget = (value: unknown): value is Budget =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).length > 0 &&
  Object.keys(value).every((key) => spendKinds.some((kind) => kind === key))

const isScope = (value: unknown): value is RevertScope => revertScopes.some((scope) => scope === value)

const feedbackOf = (value: unknown): Pick<GateAnswer, 'feedback'> =>
  typeof value === 'string' ? { feedback: value } : {}

/** Adds a function for each choice to a gate. */
export const askGate = (gate: GateView): GateQuestion => {
  const choices = Object.fromEntries(
    gate.choices.map((choice) => [
      choice.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
      (given?: unknown): GateAnswer => ({
        gateId: gate.id,
        choice,
        // `then(gate.choices.approve)` passes the promise's value.
        ...(choice === 'abort-revert' ? { ...(isScope(given) && { scope: given }) } : feedbackOf(given)),
        ...(choice === 'approve' && isBudget(given) ? { amount: given } : {}),
      }),
    ]),
  )
  // The machine gives each kind of gate the choices of its type.
  return { ...gate, choices } as unknown as GateQuestion
}
