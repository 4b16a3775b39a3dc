import type { Phase, Plan, PlanDraft, PlanIssue, PlanStatus, WrittenPlan } from '@amelia/core/plugin'
import { chooseWriting, renumberPhases, type Writing } from '@amelia/markdown'

/** Writes a plan as a `tasks.json` without tags; `parse` reads it back for comparison. */
export const writeTaskMaster = (
  plan: Plan,
  parse: (source: string) => { plan?: PlanDraft; issues: PlanIssue[] },
): WrittenPlan =>
  chooseWriting(
    plan,
    [
      () => ({ text: write(plan) }),
      (): Writing => {
        const { plan: numbered, renamed } = renumberPhases(plan)
        return { text: write(numbered), renamed }
      },
    ],
    parse,
  )

const write = ({ title, goal, phases }: Plan): string =>
  `${JSON.stringify(
    { tasks: phases.map(writeTask), metadata: { projectName: title, description: goal } },
    null,
    2,
  )}\n`

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

const writeTask = (phase: Phase): object => ({
  id: idOf(phase.id),
  title: phase.title,
  description: phase.body,
  status: statuses[phase.status],
  dependencies: phase.dependsOn.map(idOf),
  ...(phase.priority !== undefined && {
    priority: priorities.get(phase.priority) ?? String(phase.priority),
  }),
  subtasks: phase.subtasks.map(({ id, title, body, status, dependsOn }) => {
    // The id of a subtask is complete with the id of its task.
    const own = (name: string): string =>
      name.startsWith(`${phase.id}.`) ? name.slice(phase.id.length + 1) : name
    return {
      id: idOf(own(id)),
      title,
      description: body,
      status: statuses[status],
      dependencies: dependsOn.map((name) => (own(name).includes('.') ? name : idOf(own(name)))),
    }
  }),
})

/** Returns a number for an id that is one. */
const idOf = (id: string): string | number => (/^(?:0|[1-9]\d{0,8})$/.test(id) ? Number(id) : id)
