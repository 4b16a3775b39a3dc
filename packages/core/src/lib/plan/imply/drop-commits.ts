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
  const phases = plan.phases.map((phase) => withoutCommits(phase, dropped))
  if (dropped.size === 0) return withoutPhases(plan)
  return withoutPhases({ ...plan, phases: phases.map((phase) => rewire(phase, dropped)) })
}

const withoutPhases = (plan: PlanDraft): PlanDraft => {
  const commits = plan.phases.filter(isCommitPhase)
  if (commits.length === 0 || commits.length === plan.phases.length) return plan
  const dropped: Dropped = new Map()
  for (const { id, dependsOn = [] } of commits) dropped.set(id, resolve(dependsOn, dropped))
  const kept = (ids: readonly string[]): string[] => ids.filter((id) => !dropped.has(id))
  const phases = plan.phases.filter(({ id }) => !dropped.has(id))
  return {
    ...plan,
    phases: phases.map((phase) => ({
      ...phase,
      ...(phase.dependsOn && { dependsOn: resolve(phase.dependsOn, dropped) }),
      ...(phase.parallelWith && { parallelWith: kept(phase.parallelWith) }),
      ...(phase.conflictsWith && { conflictsWith: kept(phase.conflictsWith) }),
    })),
  }
}

/** A line of a text that has no work beside a commit. */
const noWork = /^(?:\s*|```.*|~~~.*|\s*git (?:add|commit|status|diff)\b.*)$/

const isCommitPhase = ({ title, body = '', subtasks = [], acceptance = [] }: PhaseDraft): boolean =>
  isCommitTitle(title) &&
  acceptance.length === 0 &&
  subtasks.every(isCommit) &&
  body.split('\n').every((line) => noWork.test(line))

type Dropped = Map<string, readonly string[]>

const withoutCommits = (phase: PhaseDraft, dropped: Dropped): PhaseDraft => {
  const { subtasks = [] } = phase
  const kept = subtasks.filter((subtask) => !isCommit(subtask))
  if (kept.length === 0 || kept.length === subtasks.length) return phase
  for (const { id, dependsOn = [] } of subtasks.filter(isCommit)) dropped.set(id, resolve(dependsOn, dropped))
  return { ...phase, subtasks: kept }
}

const isCommit = ({ title, type, steps = [] }: SubtaskDraft): boolean =>
  type === undefined && steps.length === 0 && isCommitTitle(title)

const rewire = (phase: PhaseDraft, dropped: Dropped): PhaseDraft => {
  if (!phase.subtasks?.some(({ dependsOn }) => dependsOn?.some((id) => dropped.has(id)))) return phase
  const subtasks = phase.subtasks.map((subtask) =>
    subtask.dependsOn ? { ...subtask, dependsOn: resolve(subtask.dependsOn, dropped) } : subtask,
  )
  return { ...phase, subtasks }
}

/** Replaces dropped subtasks by what they depend on. */
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
