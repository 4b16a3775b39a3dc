import type { Plan } from '../../plan/model/plan.ts'
import type { Subtask } from '../../plan/model/subtask.ts'
import { isTestFile } from './is-test-file.ts'
import { isOpen } from '../dispatch/is-open.ts'
import { readDependencies } from '../dispatch/subtask-dependencies.ts'

/** Tests of one phase that are to be red until an implementation answers them. */
export interface AnsweredTests {
  /** Ids of the `test` subtasks. */
  subtasks: string[]
  /** Files that they declare. */
  files: string[]
  /** Files that the implementations declare; without any, those of the phase except tests. */
  promised: string[]
  /** An implementation declares no files, so it may add any module of the project. */
  open?: true
}

/** The red and green results that a phase must show. */
export interface PhaseEvidence {
  /** Whether the phase implements something, so that its tests and what runs them are to stay as they are. */
  implements: boolean
  /** Its tests whose implementation is in the same phase. */
  own: AnsweredTests
  /** Its tests that later phases answer. */
  owed: AnsweredTests
  /** By phase, in plan order: the tests that this phase's implementations answer. */
  answers: Map<string, AnsweredTests>
}

/**
 * For each phase with tests or implementations, by id: which tests are to be red first, and who is to make
 * them green.
 *
 * An implementation answers the tests that it depends on, near or far, but not past another implementation:
 * those were answered there. Tests that nothing answers (integration tests) are not in here: they are to be
 * green at once.
 */
export const planEvidence = (plan: Plan): Map<string, PhaseEvidence> => {
  const { subtasks, dependencies, isTest } = readDependencies(plan)
  const phaseOf = plan.phases.flatMap((phase) => phase.subtasks.map(() => phase.id))
  const evidence = new Map<string, PhaseEvidence>()
  const of = (phaseId: string): PhaseEvidence => {
    const found = evidence.get(phaseId)
    if (found) return found
    const made = { implements: false, own: none(), owed: none(), answers: new Map<string, AnsweredTests>() }
    evidence.set(phaseId, made)
    return made
  }
  const filesOf = new Map(plan.phases.map(({ id, files }) => [id, files.filter((file) => !isTestFile(file))]))
  const seen = new Int32Array(dependencies.length).fill(-1)
  subtasks.forEach((subtask, node) => {
    if (subtask.type !== 'impl' || !isOpen(subtask)) return
    const phaseId = phaseOf[node]!
    const own = of(phaseId)
    own.implements = true
    const open = subtask.files.length === 0
    const implementation = { files: open ? filesOf.get(phaseId)! : subtask.files, open }
    const stack = [node]
    for (let at = stack.pop(); at !== undefined; at = stack.pop())
      for (const dependency of dependencies[at]!) {
        if (seen[dependency] === node) continue
        seen[dependency] = node
        const other = subtasks[dependency]
        if (other?.type === 'impl') continue
        stack.push(dependency)
        if (isTest[dependency] !== 1 || !isOpen(other!)) continue
        const testPhase = phaseOf[dependency]!
        if (testPhase === phaseId) add(own.own, other!, implementation)
        else {
          add(of(testPhase).owed, other!, implementation)
          const answers = own.answers.get(testPhase) ?? none()
          own.answers.set(testPhase, answers)
          add(answers, other!, implementation)
        }
      }
  })
  return evidence
}

const none = (): AnsweredTests => ({ subtasks: [], files: [], promised: [] })

/** An implementation that answers tests. */
interface Implementation {
  files: readonly string[]
  /** Whether it declares no files. */
  open: boolean
}

const add = (tests: AnsweredTests, test: Subtask, { files, open }: Implementation): void => {
  addAll(tests.subtasks, [test.id])
  addAll(tests.files, test.files)
  addAll(tests.promised, files)
  if (open) tests.open = true
}

const addAll = (list: string[], values: readonly string[]): void => {
  for (const value of values) if (!list.includes(value)) list.push(value)
}
