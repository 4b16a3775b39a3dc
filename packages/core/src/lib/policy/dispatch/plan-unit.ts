import type { Unit } from '../../contract/driver.ts'
import type { Step } from '../../plan/model/step.ts'
import type { Subtask } from '../../plan/model/subtask.ts'
import { isOpen } from './is-open.ts'
import { planValidation } from './plan-validation.ts'

type Statuses = ReadonlyMap<string, string>

/** The facts that decide how a unit runs. */
export interface UnitFacts {
  unit: Exclude<Unit, { kind: 'parallel' }>
  /** Every subtask of the phase. */
  subtasks: readonly Subtask[]
  subtaskStatus: Statuses
  stepStatus: Statuses
  /** Whether the run has an agent, and whether it executes structured steps too. */
  hasAgent: boolean
  byAgent: boolean
  /** Whether the unit repeats work that could not be merged. */
  redo: boolean
  /** Whether other parts of the phase run beside it. */
  isParallel: boolean
  /** Whether the settings ask for pre-validation, and the phase has not passed it. */
  preValidate: boolean
}

/** A subtask of the unit. */
export interface UnitPart {
  subtask: Subtask
  /** Its steps in this unit, in order. */
  steps: Step[]
  /** Whether the agent does the subtask in a session. Otherwise the engine executes its steps. */
  delegated: boolean
  /** Whether the subtask is complete after these steps. */
  isLast: boolean
}

/** The parts of a unit, in order. `validate`: the steps to validate together before the first part. */
export type UnitPlan = 'session' | { validate: Step[]; parts: UnitPart[] }

/**
 * Decides how a unit runs: as one session of the agent, or part by part.
 *
 * A phase without steps for the engine is one session. Otherwise subtasks that the plan or a person excluded
 * are left out, then the remaining steps are validated together, then the parts run in plan order.
 */
export const planUnit = (facts: UnitFacts): UnitPlan => {
  const { unit, subtasks, subtaskStatus, byAgent } = facts
  const open = subtasks.filter((subtask) => isOpen(subtask) && subtaskStatus.get(subtask.id) !== 'skipped')
  const isDelegated = ({ steps }: Subtask): boolean => isForAgent(steps, byAgent)
  if (unit.kind === 'phase' && (subtasks.length === 0 || (open.length > 0 && open.every(isDelegated))))
    return 'session'
  const own = unit.kind === 'phase' ? open : open.filter(({ id }) => id === unit.subtaskId)
  const parts = own.map((subtask): UnitPart => {
    const steps = unit.kind === 'step' ? subtask.steps.filter(({ id }) => id === unit.stepId) : subtask.steps
    const isLast = steps.at(-1)?.id === subtask.steps.at(-1)?.id
    return { subtask, steps, delegated: isDelegated(subtask), isLast }
  })
  return { validate: stepsToValidate(facts, own, open), parts }
}

/** Whether an agent does a subtask with these steps. It cannot call functions. */
export const isForAgent = (steps: readonly Step[], byAgent: boolean): boolean =>
  steps.length === 0 || (byAgent && steps.every(({ action }) => action !== 'function'))

/**
 * The steps to validate together: those of the phase that the engine executes, or of the unit alone if other
 * parts run beside it. None once a step has begun, for a unit without steps, and for repeated work.
 */
const stepsToValidate = (
  { byAgent, redo, isParallel, preValidate, hasAgent, stepStatus }: UnitFacts,
  own: readonly Subtask[],
  open: readonly Subtask[],
): Step[] => {
  if (!preValidate || redo || byAgent || own.every(({ steps }) => steps.length === 0)) return []
  const steps = (isParallel ? own : open).flatMap((subtask) => subtask.steps)
  const left = steps.filter(({ id }) => stepStatus.get(id) !== 'skipped')
  if (left.some(({ id }) => stepStatus.has(id))) return []
  return planValidation(left, { hasAgent }).together
}

/** Whether a subtask or step still has to run. Completed work runs again only with `redo`. */
export const isDue = (status: string | undefined, redo: boolean): boolean =>
  status !== 'skipped' && (status !== 'completed' || redo)
