import type { Phase, Plan, PlanDraft, PlanIssue, PlanStatus, WrittenPlan } from '@amelia/core/plugin'
import { chooseWriting } from '@amelia/markdown'
import { nameSubtasks, type SubtaskName } from './name-subtasks.ts'

/** Writes a plan as a `tasks.json` without tags; `parse` reads it back for comparison. */
export const writeTaskMaster = (
  plan: Plan,
  parse: (source: string) => { plan?: PlanDraft; issues: PlanIssue[] },
): WrittenPlan => chooseWriting(plan, [write], parse, write)

const write = ({ title, goal, phases }: Plan): string => {
  const names = nameSubtasks(phases)
  const tasks = phases.map((phase) => writeTask(phase, names))
  return `${JSON.stringify({ tasks, metadata: { projectName: title, description: goal } }, null, 2)}\n`
}

/** Task Master has no word for a skipped task; a deferred one does not run either. */
const statuses: Record<PlanStatus, string> = {
  pending: 'pending',
  in_progress: 'in-progress',
  done: 'done',
  skipped: 'deferred',
  deferred: 'deferred',
  cancelled: 'cancelled',
}

const priorities = new Map([
  [2, 'critical'],
  [1, 'high'],
  [0, 'medium'],
  [-1, 'low'],
])

const writeTask = (phase: Phase, names: ReadonlyMap<string, SubtaskName>): object => ({
  id: idOf(phase.id),
  title: phase.title,
  description: phase.body,
  status: statuses[phase.status],
  dependencies: phase.dependsOn.map(idOf),
  ...(phase.priority !== undefined && {
    priority: priorities.get(phase.priority) ?? String(phase.priority),
  }),
  subtasks: phase.subtasks.map(({ id, title, body, status, dependsOn }) => ({
    id: idOf(names.get(id)?.own ?? id),
    title,
    description: body,
    status: statuses[status],
    dependencies: dependsOn.flatMap((name) => {
      const named = names.get(name)
      if (named === undefined) return []
      return named.task === phase.id ? idOf(named.own) : `${named.task}.${named.own}`
    }),
  })),
})

/** Returns a number for an id that is one. */
const idOf = (id: string): string | number => (/^(?:0|[1-9]\d{0,8})$/.test(id) ? Number(id) : id)
