import {
  type Phase,
  phaseFieldNames,
  phaseFields,
  type Plan,
  type PlanDraft,
  type PlanIssue,
  writePhaseField,
  type WrittenPlan,
} from '@amelia/core/plugin'
import {
  chooseWriting,
  escapeText,
  readFields,
  readOutline,
  readType,
  type SectionStyle,
  writeHead,
  writeSection,
} from '@amelia/markdown'
import { filesOf, readTaskWork } from './read-task-work.ts'

interface Style {
  /** Fields that the body already contains are not written again. */
  lean: boolean
  fenced: boolean
}

/** Writes a plan as task headings; `parse` reads it back for comparison. */
export const writeTaskHeading = (
  plan: Plan,
  parse: (source: string) => { plan?: PlanDraft; issues: PlanIssue[] },
): WrittenPlan => {
  const inFences = (given: Plan): string => write(given, { lean: false, fenced: true })
  return chooseWriting(
    plan,
    [
      (given) => write(given, { lean: true, fenced: false }),
      (given) => write(given, { lean: false, fenced: false }),
      inFences,
    ],
    parse,
    inFences,
  )
}

const write = (plan: Plan, style: Style): string => {
  const lines = writeHead(plan)
  plan.phases.forEach((phase, index) => {
    if (index > 0) lines.push('')
    lines.push(...writeTask(phase, plan.phases[index - 1]?.id, style))
  })
  return `${lines.join('\n')}\n`
}

const writeTask = (phase: Phase, before: string | undefined, { lean, fenced }: Style): string[] => {
  const section: SectionStyle = {
    phaseLevel: 2,
    // Deeper than task headings, so that a subtask's title is not read as a task.
    subtaskLevel: 5,
    fenced,
    read: (request, read) => {
      const work = readTaskWork({ ...request, section: read })
      return { subtasks: work.subtasks, files: filesOf(read, work) }
    },
  }
  const content = writeSection(phase, section)
  const said = new Set<string>(
    lean && content.at(-1) === phase.body && phase.body !== ''
      ? readFields(readOutline(phase.body).blocks).map(({ name }) => name)
      : [],
  )
  const fields: [name: string, line: string | undefined][] = [
    ['dependsOn', dependencies(phase, before)],
    [
      'parallelWith',
      phase.parallelWith.length > 0 ? `**Parallel with:** ${tasks(phase.parallelWith)}` : undefined,
    ],
    ...phaseFieldNames.map((name): [string, string | undefined] => {
      const value =
        name === 'status' && isTicked(phase)
          ? phaseFields.status.write(phase.status)
          : writePhaseField(name, phase)
      return [name, value === undefined ? undefined : `**${phaseFields[name].label}:** ${value}`]
    }),
  ]
  const lines = fields.flatMap(([name, line]) => (line === undefined || said.has(name) ? [] : [line]))
  return [
    `## Task ${phase.id}: ${titleOf(phase)}`,
    ...lines.flatMap((line) => ['', line]),
    ...(content.length === 0 ? [] : ['', ...content]),
  ]
}

const signs = /[✅✔☑🔄🚧⬜⏸⏭🚫]/gu

/** Escapes a title, so that it is not read as a status or a type. */
const titleOf = ({ title }: Phase): string =>
  escapeText(title.replace(signs, '')) + (readType(title).type ? ' (other)' : '')

/** Returns nothing for the default dependency. */
const dependencies = ({ dependsOn }: Phase, before: string | undefined): string | undefined => {
  if (dependsOn.length === (before === undefined ? 0 : 1) && dependsOn[0] === before) return undefined
  return `**Depends on:** ${dependsOn.length === 0 ? 'None' : tasks(dependsOn)}`
}

const tasks = (ids: readonly string[]): string => ids.map((id) => `Task ${id}`).join(', ')

/** A task whose subtasks are all done is done, unless it states another status. */
const isTicked = ({ subtasks }: Phase): boolean =>
  subtasks.length > 0 && subtasks.every((subtask) => subtask.status === 'done')
