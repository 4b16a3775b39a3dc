import type { PlanStatus } from '@amelia/core/plugin'
import { isSeries, readMarked, readMember, withCode } from '@amelia/markdown'
import type { Division } from './divide.ts'
import type { FoundTasks, Heading, Task } from '../find-tasks.ts'
import { readPhaseHeading } from '../text/read-phase-heading.ts'
import { rootId } from './root-id.ts'

/** The tasks of one phase. */
export interface Group {
  /** Empty if neither a heading nor a task has one. */
  id: string
  /** Whether the id stays as written: `f-001`. */
  isCode?: boolean
  /** Empty if neither a heading nor a task has one. */
  title: string
  tasks: Task[]
  /** Whether its heading has the mark `[P]`. */
  parallel?: boolean
  /** By a mark in the heading. */
  status?: PlanStatus
  /** The heading of the phase, or */
  heading?: Heading
  /** the task of the phase. */
  root?: Task
}

/** Returns the groups in the order of their first tasks. No group is empty. */
export const groupTasks = ({ tasks }: FoundTasks, division: Division): Group[] => {
  const groups = new Map<Heading | string | undefined, Group>()
  tasks.forEach((task, index) => {
    const heading = division.by === 'headings' ? headingOf(task, division.phases) : undefined
    // A task of the first level without an id is a phase.
    const root = task.id === '' ? String(index + 1) : rootId(task.id)
    const key = division.by === 'headings' ? heading : root
    let group = groups.get(key)
    if (!group) {
      const read = heading && withCode(heading.block.text, readPhaseHeading)
      const marked = readMarked(read?.title ?? '')
      const status = marked.status ?? readMarked(heading?.text.slice(0, 12) ?? '').status
      group = {
        id: read?.id ?? (division.by === 'tasks' ? root : ''),
        title: marked.title || (read?.title ?? ''),
        tasks: [],
        ...(status && { status }),
        ...(read?.parallel && { parallel: true }),
        ...(heading && { heading }),
      }
      groups.set(key, group)
    }
    group.tasks.push(task)
    if (division.by === 'tasks' && !group.root && (task.id === root || task.id === '')) {
      group.root = task
      group.title = task.text.title
    }
  })
  return withSeries([...groups.values()])
}

/** Reads the ids of headings without known numbers that are one series: `F-001: name`, `Aşama 1: name`. */
const withSeries = (groups: Group[]): Group[] => {
  if (groups.some(({ id }) => id !== '')) return groups
  const members = groups.map(({ title }) => readMember(title))
  if (!isSeries(members)) return groups
  return groups.map((group, index) => {
    const { id = '', title } = members[index] ?? {}
    return { ...group, id, isCode: true, title: title || group.title }
  })
}

const headingOf = (task: Task, phases: ReadonlySet<Heading>): Heading | undefined => {
  let heading = task.heading
  while (heading && !phases.has(heading)) heading = heading.parent
  return heading
}
