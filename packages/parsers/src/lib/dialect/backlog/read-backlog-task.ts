import {
  type PhaseDraft,
  phaseFields,
  type PlanIssue,
  type PlanReading,
  readStatus,
} from '@amelia/core/plugin'
import {
  accountFor,
  foldValue,
  nothingFound,
  oneLine,
  type Outline,
  plainText,
  readOutline,
  textOf,
  textsOf,
  valueOf,
} from '@amelia/markdown'
import { readFrontMatter } from '../read-front-matter.ts'
import type { TaskFile } from '../order-tasks.ts'

/** A task of Backlog.md. */
export interface BacklogTask extends TaskFile {
  /** Its place on the board, if it was moved by hand. */
  ordinal: number
}

/** Reads a task file of Backlog.md. */
export const readBacklogTask = (
  source: string,
): { task?: BacklogTask; goal: string; issues: PlanIssue[]; reading?: PlanReading } => {
  const outline = readOutline(source)
  const { node, issues, line, body } = readFrontMatter(outline)
  if (!node) {
    const none = nothingFound('The file has no front matter with "id", "title" and "status".')
    return { goal: '', issues: issues.length > 0 ? issues : [none] }
  }
  const id = textOf(valueOf(node, 'id')).toLowerCase()
  const title = oneLine(textOf(valueOf(node, 'title')))
  const said = textOf(valueOf(node, 'status'))
  const status = readStatus(foldValue(said))
  const priority = phaseFields.priority.read(foldValue(textOf(valueOf(node, 'priority'))))
  if (said !== '' && !status) {
    const message = `The status "${said.slice(0, 40)}" is unknown, so it counts as pending.`
    issues.push({ severity: 'warning', code: 'STATUS_UNKNOWN', message, line, column: 1 })
  }
  const phase: PhaseDraft = {
    ...{ id: id || '1', title: title || id, body, line },
    ...(status && { status }),
    ...(priority !== undefined && { priority }),
  }
  const ordinal = Number(textOf(valueOf(node, 'ordinal')) || Number.NaN)
  const dependencies = valueOf(node, 'dependencies')
  const task: BacklogTask = {
    phase,
    dependencies: dependencies && textsOf(dependencies),
    parent: textOf(valueOf(node, 'parent_task_id')),
    ordinal: Number.isFinite(ordinal) ? ordinal : Number.MAX_SAFE_INTEGER,
  }
  const { reading, issues: unknown } = accountFor({
    ...{ outline, front: node, phases: [phase], read: [[1, outline.lines.length]] },
    rule: 'one phase: the file is one task',
  })
  return {
    task,
    goal: descriptionOf(outline),
    issues: [...issues, ...unknown],
    reading,
  }
}

const descriptionOf = ({ blocks }: Outline): string => {
  const first = blocks.find((block) => block.kind === 'paragraph' && block.depth === 0)
  return first?.kind === 'paragraph' ? plainText(first.text) : ''
}
