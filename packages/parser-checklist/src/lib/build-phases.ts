import type { PhaseDraft, PlanIssue, PlanReading, PlanStatus, SubtaskDraft } from '@amelia/core/plugin'
import {
  type Block,
  orderByWaves,
  type Outline,
  readBodyAcceptance,
  type ReferenceBudget,
} from '@amelia/markdown'
import { assignIds } from './group/assign-ids.ts'
import type { Division } from './group/divide.ts'
import type { FoundTasks, Task } from './find-tasks.ts'
import { type Group, groupTasks } from './group/group-tasks.ts'
import { isTest } from './text/is-test.ts'
import { mentionedFiles } from './text/mentioned-files.ts'
import { passCommits } from './order/pass-commits.ts'
import { partsFirst } from './order/parts-first.ts'
import { readBodies } from './read-bodies.ts'
import { type Declared, readDeclared } from './read-declared.ts'
import { type OwnFields, readOwnFields } from './read-own-fields.ts'
import { readRanges } from './read-ranges.ts'
import { orderStories } from './story/order-stories.ts'
import { readStories } from './story/read-stories.ts'
import { waitForEarlier } from './order/wait-for-earlier.ts'

/**
 * Builds the phases of a checklist. Each depends on the one before it, unless it has a field Depends on or
 * the mark `[P]`, or is a story with sentences about its order: see `orderStories`.
 *
 * If a task depends on a task of another phase, so does its phase. A phase whose tasks are all finished is
 * done. Adds the lines of the phases and the tasks to `read`.
 */
export const buildPhases = (
  outline: Outline,
  found: FoundTasks,
  division: Division,
  budget: ReferenceBudget,
  read: [from: number, to: number][],
  issues: PlanIssue[],
): { phases: PhaseDraft[]; notes: Notes } => {
  const groups = groupTasks(found, division)
  const ids = assignIds(groups)
  const all = [...found.tasks, ...found.commits].sort((one, other) => one.line - other.line)
  const bodies = readBodies(outline, found.tasks, found.headings)
  const ofCommits = new Set(found.commits.flatMap(({ details }) => details.map(({ line }) => line)))
  const isTask = (line: number): boolean => bodies.isTask(line) || ofCommits.has(line)
  const ranges = readRanges(outline, found.headings, division, isTask)
  for (const { line, endLine } of all) read.push([line, endLine])
  for (const [{ block }, { to }] of ranges) read.push([block.line, to])
  const tasksOf = groups.map((group, index) => nameTasks(group, ids[index] ?? '', found.named))
  const known = new Set(tasksOf.flatMap((tasks) => tasks.map(({ id }) => id)))
  const commits = found.named ? found.commits.filter(({ id }) => id !== '' && !known.has(id)) : []
  const taskIds = (): string[] =>
    commits.length === 0 ? [...known] : [...new Set(all.flatMap(({ id }) => (id === '' ? [] : [id])))]
  const amongTasks = readDeclared(taskIds, budget, issues)
  const amongPhases = readDeclared(() => ids, budget, issues)
  const passed = passCommits(all, commits, (commit) => statedOf(commit.id, commit, amongTasks), budget)
  const phaseOf = createPhaseOf(tasksOf, ids)
  const marked = groups.map(({ root, parallel = root?.text.parallel ?? false }, index) => ({
    id: ids[index] ?? '',
    parallel,
  }))
  /** The phases that declare their dependencies. */
  const exact = new Set<number>()

  const phases = groups.map((group, index): PhaseDraft => {
    const id = ids[index] ?? ''
    const tasks = partsFirst(tasksOf[index] ?? [])
    const waits = waitForEarlier(tasks)
    const { heading, root } = group
    const range = heading && ranges.get(heading)
    const owner = root && tasks.length > 1 ? root : undefined
    const owns = tasks.map(({ task }) => readOwnFields(task.text.title, task.details, issues))
    const declared = tasks.map(({ id, task }) => {
      const stated = statedOf(id, task, amongTasks)
      return stated && passed(stated)
    })
    const named = declared.flatMap((list) => list ?? [])
    const owners = ownersOf(tasks)
    const subtasks = tasks.map((task, at) => {
      const body = task.task === owner ? '' : bodies.ofTask(task.task)
      const stated = declared[at]
      const order = waits[at]?.filter((other) => other !== task.id) ?? []
      // A task waits for its parts in any case.
      const first = stated === undefined || owners.has(task.id) ? order : []
      return buildSubtask(task, owns[at] ?? none, body, union(first, stated ?? []))
    })
    const rootAt = tasks.findIndex(({ task }) => task === root)
    const own = range ? readOwnFields(group.title, range.blocks, issues) : (owns[rootAt] ?? none)
    // A person is asked about a phase, so one task of high risk is enough.
    const isRisky = owns.some(({ values }, at) => values.risk === 'high' && subtasks[at]?.status !== 'done')
    const stated = range && amongPhases.fromBlocks(id, range.blocks)
    if (stated ?? declared[rootAt]) exact.add(index)
    const dependsOn = new Set(stated)
    for (const dependency of named) {
      const phase = phaseOf(dependency)
      if (phase !== undefined && phase !== id) dependsOn.add(phase)
    }
    if (!stated?.includes(id)) dependsOn.delete(id)
    const status = group.status ?? own.values.status ?? found.progress.get(id)?.status ?? statusOf(subtasks)
    const body = range ? bodies.ofLines(range.from, range.to) : owner ? bodies.ofTask(owner) : ''
    const line = heading?.block.line ?? root?.line ?? tasks[0]?.task.line ?? 1
    const acceptance = [
      ...readBodyAcceptance(body, line),
      ...subtasks.flatMap((part) =>
        part.status === 'done' ? [] : readBodyAcceptance(part.body ?? '', part.line ?? line),
      ),
    ]
    return {
      id,
      title: group.title === '' ? titleOf(tasks) : group.title,
      body,
      dependsOn: [...dependsOn],
      files: [...new Set([...own.files, ...subtasks.flatMap((subtask) => subtask.files ?? [])])],
      ...own.values,
      ...(isRisky && { risk: 'high' }),
      ...(status && { status }),
      subtasks,
      ...(acceptance.length > 0 && { acceptance }),
      line,
    }
  })
  const stories = readStories(outline, groups, ids)
  const isStated = marked.every(({ parallel }) => !parallel) && stories.sentences.length > 0
  const orders = isStated
    ? orderStories(
        stories,
        phases.map(({ files = [] }) => files),
      ).map((list) => list.flatMap((at) => ids[at] ?? []))
    : waitForEarlier(marked)
  const ordered = phases.map((phase, index): PhaseDraft => {
    if (exact.has(index)) return phase
    const { id, dependsOn = [] } = phase
    const order = orders[index]?.filter((other) => other !== id) ?? []
    return { ...phase, dependsOn: union(order, dependsOn) }
  })
  if (isStated) return { phases: ordered, notes: stories.sentences }
  return exact.size > 0 ? { phases: ordered, notes: [] } : orderByWaves(outline, ordered)
}

