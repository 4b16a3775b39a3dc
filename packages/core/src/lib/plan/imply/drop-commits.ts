import type { PhaseDraft } from '../model/phase.ts'
import type { PlanDraft } from '../model/plan.ts'
import type { SubtaskDraft } from '../model/subtask.ts'
import { isCommitTitle } from './is-commit-title.ts'

/**
 * Drops the subtasks that only make a commit, which the engine does itself. A subtask that
 * depends on one depends on its dependencies instead. A phase keeps at least one subtask.
 */
export const dropCommits = (plan: PlanDraft): PlanDraft => {
  const dropped = new Map<string, readonly string[]>()
  const phases = plan.phases.map((phase) => withoutCommits(phase, dropped))
  return dropped.size === 0 ? plan : { ...plan, phases: phases.map((phase) => rewire(phase, dropped)) }
}

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
