import type { StepFunctions } from '../../policy/step-function.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import type { Plan } from '../../plan/model/plan.ts'
import { isOpen } from '../../policy/dispatch/is-open.ts'
import type { RunAdapters } from './option/run-adapters.ts'

/**
 * Throws `FUNCTION_MISSING` if open steps call functions that this process does not have. `isDone`: phases
 * whose steps do not run any more. With a dispatcher, the workers have the functions.
 */
export const checkFunctions = (
  plan: Plan,
  { functions = {}, dispatcher }: Pick<RunAdapters, 'functions' | 'dispatcher'>,
  isDone: (phaseId: string) => boolean = () => false,
): void => {
  if (dispatcher) return
  const missing = listCalls(plan, functions, isDone)
  if (missing.length === 0) return
  const names = [...new Set(missing.map(({ name }) => name))]
  const stepIds = missing.map(({ id }) => id)
  const shown = stepIds.length > 5 ? `${stepIds.slice(0, 5).join(', ')}, …` : stepIds.join(', ')
  throw new AmeliaError(
    'FUNCTION_MISSING',
    `Steps of the plan (${shown}) call functions that this process does not have: ${names.join(', ')}. Pass them as \`functions\`: the work so far is kept.`,
    { functions: names, stepIds },
  )
}

const listCalls = (
  { phases }: Plan,
  functions: StepFunctions,
  isDone: (phaseId: string) => boolean,
): { id: string; name: string }[] =>
  phases
    .filter((phase) => isOpen(phase) && !isDone(phase.id))
    .flatMap(({ subtasks }) => subtasks.filter(isOpen).flatMap(({ steps }) => steps))
    .flatMap(({ id, action, name = '' }) =>
      action === 'function' && !Object.hasOwn(functions, name) ? [{ id, name }] : [],
    )
