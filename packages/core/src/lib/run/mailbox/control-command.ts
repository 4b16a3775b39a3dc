import * as z from 'zod/mini'
import { AmeliaError, type AmeliaErrorCode, type AmeliaErrorDetails } from '../../error/amelia-error.ts'
import { findFault } from '../../error/check/find-fault.ts'
import {
  list,
  name,
  oneOf,
  optional,
  record,
  type Rule,
  type RulesOf,
  strictVariants,
  text,
} from '../../error/check/rule.ts'
import type { Budget } from '../../event/budget.ts'
import { type GateChoice, gateChoices, type RevertScope, revertScopes } from '../../event/gate-view.ts'
import { spendKinds } from '../../policy/dispatch/find-exhausted.ts'
import { findPhaseId } from '../../plan/source/find-phase-id.ts'
import type { RunState } from '../../machine/state/run-state.ts'
import { cleanText } from './clean-text.ts'
import { redactSecrets } from '../../text/secret/match-secrets.ts'

/** A text that no message quotes, because a person may have pasted a secret. */
const said: Rule = { ...text, secret: true }
const shortText = (rule: Rule, most: number): Rule => ({
  ...rule,
  expected: `${rule.expected}, of at most ${most} characters`,
  is: (value) => rule.is(value) && (value as string).length <= most,
})
const id = shortText(name, 1_000)

const amount: Rule = {
  expected: 'a number above 0',
  is: (value) => typeof value === 'number' && Number.isFinite(value) && value > 0,
}

type Sent<Type extends ControlCommand['type']> = RulesOf<
  Omit<Extract<ControlCommand, { type: Type }>, 'type'>
>

const commandRule = strictVariants('a request with a `type`', 'type', {
  answer: {
    gateId: id,
    choice: oneOf(...gateChoices),
    feedback: optional(shortText(said, 20_000)),
    scope: optional(oneOf(...revertScopes)),
    phaseIds: optional(list(id, 'a list of phases')),
    amount: optional(record(Object.fromEntries(spendKinds.map((kind) => [kind, optional(amount)])))),
  } satisfies Sent<'answer'>,
  cancel: { phaseId: optional(id), stepId: optional(id) } satisfies Sent<'cancel'>,
  drain: {} satisfies Sent<'drain'>,
  steer: { phaseId: id, text: said } satisfies Sent<'steer'>,
})

/**
 * A request that another process can send to a run.
 *
 * `answer` answers a gate, with `phaseIds` for these phases only. `cancel` stops the run, or with `phaseId`
 * that phase; `drain` lets running phases finish. `cancel` and `drain` only apply to the process that owns
 * the run now.
 *
 * `steer` gives a text of at most 10,000 characters to the agent of a phase: to its running session if the
 * driver can do this, else to the phase's next session. It is given at most once.
 */
export type ControlCommand =
  | {
      type: 'answer'
      gateId: string
      choice: GateChoice
      feedback?: string | undefined
      scope?: RevertScope | undefined
      phaseIds?: readonly string[] | undefined
      amount?: Budget | undefined
    }
  | { type: 'cancel'; phaseId?: string | undefined; stepId?: string | undefined }
  | { type: 'drain' }
  | { type: 'steer'; phaseId: string; text: string }

/**
 * Checks a command. A phase may be named in any spelling; the result has its id. Throws `COMMAND_INVALID`,
 * which lists the open gates.
 */
export const readControl = (value: unknown, { gates: asked, graph }: Named): ControlCommand => {
  const fault = findFault('command', value, commandRule)
  if (fault === undefined) {
    const command = value as ControlCommand
    const idOf = (name: string): string => findPhaseId(graph.ids, name)
    if ('phaseId' in command && command.phaseId !== undefined)
      return { ...command, phaseId: idOf(command.phaseId) }
    if ('phaseIds' in command && command.phaseIds !== undefined)
      return { ...command, phaseIds: command.phaseIds.map(idOf) }
    return command
  }
  const open = [...asked.keys()]
  const gates = open.length === 0 ? 'No gate is open.' : `Open gates: ${open.join(', ')}.`
  throw new AmeliaError('COMMAND_INVALID', `Invalid command to a run: ${fault} ${gates}`, { open })
}

type Named = Pick<RunState, 'gates' | 'graph'>

/**
 * Errors that refuse a command and are reported to its sender. After any other error the command is retried.
 */
const refusals = [
  'GATE_UNKNOWN',
  'GATE_EXPIRED',
  'GATE_CHOICE',
  'NOT_CANCELLED',
  'NOT_STEERED',
  'RUN_ENDED',
  'COMMAND_INVALID',
  'WORK_SUPERSEDED',
] as const satisfies AmeliaErrorCode[]

const outcomeSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), repeated: z.optional(z.literal(true)) }),
  z.object({
    ok: z.literal(false),
    code: z.enum(refusals),
    message: z.string(),
    details: z.looseObject({}),
  }),
])

/**
 * The result of a command, written by the run's process. `repeated`: the gate already had this answer;
 * nothing changed.
 */
export type SendOutcome = z.infer<typeof outcomeSchema>

/** Parses an outcome from the store; undefined if it has none. */
export const readOutcome = (value: unknown): SendOutcome | undefined =>
  value === undefined ? undefined : outcomeSchema.parse(value)

/** Converts an error to an outcome; undefined for an error that does not refuse the command. */
export const refusalOf = (error: unknown): SendOutcome | undefined => {
  const code = refusals.find((each) => AmeliaError.is(error, each))
  if (code === undefined || !AmeliaError.is(error)) return undefined
  return { ok: false, code, message: error.message, details: { ...error.details } }
}

/** Converts a refusal back to its error. */
export const errorOf = ({ code, message, details }: Extract<SendOutcome, { ok: false }>): AmeliaError =>
  new AmeliaError(code, message, details as AmeliaErrorDetails[typeof code])

/** Whether two answers are equal. Repeating an answer is not an error. */
export const isSameAnswer = (
  given: AnswerContent,
  { choice, feedback, amount, scope, phaseIds }: AnswerContent,
): boolean =>
  given.choice === choice &&
  (given.scope ?? 'batch') === (scope ?? 'batch') &&
  (given.feedback ?? '') === (feedback ?? '') &&
  listed(given.phaseIds) === listed(phaseIds) &&
  spendKinds.every((kind) => given.amount?.[kind] === amount?.[kind])

interface AnswerContent {
  choice: string
  feedback?: string | undefined
  amount?: Budget | undefined
  scope?: string | undefined
  phaseIds?: readonly string[] | undefined
}

const listed = (phaseIds: readonly string[] | undefined): string =>
  JSON.stringify([...(phaseIds ?? [])].sort())

/** Redacts secrets in feedback, and cleans the text for an agent, before they are stored. */
export const withoutSecrets = (command: ControlCommand): ControlCommand => {
  if (command?.type === 'answer' && typeof command.feedback === 'string')
    return { ...command, feedback: redactSecrets(command.feedback) }
  if (command?.type === 'steer' && typeof command.text === 'string')
    return { ...command, text: cleanText(command.text) }
  return command
}