type Notes = NonNullable<PlanReading['notes']>

const none: OwnFields = { values: {}, files: [] }

/** A task with its id in the plan. */
interface NamedTask {
  id: string
  parallel: boolean
  task: Task
}

const nameTasks = (group: Group, phaseId: string, named: boolean): NamedTask[] =>
  group.tasks.map((task, index) => ({
    id: named ? task.id : `${phaseId}.${index + 1}`,
    parallel: task.text.parallel,
    task,
  }))

/** Returns a function from the id of a task to that of its phase. */
const createPhaseOf = (
  tasksOf: readonly (readonly NamedTask[])[],
  ids: readonly string[],
): ((task: string) => string | undefined) => {
  let known: Map<string, string> | undefined
  return (task) => {
    if (known === undefined) {
      known = new Map()
      for (const [index, tasks] of tasksOf.entries())
        for (const { id } of tasks) if (!known.has(id)) known.set(id, ids[index] ?? '')
    }
    return known.get(task)
  }
}

/** Returns the tasks that a task declares as its dependencies; undefined if it declares nothing. */
const statedOf = (id: string, { text, details }: Task, amongTasks: Declared): string[] | undefined => {
  const below = amongTasks.fromBlocks(id, details)
  const inTitle = amongTasks.fromTitle(id, text.source)
  return below && inTitle ? [...below, ...inTitle] : (below ?? inTitle)
}

/** Returns the ids that a task with parts can have: `2` and `2.1` for a task `2.1.1`. */
const ownersOf = (tasks: readonly NamedTask[]): Set<string> => {
  const owners = new Set<string>()
  for (const { id } of tasks)
    for (let dot = id.indexOf('.'); dot > 0; dot = id.indexOf('.', dot + 1)) owners.add(id.slice(0, dot))
  return owners
}

const buildSubtask = (
  { id, task }: NamedTask,
  own: OwnFields,
  body: string,
  dependsOn: string[],
): SubtaskDraft => {
  const { text, details, line } = task
  const status = task.status === 'pending' ? (own.values.status ?? task.status) : task.status
  return {
    id,
    title: text.title === '' ? `Task ${id}` : text.title,
    body,
    ...(isTest(text.title, task.heading?.text ?? '') && { type: 'test' as const }),
    dependsOn,
    files: union(filesOf(text.source, details), own.files),
    status,
    line,
  }
}

const union = (one: string[], other: readonly string[]): string[] =>
  one.length < 2 && other.length === 0 ? one : [...new Set([...one, ...other])]

const filesOf = (title: string, details: readonly Block[]): string[] => {
  const mentioned = mentionedFiles(title)
  if (details.length === 0) return mentioned
  const files = new Set(mentioned)
  for (const block of details) {
    if (block.kind !== 'item' && block.kind !== 'paragraph') continue
    for (const path of mentionedFiles(block.text)) files.add(path)
  }
  return [...files]
}

const statusOf = (subtasks: readonly SubtaskDraft[]): PlanStatus | undefined => {
  const statuses = new Set(subtasks.map((subtask) => subtask.status))
  if (statuses.has('pending') || statuses.has('in_progress')) return undefined
  return statuses.has('done') ? 'done' : 'skipped'
}

const titleOf = (tasks: readonly NamedTask[]): string => {
  const first = tasks[0]?.id ?? ''
  const last = tasks.at(-1)?.id ?? ''
  return first === last ? `Task ${first}` : `Tasks ${first} to ${last}`
}
