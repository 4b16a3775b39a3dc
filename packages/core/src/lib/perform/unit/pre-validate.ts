import type { SessionRequest } from '../../contract/driver.ts'
import type { UnitOutcome } from '../../machine/state/input.ts'
import type { Step } from '../../plan/plan-schema.ts'
import { boundOutput } from '../../text/bound-output.ts'
import { planValidation } from '../../policy/dispatch/plan-validation.ts'
import { readValidation, validationSchema } from '../../policy/answer/read-validation.ts'
import { buildValidation } from '../../prompt/build-validation.ts'
import { oneLine } from '../../text/one-line.ts'
import { preflightStep } from './preflight-step.ts'
import type { UnitContext } from './unit-context.ts'
import { sessionFailure } from '../session-failure.ts'
import type { StepContext, StepResult } from './unit-context.ts'

/** Issues that are shown one by one. */
const maxIssues = 20

/**
 * Has an agent look at steps together before the first of them is carried out, where one of them is of medium risk.
 *
 * Once for what an attempt goes on with: when a step has begun, the look at all of them was had. Gives what the unit ends with, or
 * undefined when nothing stands in the way, nobody can be asked, or the rules do not want it.
 */
export const preValidateUnit = async (
  context: UnitContext,
  steps: readonly Step[],
): Promise<UnitOutcome | undefined> => {
  const { performer, phase } = context
  if (!performer.state.settings.preValidate || phase.lookPassed) return undefined
  const statuses = steps.map(({ id }) => phase.stepStatus.get(id))
  if (statuses.some((status) => status !== undefined && status !== 'skipped')) return undefined
  const left = steps.filter((_, index) => statuses[index] === undefined)
  const { together } = planValidation(left, { hasAgent: performer.driver !== undefined })
  if (together.length === 0) return undefined
  return ask(context, together, { who: `the steps of phase ${phase.phase.id}` })
}

/**
 * Has an agent look at a step of high risk before a person is asked about it, where there is an agent.
 *
 * Gives what the step ends with, or undefined when nothing stands in the way. What a person let through is not looked at again; what
 * needs a file or a program that is not there is told of that by {@link preflightStep}, and nobody is asked.
 */
export const preValidateStep = async (
  context: UnitContext,
  at: StepContext,
  step: Step,
): Promise<StepResult | undefined> => {
  const { performer, phase } = context
  if (!performer.state.settings.preValidate || phase.approvedSteps?.has(step.id)) return undefined
  const { alone } = planValidation([step], { hasAgent: performer.driver !== undefined })
  if (!alone.has(step.id) || (await preflightStep(at, step))) return undefined
  const began = performer.host.clock.now()
  const result = await ask(context, [step], { who: at.place, step })
  return result && { observation: { durationMs: performer.host.clock.now() - began }, result }
}

/** A read-only session that says whether steps fit what is there. Fails closed: what cannot be read is no yes. */
const ask = async (
  { performer, phase, workspace }: UnitContext,
  steps: readonly Step[],
  { who, step }: { who: string; step?: Step },
): Promise<UnitOutcome | undefined> => {
  const before = phase.failures.at(-1)?.message
  const request: SessionRequest = {
    role: 'reviewer',
    access: 'read',
    workspace,
    limits: {},
    outputSchema: validationSchema,
    prompt: buildValidation({
      plan: performer.state.plan,
      phase: phase.phase,
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
    const answer = await performer.session(request, (progress) =>
      performer.progress(phase.phase.id, progress),
    )
    const verdict = readValidation(answer)
    if (verdict?.ok) return undefined
    if (verdict)
      return blocked(
        `An agent looked at ${who} first, and would not go on.`,
        listIssues(verdict.issues, performer),
      )
    const said = answer.output === undefined ? answer.text : (JSON.stringify(answer.output) ?? '')
    return blocked(
      `An agent looked at ${who} first, and its answer cannot be read.`,
      boundOutput(performer.redact(said)).trim().split('\n'),
    )
  } catch (error) {
    performer.signal.throwIfAborted()
    return { outcome: 'failed', failure: sessionFailure(error, performer.driver?.provider, performer.redact) }
  }
}

const listIssues = (issues: readonly string[], { redact }: UnitContext['performer']): string[] => {
  const more = issues.length - maxIssues
  return [
    ...(issues.length === 0 ? ['It gave no reason.'] : []),
    ...issues.slice(0, maxIssues).map((issue) => oneLine(redact(issue))),
    ...(more > 0 ? [`and ${more} more`] : []),
  ]
}
