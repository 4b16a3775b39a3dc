import type { GateChoice, GateView } from '../../event/gate.ts'

/** An answer that one gate offers. Made by its `choices`, so that no other can be given. */
export interface GateAnswer {
  gateId: string
  choice: GateChoice
  feedback?: string
}

interface AnswerMakers {
  /** Runs what is asked about, or takes it as it is. At a budget's gate: allows as much again. */
  approve(): GateAnswer
  reject(feedback?: string): GateAnswer
  /** Asks the agent for another attempt that heeds this. */
  feedback(feedback: string): GateAnswer
  /** Another attempt, with all attempts ahead of it. */
  retry(): GateAnswer
  /** Another attempt in which the agent follows this instruction, with all attempts ahead of it. */
  fix(instruction: string): GateAnswer
  /** A person did the step by hand. */
  accept(): GateAnswer
  /** The phase is not run, nor is what builds on it. */
  skip(feedback?: string): GateAnswer
  /** The run ends. What is integrated stays. */
  abort(): GateAnswer
  /** The run ends, and the target branch is what it was before. What was there is kept under a reference of its own. */
  'abort-revert'(): GateAnswer
}

type Question<
  Kind extends GateView['kind'],
  Offered extends GateChoice,
  Maybe extends GateChoice = never,
> = Omit<GateView, 'kind' | 'choices'> & {
  kind: Kind
  choices: Pick<AnswerMakers, Offered> & Partial<Pick<AnswerMakers, Maybe>>
}

/** A gate as `onGate` gets it: each kind with the answers that it offers, so that no other compiles. */
export type GateQuestion =
  | Question<'plan', 'approve' | 'reject'>
  | Question<'checkpoint', 'approve' | 'abort' | 'abort-revert', 'feedback'>
  | Question<'blocker', 'abort' | 'abort-revert', 'approve' | 'retry' | 'fix' | 'accept' | 'skip'>

/** Puts the answers to a gate behind its choices. */
export const askGate = (gate: GateView): GateQuestion => {
  const choices = Object.fromEntries(
    gate.choices.map((choice) => [
      choice,
      (feedback?: unknown): GateAnswer => ({
        gateId: gate.id,
        choice,
        // `then(gate.choices.approve)` hands over whatever the promise gave.
        ...(typeof feedback === 'string' ? { feedback } : {}),
      }),
    ]),
  )
  // The machine gives each kind of gate the choices that its type says.
  return { ...gate, choices } as unknown as GateQuestion
}
