import * as z from 'zod/mini'
import { AmeliaError, type AmeliaErrorCode, type AmeliaErrorDetails } from '../../error/amelia-error.ts'
import { findFault } from '../../error/check/find-fault.ts'
import {
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

type Offered<Type extends RunOffer['type']> = RulesOf<Omit<Extract<RunOffer, { type: Type }>, 'type'>>

const offerRule = strictVariants('a request with a `type`', 'type', {
  answer: {
    gateId: id,
    choice: oneOf(...gateChoices),
    feedback: optional(shortText(said, 20_000)),
    scope: optional(oneOf(...revertScopes)),
    amount: optional(record(Object.fromEntries(spendKinds.map((kind) => [kind, optional(amount)])))),
  } satisfies Offered<'answer'>,
  cancel: { phaseId: optional(id), stepId: optional(id) } satisfies Offered<'cancel'>,
  drain: {} satisfies Offered<'drain'>,
  steer: { phaseId: id, text: said } satisfies Offered<'steer'>,
})

/**
 * A request that another process can send to a run.
 *
 * `answer` answers a gate. `cancel` stops the run, or with `phaseId` that phase; `drain` lets running phases
 * finish. `cancel` and `drain` only apply to the process that owns the run now.
 *
 * `steer` gives a text of at most 10,000 characters to the agent of a phase: to its running session if the
 * driver can do this, else to the phase's next session. It is given at most once.
 */
export type RunOffer =
  | {
      type: 'answer'
      gateId: string
      choice: GateChoice
      feedback?: string | undefined
      scope?: RevertScope | undefined
      amount?: Budget | undefined
    }
  | { type: 'cancel'; phaseId?: string | undefined; stepId?: string | undefined }
  | { type: 'drain' }
  | { type: 'steer'; phaseId: string; text: string }

/** Checks an offer. Throws `OFFER_INVALID`, which lists the open gates. */
export const readOffer = (value: unknown, open: string[]): RunOffer => {
  const fault = findFault('offer', value, offerRule)
  if (fault === undefined) return value as RunOffer
  const gates = open.length === 0 ? 'No gate is open.' : `Open gates: ${open.join(', ')}.`
  throw new AmeliaError('OFFER_INVALID', `Invalid offer to a run: ${fault} ${gates}`, { open })
}

/** Errors that refuse an offer and are reported to its sender. After any other error the offer is retried. */
const refusals = [
  'GATE_UNKNOWN',
  'GATE_EXPIRED',
  'GATE_CHOICE',
  'NOT_CANCELLED',
  'NOT_STEERED',
  'RUN_ENDED',
  'OFFER_INVALID',
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
 * The result of an offer, written by the run's process. `repeated`: the gate already had this answer; nothing
 * changed.
 */
export type OfferOutcome = z.infer<typeof outcomeSchema>

/** Parses an outcome from the store; undefined if it has none. */
export const readOutcome = (value: unknown): OfferOutcome | undefined =>
  value === undefined ? undefined : outcomeSchema.parse(value)

/** Converts an error to an outcome; undefined for an error that does not refuse the offer. */
export const refusalOf = (error: unknown): OfferOutcome | undefined => {
  const code = refusals.find((each) => AmeliaError.is(error, each))
  if (code === undefined || !AmeliaError.is(error)) return undefined
  return { ok: false, code, message: error.message, details: { ...error.details } }
}

/** Converts a refusal back to its error. */
export const errorOf = ({ code, message, details }: Extract<OfferOutcome, { ok: false }>): AmeliaError =>
  new AmeliaError(code, message, details as AmeliaErrorDetails[typeof code])

/** Whether two answers are equal. Repeating an answer is not an error. */
export const isSameAnswer = (
  given: AnswerContent,
  { choice, feedback, amount, scope }: AnswerContent,
): boolean =>
  given.choice === choice &&
  (given.scope ?? 'run') === (scope ?? 'run') &&
  (given.feedback ?? '') === (feedback ?? '') &&
  spendKinds.every((kind) => given.amount?.[kind] === amount?.[kind])

interface AnswerContent {
  choice: string
  feedback?: string | undefined
  amount?: Budget | undefined
  scope?: string | undefined
}

/** Redacts secrets in feedback, and cleans the text for an agent, before they are stored. */
export const withoutSecrets = (offer: RunOffer): RunOffer => {
  if (offer?.type === 'answer' && typeof offer.feedback === 'string')
    return { ...offer, feedback: redactSecrets(offer.feedback) }
  if (offer?.type === 'steer' && typeof offer.text === 'string')
    return { ...offer, text: cleanText(offer.text) }
  return offer
}
