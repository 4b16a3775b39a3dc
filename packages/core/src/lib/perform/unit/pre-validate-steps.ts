import type { Unit } from '../../contract/driver.ts'
import type { UnitOutcome } from '../../event/unit-outcome.ts'
import type { Step } from '../../plan/model/step.ts'
import type { Subtask } from '../../plan/model/subtask.ts'
import { boundOutput } from '../../text/bound-output.ts'
import { planValidation } from '../../policy/dispatch/plan-validation.ts'
import { readValidation, validationSchema } from '../../policy/answer/read-validation.ts'
import { buildValidation } from '../../prompt/build-validation.ts'
import { oneLine } from '../../text/one-line.ts'
import { preflightStep } from './preflight-step.ts'
import type { UnitContext } from './unit-context.ts'
import { sessionFailure } from '../command/session-failure.ts'
import type { SessionDraft } from '../performer.ts'
import type { StepContext, StepResult } from './unit-context.ts'

/** Issues to list. */
const maxIssues = 20

/**
 * Asks an agent to validate steps together. Returns the unit's outcome if it objects; undefined without steps
 * or objections.
 */
export const preValidateSteps = async (
  context: UnitContext,
  unit: Unit,
  steps: readonly Step[],
): Promise<UnitOutcome | undefined> =>
  steps.length === 0
    ? undefined
    : ask(context, steps, { who: `the steps of phase ${context.phase.id}`, unit })

/**
 * Asks an agent to validate a high-risk step before a person is asked to approve it.
 *
 * Returns the step's result if the agent objects; undefined if nothing prevents the step. Steps that a person
 * approved are not validated, nor are steps whose file or program {@link preflightStep} finds missing.
 */
export const preValidateStep = async (
  context: UnitContext,
  at: StepContext,
  { subtask, step }: { subtask: Subtask; step: Step },
): Promise<StepResult | undefined> => {
  const { performer } = context
  if (!performer.state.settings.preValidate || at.approved) return undefined
  const { alone } = planValidation([step], { hasAgent: performer.driver !== undefined })
  if (!alone.has(step.id) || (await preflightStep(at, step))) return undefined
  const began = performer.host.clock.now()
  const unit = { kind: 'step', subtaskId: subtask.id, stepId: step.id } as const
  const result = await ask(context, [step], { who: at.place, unit, step })
  return result && { observation: { durationMs: performer.host.clock.now() - began }, result }
}

/**
 * Runs a read-only session that checks steps against the workspace. Fails closed: an unreadable answer is an
 * objection.
 */
const ask = async (
  { performer, phase, workspace }: UnitContext,
  steps: readonly Step[],
  { who, unit, step }: { who: string; unit: Unit; step?: Step },
): Promise<UnitOutcome | undefined> => {
  const before = phase.failures.at(-1)?.message
  const request: SessionDraft = {
    role: 'reviewer',
    access: 'read',
    workspace,
    unit,
    limits: {},
    outputSchema: validationSchema,
    prompt: buildValidation({
      plan: performer.state.plan,
      phase: phase.planned,
      steps,
      ...(before === undefined ? {} : { before }),
    }),
  }
  const blocked = (message: string, details: string[]): UnitOutcome => ({
    outcome: 'blocked',
    blocker: 'unexpected_state',
    ...(step === undefined ? {} : { stepId: step.id }),
    message,
    details,
    passable: true,
  })
  try {
    const answer = await performer.session(
      request,
      (progress, session) => performer.progress(phase.id, progress, session),
      performer.driver,
    )
    const verdict = readValidation(answer)
    if (verdict?.ok) return undefined
    if (verdict) return blocked(`Pre-validation rejected ${who}.`, listIssues(verdict.issues, performer))
    const said = answer.output === undefined ? answer.text : (JSON.stringify(answer.output) ?? '')
    return blocked(
      `Pre-validation of ${who} gave an unreadable answer.`,
      boundOutput(performer.redact(said)).trim().split('\n'),
    )
  } catch (error) {
    performer.signal.throwIfAborted()
    return { outcome: 'failed', failure: sessionFailure(error, performer.driver?.provider, performer) }
  }
}

const listIssues = (issues: readonly string[], { redact }: UnitContext['performer']): string[] => {
  const more = issues.length - maxIssues
  return [
    ...(issues.length === 0 ? ['The agent gave no reason.'] : []),
    ...issues.slice(0, maxIssues).map((issue) => oneLine(redact(issue))),
    ...(more > 0 ? [`and ${more} more`] : []),
  ]
}
