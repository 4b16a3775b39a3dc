import type { Failure } from '../../contract/failure.ts'
import type { Workspace } from '../../contract/workspace.ts'
import type { StepObservation } from '../../event/step-observation.ts'
import type { UnitOutcome } from '../../event/unit-outcome.ts'
import type { FrozenPhase } from '../../machine/state/frozen-run.ts'
import { copyJson, jsonForm } from '../../plan/field/meta.ts'
import type { Step } from '../../plan/model/step.ts'
import { describeValue } from '../../error/check/describe-value.ts'
import { boundOutput } from '../../text/bound-output.ts'
import type { OwnEvent } from '../../contract/tool/own-event.ts'
import { type Performer, workContext } from '../performer.ts'
import { sessionFailure } from './session-failure.ts'

/** The place of a function step in its run. */
interface FunctionContext {
  performer: Performer
  workspace: Workspace
  /** The step's place in messages. */
  place: string
  phase: FrozenPhase
  subtaskId: string
}

interface FunctionResult {
  observation: StepObservation
  result: UnitOutcome
}

/**
 * Calls the function of a step. Its result is part of the observation.
 *
 * The key of the call names the attempt, which an interruption continues: a function that is called again
 * because its result was not recorded gets the same key.
 */
export const executeFunction = async (
  { performer, place, workspace, phase, subtaskId }: FunctionContext,
  step: Step,
): Promise<FunctionResult> => {
  const { state, host, signal } = performer
  const { id, name = '', input = {}, description } = step
  const began = host.clock.now()
  const observed = (result?: unknown): StepObservation => ({
    ...(result !== undefined && { result, output: boundOutput(JSON.stringify(result)) }),
    durationMs: host.clock.now() - began,
  })
  if (!Object.hasOwn(performer.functions, name))
    return { observation: observed(), result: missing(place, step) }
  const unit = { kind: 'step', subtaskId, stepId: id } as const
  const at = workContext(state, phase, unit) as Required<ReturnType<typeof workContext>>
  const idempotencyKey = `${state.runId}/${phase.id}/${id}/${phase.attempt.number}`
  const failed = (failure: Failure): FunctionResult => ({
    observation: observed(),
    result: { outcome: 'failed', failure },
  })
  let isOver = false
  const emit = (event: OwnEvent): void => {
    if (!isOver) performer.ownEvent(`function "${name}"`, phase.id, event)
  }
  try {
    const given = await performer.callFunction(name, workspace, (workspace, signal) =>
      performer.functions[name]!({
        input: structuredClone(input),
        context: { ...at, step: { id, description }, idempotencyKey, workspace, emit },
        signal,
      }),
    )
    signal.throwIfAborted()
    const result = given === undefined ? undefined : copyJson(given)
    if (given === undefined || result !== undefined)
      return { observation: observed(result), result: { outcome: 'completed' } }
    const message = `The function "${name}" of ${place} must return ${jsonForm}, or nothing; got ${describeValue(given)}.`
    return failed({ class: 'environment', message })
  } catch (error) {
    signal.throwIfAborted()
    const failure = sessionFailure(error, undefined, performer)
    const { class: found, message } = failure
    return failed({
      ...failure,
      class: found === 'agent_failed' ? 'verification_failed' : found,
      message: `The function "${name}" of ${place} failed: ${message}`,
    })
  } finally {
    isOver = true
  }
}

/** Another process may have the function, such as another worker. */
const missing = (place: string, { id, name = '' }: Step): UnitOutcome => ({
  outcome: 'blocked',
  blocker: 'environment',
  stepId: id,
  message: `${place.charAt(0).toUpperCase()}${place.slice(1)} calls the function "${name}", which this process does not have.`,
  details: [],
  suggestions: [`give the process functions: { ${name} }, then answer retry`],
})
