import type { AcceptanceDraft, PlanIssue, SubtaskDraft } from '@amelia/core/plugin'
import { isStep, type Outline, type Section } from '@amelia/markdown'
import { readTaskFiles } from './read-task-files.ts'
import { readWork, type WorkSteps } from './read-work.ts'
import { splitWork, type Work } from './split-work.ts'

export interface TaskWorkRequest {
  outline: Outline
  heading: number
  end: number
  id: string
  /** The task's section, read as a phase. */
  section: Section
}

export interface TaskWork {
  subtasks: SubtaskDraft[]
  /** The files that the steps write. */
  files: string[]
  /** The task has checkboxes, and all are ticked. */
  done: boolean
  /** Commands that decide whether the task is accepted, except those that are steps. */
  acceptance: AcceptanceDraft[]
  issues: PlanIssue[]
}

/**
 * Reads the subtasks of a task: one for each marked step (see `splitWork`). Without marked steps, or with a
 * structured step outside them, they are those of the section.
 *
 * A task with a part for an agent is one piece of work for it: only steps that the author wrote as such stay
 * with the engine, and the commands after `Run:` are acceptance checks of the task.
 */
export const readTaskWork = ({ outline, heading, end, id, section }: TaskWorkRequest): TaskWork => {
  const { work, rest } = splitWork(outline.blocks.slice(heading + 1, end))
  const boxes = work.filter(({ checked }) => checked !== undefined)
  const done = boxes.length > 0 && boxes.every(({ checked }) => checked)
  const asSection = (): TaskWork => {
    const { subtasks, done, acceptance, issues } = section
    return { subtasks, files: [], done, acceptance, issues }
  }
  if (work.length === 0 || rest.some((block) => block.kind === 'fence' && isStep(block))) return asSection()

  const files = readTaskFiles(section, rest)
  const fences = work.flatMap(({ blocks }) =>
    blocks.filter((block) => block.kind === 'fence' && isFile(block.info)),
  )
  const issues: PlanIssue[] = []
  const subtasks: SubtaskDraft[] = []
  const explicit = new Set<string>()
  const doneLines = new Set<number>()
  for (const part of work) {
    const subtaskId = `${id}.${subtasks.length + 1}`
    // A command in a quote is an example, or the content of a file.
    const read = part.blocks.some(({ line }) => quote.test(outline.lines[line - 1] ?? ''))
      ? forAgent
      : readWork(part, subtaskId, files, fences.length === 1)
    if (read.commit) continue
    if (read.explicit) explicit.add(subtaskId)
    if (part.checked) for (let line = part.line; line <= endOf(part); line++) doneLines.add(line)
    for (const issue of read.issues) issues.push(issue)
    const written = read.steps.flatMap((step) => step.filePath ?? [])
    subtasks.push({
      id: subtaskId,
      title: part.title,
      body: bodyOf(outline, part.line, endOf(part)),
      ...(part.type && { type: part.type }),
      ...(part.status && { status: part.status }),
      files: [...new Set(written)],
      steps: read.steps,
      line: part.line,
    })
  }
  if (subtasks.length === 0) return asSection()
  const single = dropRepeated(subtasks)
  const needsAgent = single.some(({ status, steps }) => status !== 'done' && steps?.length === 0)
  const kept = needsAgent
    ? single.map((subtask) => (explicit.has(subtask.id) ? subtask : { ...subtask, steps: [] }))
    : single
  const stepLines = new Set(kept.flatMap(({ steps = [] }) => steps.map(({ line }) => line)))
  const acceptance = section.acceptance.filter(({ line = 0 }) => !stepLines.has(line) && !doneLines.has(line))
  const written = kept.flatMap((subtask) => subtask.files ?? [])
  return { subtasks: kept, files: written, done, acceptance, issues }
}

const quote = /^\s*>/
const forAgent: WorkSteps = { steps: [], issues: [], explicit: false, commit: false }

const endOf = ({ line, blocks }: Work): number => blocks.at(-1)?.endLine ?? line

/** Returns the files that a task declares, else those that its steps write. */
export const filesOf = (section: Section, work: TaskWork): string[] =>
  section.fields.has('files') || section.files.length > 0 ? section.files : work.files

const isFile = (info: string): boolean => !/^(?:bash|console|sh|shell|zsh|text|output)?(?:\s|$)/i.test(info)

/** Steps that each write the full content of one file contradict each other: they are left to an agent. */
const dropRepeated = (subtasks: SubtaskDraft[]): SubtaskDraft[] => {
  const count = new Map<string, number>()
  const written = (subtask: SubtaskDraft): string[] =>
    (subtask.steps ?? []).flatMap((step) =>
      step.replace === undefined && step.filePath ? [step.filePath] : [],
    )
  for (const subtask of subtasks) {
    for (const path of written(subtask)) count.set(path, (count.get(path) ?? 0) + 1)
  }
  return subtasks.map((subtask) =>
    written(subtask).some((path) => (count.get(path) ?? 0) > 1)
      ? { ...subtask, steps: [], files: [] }
      : subtask,
  )
}

const bodyOf = ({ text, lines, starts }: Outline, from: number, to: number): string =>
  text
    .slice(
      (starts[from - 1] ?? 0) + (lines[from - 1]?.length ?? 0) + 1,
      (starts[to - 1] ?? 0) + (lines[to - 1]?.length ?? 0),
    )
    .trim()
