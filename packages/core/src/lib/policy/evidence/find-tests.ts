import type { Plan } from '../../plan/model/plan.ts'
import type { Subtask } from '../../plan/model/subtask.ts'
import { readDependencies, type SubtaskDependencies } from '../dispatch/subtask-dependencies.ts'

/** Dependencies that are followed before an answer is shortened. */
const workLimit = 4_000_000

/**
 * For every `impl` subtask, and every other that `isAlso` accepts, the ids of the `test` subtasks among its
 * transitive dependencies, in plan order; none where it has none (seed: phased-execution, TDD Workflow).
 *
 * Dependencies are those that subtasks and steps declare, in any phase; a step and the one that it validates
 * are tied too, the later to the earlier. In a plan without any of that a subtask depends on those before it
 * in its phase and on all subtasks of the phases that its phase depends on. A deferred or cancelled test does
 * not count; one that is done or skipped does.
 *
 * Ids that are there twice mean the first, unknown ones nothing; circles are followed once. Keys are in plan
 * order. Beyond `limit` followed dependencies an `impl` names only tests that no `impl` before it names, or
 * one where that leaves none: so each test that an `impl` depends on is named once at least, and no list is
 * empty that should not be.
 */
export const findTests = (
  plan: Plan,
  {
    limit = workLimit,
    isAlso = () => false,
  }: { limit?: number; isAlso?: (subtask: Subtask) => boolean } = {},
): Map<string, string[]> => {
  const graph = readDependencies(plan)
  const { subtasks, dependencies, isTest } = graph
  const near = nearestTests(graph)
  const tests = new Map<string, string[]>()
  const stamp = new Int32Array(dependencies.length).fill(-1)
  let work = 0
  let unlimited = true

  subtasks.forEach((subtask, node) => {
    const { id, type } = subtask
    if ((type !== 'impl' && !isAlso(subtask)) || tests.has(id)) return
    const found: number[] = []
    // Past the limit all walks share one mark, so that together they see each subtask once.
    if (unlimited && work >= limit) {
      unlimited = false
      stamp.fill(-1)
    }
    const mark = unlimited ? node : 0
    const stack = [node]
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      for (const dependency of dependencies[at]!) {
        work++
        if (stamp[dependency] === mark) continue
        stamp[dependency] = mark
        stack.push(dependency)
        if (isTest[dependency] === 1) found.push(dependency)
      }
    }
    if (found.length === 0 && near[node]! >= 0) found.push(near[node]!)
    tests.set(
      id,
      found.sort((one, other) => one - other).map((index) => subtasks[index]!.id),
    )
  })
  return tests
}

/** For each number the nearest test that it depends on, -1 without one: a walk from all tests at once. */
const nearestTests = ({ dependencies, isTest }: SubtaskDependencies): Int32Array => {
  const dependents = dependencies.map((): number[] => [])
  dependencies.forEach((list, node) => {
    for (const dependency of list) dependents[dependency]!.push(node)
  })
  const near = new Int32Array(dependencies.length).fill(-1)
  const queue: number[] = []
  for (let node = 0; node < dependencies.length; node++) if (isTest[node] === 1) queue.push(node)
  for (let next = 0; next < queue.length; next++) {
    const node = queue[next]!
    const test = isTest[node] === 1 ? node : near[node]!
    for (const dependent of dependents[node]!) {
      if (near[dependent]! >= 0) continue
      near[dependent] = test
      if (isTest[dependent] === 0) queue.push(dependent)
    }
  }
  return near
}
