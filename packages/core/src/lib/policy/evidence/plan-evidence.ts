import type { Plan } from '../../plan/model/plan.ts'
import { isOpen } from '../dispatch/is-open.ts'
import { isTestFile } from './is-test-file.ts'
import { linkTests } from './link/link-tests.ts'
import type { Work } from './link/list-work.ts'

/** Tests of one phase that are to be red until an implementation answers them. */
export interface AnsweredTests {
  /** Ids of the subtasks that write them, or of the phase. */
  subtasks: string[]
  /** Files that these declare. */
  files: string[]
  /** Files that the phases of the implementations declare, without tests. */
  promised: string[]
  /**
   * An implementation declares no files, so it may add any module of the project. The words of its title, its
   * files and those of the tests tell such a module from a package where a runner does not.
   */
  open?: { words: string[] }
  /** All tests that the phase writes are to be red, so each of its new files must have one. */
  every?: true
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
 * `linkTests` decides which work answers which tests. Tests that nothing answers (integration tests, tests of
 * existing code) are not in here: they are to be green at once.
 */
export const planEvidence = (plan: Plan): Map<string, PhaseEvidence> => {
  const found = new Map<string, PhaseEvidence>()
  const of = (phaseId: string): PhaseEvidence => {
    const known = found.get(phaseId)
    if (known) return known
    const made = noEvidence()
    found.set(phaseId, made)
    return made
  }
  for (const { id, subtasks, status } of plan.phases)
    if (isOpen({ status }) && subtasks.some((each) => each.type === 'impl' && isOpen(each)))
      of(id).implements = true
  const links = linkTests(plan)
  const unlinked = new Set(
    links.flatMap(({ test, answers }) => (answers.length === 0 ? [test.phase.id] : [])),
  )
  for (const { test, answers } of links)
    for (const work of answers) {
      const [from, to] = [test.phase.id, work.phase.id]
      of(to).implements = true
      if (from === to) {
        add(of(to).own, test, work)
        continue
      }
      add(of(from).owed, test, work)
      if (!unlinked.has(from)) of(from).owed.every = true
      const answered = of(to).answers.get(from) ?? noTests()
      of(to).answers.set(from, answered)
      add(answered, test, work)
    }
  return found
}

const noTests = (): AnsweredTests => ({ subtasks: [], files: [], promised: [] })

/** The evidence of a phase that has to show none. */
export const noEvidence = (): PhaseEvidence => ({
  implements: false,
  own: noTests(),
  owed: noTests(),
  answers: new Map(),
})

const add = (tests: AnsweredTests, test: Work, work: Work): void => {
  const { phase, files } = work
  addAll(tests.subtasks, [test.id])
  addAll(tests.files, test.files)
  const all = [...files, ...phase.files, ...phase.subtasks.flatMap((subtask) => subtask.files)]
  addAll(
    tests.promised,
    all.filter((file) => !isTestFile(file) && !test.files.includes(file)),
  )
  if (work.files.length > 0) return
  tests.open ??= { words: [] }
  addAll(tests.open.words, [...test.subject, ...work.subject])
}

const addAll = (list: string[], values: readonly string[]): void => {
  for (const value of values) if (!list.includes(value)) list.push(value)
}
