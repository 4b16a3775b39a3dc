import type { Phase, Plan, PlanDraft, PlanIssue, WrittenPlan } from '@amelia/core/plugin'
import { chooseWriting } from '@amelia/markdown'

/** Writes a plan as a `prd.json`; `parse` reads it back for comparison. The order gives the priorities. */
export const writeUserStories = (
  plan: Plan,
  parse: (source: string) => { plan?: PlanDraft; issues: PlanIssue[] },
): WrittenPlan => chooseWriting(plan, [write], parse, write)

const write = ({ title, goal, phases }: Plan): string =>
  `${JSON.stringify({ project: title, description: goal, userStories: phases.map(writeStory) }, null, 2)}\n`

const label = 'Acceptance criteria:\n'

const writeStory = (phase: Phase, index: number): object => {
  const { id, title, status } = phase
  const body = textOf(phase)
  const at = body.startsWith(label) ? 0 : body.lastIndexOf(`\n\n${label}`)
  const lines = at < 0 ? [] : body.slice(at).trim().split('\n').slice(1)
  const isList = lines.length > 0 && lines.every((line) => /^- \S/.test(line))
  return {
    id,
    title,
    description: isList ? body.slice(0, at) : body,
    acceptanceCriteria: isList ? lines.map((line) => line.slice(2)) : [],
    priority: index + 1,
    passes: status === 'done',
  }
}

/** After more titles that a text does not contain, the others are not searched. */
const mostMissing = 20

/** Returns the text of a phase. A story has no subtasks, so those that the text does not name are added. */
const textOf = ({ body, subtasks }: Phase): string => {
  let from = 0
  let missing = 0
  const parts = subtasks.filter(({ title }) => {
    const at = missing > mostMissing ? -1 : body.indexOf(title, from)
    if (at < 0) missing++
    else from = at + title.length
    return at < 0
  })
  const list = parts.map((subtask) =>
    [`- ${subtask.title}`, ...subtask.body.split('\n').filter((line) => line.trim() !== '')].join('\n  '),
  )
  return [body, list.join('\n')].filter((text) => text !== '').join('\n\n')
}
