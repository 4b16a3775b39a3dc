import {
  defineParser,
  type PhaseDraft,
  type PlanIssue,
  type PlanParserV1,
  readPhaseFields,
  type SubtaskDraft,
  type SubtaskType,
} from '@amelia/core/plugin'
import {
  completePlan,
  createReferenceBudget,
  findMarks,
  fixText,
  foldHead,
  nothingFound,
  type FieldName,
  type HeadingBlock,
  orderByWaves,
  type Outline,
  plainText,
  readDependencies,
  readOutline,
  readReferences,
  readSection,
  readType,
  splitRepeats,
  typeOf,
  withCode,
} from '@amelia/markdown'
import { fixHeadings } from './fix-headings.ts'
import { readTaskHeading, type TaskHeading } from './read-task-heading.ts'
import { filesOf, readTaskWork } from './read-task-work.ts'
import { writeTaskHeading } from './write-task-heading.ts'

interface Task extends TaskHeading {
  block: HeadingBlock
  /** Index in the outline's blocks. */
  heading: number
  end: number
}

/**
 * Creates a parser for plans whose phases are headings `## Task N: title` of levels two to four.
 *
 * A task without declared dependencies (`**Depends on:**`) depends on the task before it, whatever its level.
 * Its checkboxes, and its paragraphs and headings `Step N`, are its subtasks. An unambiguous subtask gets
 * structured steps (see `readWork`); any other needs an agent. A task whose checkboxes are all ticked is
 * done.
 */
export const taskHeading = (): PlanParserV1 =>
  defineParser({
    id: 'task-heading',
    detect: (source, atLeast = 0) => {
      const outline = readOutline(source)
      if (findTasks(outline).length > 0) return 0.8
      return atLeast <= 0.4 && findMisses(outline).length > 1 ? 0.4 : 0
    },
    parse,
    write: (plan) => writeTaskHeading(plan, parse),
    fix: (source) => fixHeadings(fixText(source), (text) => findTasks(readOutline(text)).length > 0),
    findMarks,
  })

const parse: PlanParserV1['parse'] = (source) => {
  const outline = readOutline(source)
  const found = findTasks(outline)
  const { entries: tasks, repeats } = splitRepeats(
    outline,
    found.map((task) => ({ ...task, line: task.block.line })),
  )
  if (tasks.length === 0) return { issues: [noTasks(outline)] }
  const issues: PlanIssue[] = []
  const ids = tasks.map((task) => task.id)
  const budget = createReferenceBudget()
  const positions = new Map<string, number>()
  ids.forEach((id, index) => {
    if (!positions.has(id)) positions.set(id, index)
  })
  const drafts = tasks.map((task, index): PhaseDraft => {
    const { title, type } = readType(task.title)
    const name = title === '' ? `Task ${task.id}` : title
    const section = readSection({
      outline,
      heading: task.heading,
      end: task.end,
      id: task.id,
      title: name,
    })
    const textOf = (field: FieldName): string => plainText(section.fields.get(field)?.value ?? '')
    const scope = { positions, ids, self: task.id, budget }
    const before = tasks[index - 1]
    const work = readTaskWork({ outline, heading: task.heading, end: task.end, id: task.id, section })
    for (const issue of work.issues) issues.push(issue)
    const subtasks = typed(work.subtasks, type ?? typeOf(textOf('type')), task.id, name, task.block.line)
    const fields = readPhaseFields(textOf)
    const status = task.status ?? fields.status ?? (work.done ? 'done' : undefined)
    const parallel = section.fields.get('parallelWith')
    return {
      id: task.id,
      title: name,
      body: section.body,
      dependsOn: readDependencies(section.depends, scope, issues) ?? (before ? [before.id] : []),
      parallelWith: parallel ? readReferences(parallel.value, scope) : [],
      files: filesOf(section, work),
      ...fields,
      ...(status && { status }),
      subtasks,
      ...(work.acceptance.length > 0 && { acceptance: work.acceptance }),
      line: task.block.line,
    }
  })
  const { phases, notes } = orderByWaves(outline, drafts)
  return completePlan({
    ...{ outline, headEnd: tasks[0]?.heading ?? 0, notes, phases, issues: [...issues, ...budget.issues()] },
    read: [...tasks, ...repeats].map(({ block, end }) => [
      block.line,
      (outline.blocks[end]?.line ?? outline.lines.length + 1) - 1,
    ]),
    rule: 'each task waits for the one before it, unless it declares dependencies',
  })
}

/** Applies the task's type to subtasks without one. A task without subtasks gets one of that type. */
const typed = (
  subtasks: SubtaskDraft[],
  type: SubtaskType | undefined,
  id: string,
  title: string,
  line: number,
): SubtaskDraft[] => {
  if (!type || type === 'other') return subtasks
  if (subtasks.length === 0) return [{ id: `${id}.1`, title, type, line }]
  return subtasks.map((subtask) => (subtask.type ? subtask : { ...subtask, type }))
}

const findTasks = ({ blocks }: Outline): Task[] => {
  const tasks: Task[] = []
  let open: Task | undefined
  blocks.forEach((block, heading) => {
    if (block.kind !== 'heading' || block.depth > 0) return
    const read = block.level >= 2 && block.level <= 4 ? withCode(block.text, readTaskHeading) : undefined
    if (open && (read || block.level <= open.block.level)) {
      open.end = heading
      open = undefined
    }
    if (!read) return
    open = Object.assign(read, { block, heading, end: blocks.length })
    tasks.push(open)
  })
  return tasks
}

/**
 * Finds headings that are probably misspelled tasks: on another level, without a number, without a separator.
 */
const findMisses = ({ blocks }: Outline): HeadingBlock[] =>
  blocks.flatMap((block) =>
    block.kind === 'heading' &&
    block.depth === 0 &&
    /^task(?:\s+\d|\s*:|\d+\s*:)/i.test(foldHead(plainText(block.text)))
      ? [block]
      : [],
  )

const noTasks = (outline: Outline): PlanIssue => {
  const miss = findMisses(outline)[0]
  const message = miss
    ? `"${plainText(miss.text).slice(0, 60)}" is not a task: write "## Task 1: title", with two to four "#" and a number.`
    : 'The plan has no tasks: write a task as a heading "## Task 1: title", with two to four "#".'
  return nothingFound(message, miss)
}
