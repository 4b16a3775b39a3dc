import type { PhaseDraft } from '../model/phase.ts'
import type { PlanDraft } from '../model/plan.ts'
import type { SubtaskDraft } from '../model/subtask.ts'
import { isCommitTitle } from './is-commit-title.ts'

/**
 * Drops the subtasks and the phases that only make a commit, which the engine does itself. One that depends
 * on them depends on their dependencies instead. A plan keeps at least one phase, and a phase one subtask.
 */
export const dropCommits = (plan: PlanDraft): PlanDraft => {
  const dropped: Dropped = new Map()
  const droppedParts: Dropped = new Map()
  const phases = drop(plan.phases, isCommitPhase, dropped).map(({ subtasks, ...phase }) => ({
    ...phase,
    ...(subtasks && { subtasks: drop(subtasks, isCommit, droppedParts) }),
  }))
  if (dropped.size + droppedParts.size === 0) return plan
  return {
    ...plan,
    phases: phases.map(({ subtasks, ...phase }) => ({
      ...rewire(phase, dropped),
      ...(subtasks && { subtasks: subtasks.map((subtask) => rewire(subtask, droppedParts)) }),
    })),
  }
}

/** The dependencies of dropped phases or subtasks, by their ids. */
type Dropped = Map<string, readonly string[]>

type Part = Pick<PhaseDraft, 'id' | 'dependsOn' | 'parallelWith' | 'conflictsWith'>

const drop = <Given extends Part>(
  parts: readonly Given[],
  isDropped: (part: Given) => boolean,
  dropped: Dropped,
): readonly Given[] => {
  const commits = parts.filter(isDropped)
  if (commits.length === 0 || commits.length === parts.length) return parts
  for (const { id, dependsOn = [] } of commits) dropped.set(id, resolve(dependsOn, dropped))
  return parts.filter((part) => !isDropped(part))
}

const isCommit = ({ title, type, steps = [] }: SubtaskDraft): boolean =>
  type === undefined && steps.length === 0 && isCommitTitle(title)

/** A line of a text that has no work beside a commit. */
const noWork = /^\s*(?:$|```|~~~|git (?:add|commit|status|diff)\b[^&|;]*$)/

const isCommitPhase = ({ title, body = '', subtasks = [], acceptance = [] }: PhaseDraft): boolean =>
  isCommitTitle(title) &&
  acceptance.length === 0 &&
  subtasks.every(isCommit) &&
  body.split('\n').every((line) => noWork.test(line))

const rewire = <Given extends Part>(part: Given, dropped: Dropped): Given => {
  const { dependsOn, parallelWith, conflictsWith } = part
  const kept = (ids: readonly string[]): string[] => ids.filter((id) => !dropped.has(id))
  return {
    ...part,
    ...(dependsOn && { dependsOn: resolve(dependsOn, dropped) }),
    ...(parallelWith && { parallelWith: kept(parallelWith) }),
    ...(conflictsWith && { conflictsWith: kept(conflictsWith) }),
  }
}

/** Replaces what was dropped by what they depend on. */
const resolve = (ids: readonly string[], dropped: Dropped): string[] => {
  const found = new Set<string>()
  const seen = new Set<string>()
  const stack = ids.toReversed()
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    const instead = dropped.get(id)
    if (!instead) found.add(id)
    else if (!seen.has(id)) stack.push(...instead.toReversed())
    seen.add(id)
  }
  return [...found]
}
