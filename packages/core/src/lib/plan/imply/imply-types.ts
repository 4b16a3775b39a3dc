import type { PhaseDraft } from '../model/phase.ts'
import type { PlanDraft } from '../model/plan.ts'
import type { SubtaskDraft, SubtaskType } from '../model/subtask.ts'
import { type Purpose, readPurpose } from './read-purpose.ts'

/**
 * Gives the subtasks without a type the one that their text implies: `Write the failing test` and `Run the
 * test to see it fail` are tests, `Refactor` is a refactoring, and the changes between a failing test and the
 * run that passes are the implementation.
 *
 * A test that nothing calls failing counts only if its phase implements something after it, and an
 * implementation only after a test of its phase that is not deferred or cancelled: types that a plan states
 * are never contradicted, and an implied one never breaks `checkTdd`. A plan that
 * does not follow test-first is returned unchanged.
 */
export const implyTypes = (plan: PlanDraft): PlanDraft => {
  if (plan.tddApproach === false) return plan
  const declared = plan.phases.some(({ subtasks = [] }) => subtasks.some(declaresOrder))
  const phases = plan.phases.map((phase) => ofPhase(phase, declared))
  return phases.every((phase, index) => phase === plan.phases[index]) ? plan : { ...plan, phases }
}

const declaresOrder = ({ dependsOn = [], steps = [] }: SubtaskDraft): boolean =>
  dependsOn.length > 0 ||
  steps.some((step) => (step.dependsOn ?? []).length > 0 || step.validatesStep !== undefined)

interface Part {
  subtask: SubtaskDraft
  purpose: Purpose
}

const ofPhase = (phase: PhaseDraft, declared: boolean): PhaseDraft => {
  const { subtasks = [] } = phase
  if (subtasks.every(({ type }) => type !== undefined)) return phase
  const parts = subtasks.map((subtask): Part => ({ subtask, purpose: purposeOf(subtask) }))
  const implied = impliedTypes(parts, isTestFirst(parts))
  if (implied.every((type, index) => type === undefined || subtasks[index]?.type !== undefined)) return phase
  /** Subtasks that have a test among what they depend on. */
  const tested = new Set<string>()
  return {
    ...phase,
    subtasks: subtasks.map((subtask, index): SubtaskDraft => {
      const { id, dependsOn = [] } = subtask
      const isTested = !declared || dependsOn.some((other) => tested.has(other))
      const wanted = subtask.type ?? implied[index]
      const type = subtask.type === undefined && wanted === 'impl' && !isTested ? undefined : wanted
      const counts = subtask.status !== 'deferred' && subtask.status !== 'cancelled'
      if ((type === 'test' && counts) || (declared && isTested)) tested.add(id)
      return type === undefined ? subtask : { ...subtask, type }
    }),
  }
}

const purposeOf = ({ title, body, steps = [] }: SubtaskDraft): Purpose => {
  const purpose = readPurpose(title, body)
  const expectsFailure = steps.length > 0 && steps.every(({ expectExitCode }) => expectExitCode === 'fail')
  return purpose.kind === 'run' && expectsFailure ? { ...purpose, fails: true } : purpose
}

/** Whether a phase writes a test before its implementation, by its words or by their order. */
const isTestFirst = (parts: readonly Part[]): boolean => {
  const isFailing = (part: Part): boolean => {
    const kind = kindOf(part)
    return part.purpose.fails && (kind === 'test' || kind === 'run')
  }
  if (parts.some(isFailing)) return true
  const test = parts.findIndex((part) => kindOf(part) === 'test')
  const implementation = parts.findIndex((part) => kindOf(part) === 'implement')
  return test >= 0 && test < implementation
}

const kindOf = ({ subtask: { type, status }, purpose }: Part): Purpose['kind'] => {
  // A test that is never written answers nothing.
  if (status === 'deferred' || status === 'cancelled') return 'aside'
  if (type === 'test') return 'test'
  return type === 'impl' ? 'implement' : purpose.kind
}

const impliedTypes = (parts: readonly Part[], testFirst: boolean): (SubtaskType | undefined)[] => {
  /** `red`: a test waits for its implementation. `answered`: it has one that did not pass yet. */
  let cycle: 'none' | 'red' | 'answered' = 'none'
  return parts.map((part) => {
    const { fails } = part.purpose
    switch (kindOf(part)) {
      case 'test':
        if (!testFirst) return undefined
        cycle = 'red'
        return 'test'
      case 'run':
        if (fails) {
          if (cycle === 'none') return undefined
          cycle = 'red'
          return 'test'
        }
        if (cycle === 'answered') cycle = 'none'
        return undefined
      case 'refactor':
        return 'refactor'
      case 'implement':
      case 'change':
        if (cycle === 'none') return undefined
        cycle = 'answered'
        return 'impl'
      case 'commit':
      case 'aside':
        return undefined
    }
  })
}
