import * as z from 'zod/mini'
import { AmeliaError, type AmeliaErrorCode, type AmeliaErrorDetails } from '../../error/amelia-error.ts'
import { gateChoices } from '../../event/gate.ts'
import { redactSecrets } from '../../text/find-secret.ts'

const name = z.string().check(z.minLength(1), z.maxLength(1_000))

const offerSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('answer'),
    gateId: name,
    choice: z.enum(gateChoices),
    feedback: z.optional(z.string().check(z.maxLength(20_000))),
  }),
  z.strictObject({ type: z.literal('cancel'), phaseId: z.optional(name), stepId: z.optional(name) }),
  z.strictObject({ type: z.literal('drain') }),
])

/**
 * What can be offered to a run from another process.
 *
 * `answer` is for a gate. `cancel` stops the run, or with `phaseId` that phase alone; `drain` lets what runs come to its
 * end. These two are for the process that has the run now: the next one does not take them up.
 */
export type RunOffer = z.infer<typeof offerSchema>

/** Whoever wrote the value: it is an offer, or `OFFER_INVALID` says why not and which gates are open. */
export const readOffer = (value: unknown, open: string[]): RunOffer => {
  const parsed = offerSchema.safeParse(value)
  if (parsed.success) return parsed.data
  const first = parsed.error.issues[0]
  const where = first === undefined || first.path.length === 0 ? 'it' : first.path.join('.')
  const gates = open.length === 0 ? 'No gate is open.' : `Open gates are: ${open.join(', ')}.`
  throw new AmeliaError(
    'OFFER_INVALID',
    `This is nothing that can be offered to a run: ${where}: ${first?.message ?? 'unreadable'}. ${gates}`,
    { open },
  )
}

/** Refusals: they are told to whoever made the offer. Every other error leaves the offer for later. */
const refusals = [
  'GATE_UNKNOWN',
  'GATE_EXPIRED',
  'GATE_CHOICE',
  'NOT_CANCELLED',
  'RUN_ENDED',
  'OFFER_INVALID',
] as const satisfies AmeliaErrorCode[]

const outcomeSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), repeated: z.optional(z.literal(true)) }),
  z.object({
    ok: z.literal(false),
    code: z.enum(refusals),
    message: z.string(),
    details: z.record(z.string(), z.unknown()),
  }),
])

/** What the run's process says of an offer. `repeated`: the gate was answered so before, and nothing was changed. */
export type OfferOutcome = z.infer<typeof outcomeSchema>

/** The outcome that the store gives; undefined where there is none. */
export const readOutcome = (value: unknown): OfferOutcome | undefined =>
  value === undefined ? undefined : outcomeSchema.parse(value)

/** The outcome that tells an error; undefined for one that is no refusal. */
export const refusalOf = (error: unknown): OfferOutcome | undefined => {
  const code = refusals.find((each) => AmeliaError.is(error, each))
  if (code === undefined || !AmeliaError.is(error)) return undefined
  return { ok: false, code, message: error.message, details: { ...error.details } }
}

/** The error that a refusal tells of. */
export const errorOf = ({ code, message, details }: Extract<OfferOutcome, { ok: false }>): AmeliaError =>
  new AmeliaError(code, message, details as AmeliaErrorDetails[typeof code])

/** Whether a gate was answered in exactly these words. Who repeats an answer is not told that it came too late. */
export const isSameAnswer = (
  given: { choice: string; feedback?: string | undefined },
  { choice, feedback }: { choice: string; feedback?: string | undefined },
): boolean => given.choice === choice && (given.feedback ?? '') === (feedback ?? '')

/** What looks like a secret is not stored, not even until the run takes the words out itself. */
export const withoutSecrets = (offer: RunOffer): RunOffer =>
  offer?.type === 'answer' && typeof offer.feedback === 'string'
    ? { ...offer, feedback: redactSecrets(offer.feedback) }
    : offer
