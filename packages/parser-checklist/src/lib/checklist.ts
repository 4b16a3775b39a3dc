import { defineParser, type PlanIssue, type PlanParserV1 } from '@amelia/core/plugin'
import {
  addCriteria,
  type Block,
  completePlan,
  createReferenceBudget,
  findMarks,
  fixText,
  foldHead,
  foldLabel,
  isMarkedStep,
  type ItemBlock,
  nothingFound,
  type Outline,
  plainText,
  readOutline,
} from '@amelia/markdown'
import { buildPhases } from './build-phases.ts'
import { reportRepeat } from './drop-repeats.ts'
import { findFiles } from './find-files.ts'
import { findTasks, type FoundTasks, type Heading, type Task } from './find-tasks.ts'
import { divide, isListOfTasks } from './group/divide.ts'
import { readStoryStatus } from './read-story-status.ts'
import { mayHaveId } from './text/may-have-id.ts'
import { readPhaseHeading } from './text/read-phase-heading.ts'

/**
 * Creates a parser for checklists: the `tasks.md` of GitHub Spec Kit (`- [ ] T001 [P] [US1] title`), Kiro
 * (`- [ ] 1.1 title`) and OpenSpec (`## 1. Name`, `- [ ] 1.1 title`).
 *
 * Checkboxes with an id are subtasks; their headings, or the tasks of the first level, are phases (see
 * `divide`). Optional tasks (`*`) that are not done are skipped. If no checkbox has an id, all checkboxes of
 * the first level are subtasks. A story (`## Tasks / Subtasks`) that states that it is done has only finished
 * phases.
 */
export const checklist = (): PlanParserV1 =>
  defineParser({
    id: 'checklist',
    detect: (source, atLeast = 0) => {
      const outline = readOutline(source)
      if (!outline.blocks.some(isBox)) return 0
      // Only tasks with ids have a high score.
      if (atLeast > 0.5 && (outline.blocks.some(isTaskHeading) || !outline.blocks.some(mayBeNamed))) return 0
      return score(outline, findTasks(outline))
    },
    parse: (source) => {
      const outline = readOutline(source)
      const found = findTasks(outline)
      const [first] = found.tasks
      if (!first) {
        const message =
          'The plan has no tasks: write a task as a checkbox "- [ ] T001 title" or "- [ ] 1.1 title".'
        return { issues: [nothingFound(message)] }
      }
      const budget = createReferenceBudget()
      const others = [...found.progress.values(), ...found.repeats]
      const listed = [...found.overview, ...others.map(({ line }) => line)]
      const read = listed.map((line): [from: number, to: number] => [line, line])
      const notes: PlanIssue[] = []
      const ordered = buildPhases(outline, found, divide(found), budget, read, notes)
      const built = addCriteria(outline, ordered.phases)
      const status = readStoryStatus(outline, notes)
      const closed = status !== undefined && status !== 'pending' && status !== 'in_progress'
      const phases = closed ? built.map((phase) => ({ ...phase, status: phase.status ?? status })) : built
      const start = Math.min(first.line, phases[0]?.line ?? 1)
      const end = outline.blocks.findIndex((block) => block.line >= start)
      const issues = [
        ...outline.blocks.flatMap(reportStep),
        ...notes,
        ...found.repeats.map(reportRepeat),
        ...budget.issues(),
      ]
      const request = { outline, headEnd: end, phases, read, rule, notes: ordered.notes, issues }
      const result = completePlan(request)
      const skipped = new Set(result.reading.skipped.map(({ line }) => line))
      return { ...result, issues: [...findStrays(found, skipped), ...result.issues] }
    },
    findFiles,
    folders: ['an OpenSpec change', 'a Spec Kit feature', 'a Kiro or agent-os spec'],
    fix: fixText,
    findMarks,
  })

const rule = 'each phase waits for the one before it, unless it declares dependencies or is marked [P]'

/**
 * Task headings and dependency tables indicate other formats, whose sections also contain checkboxes.
 */
const score = ({ blocks }: Outline, { tasks, named, headings }: FoundTasks): number => {
  if (tasks.length === 0) return 0
  if (headings.some(({ block }) => isTaskHeading(block))) return named ? 0.5 : 0
  if (!named) {
    if (hasEmptySection(tasks, headings) || isProgressOnly(tasks, headings)) return 0
    const listed = tasks.filter(({ heading }) => heading && readPhaseHeading(heading.text).id !== '')
    return listed.length > 1 ? 0.5 : tasks.length > 1 ? 0.3 : 0
  }
  const isDependency = (text: string): boolean =>
    /^(?:depend|deps?$|blocked by|requires|prereq|needs|after$)/i.test(text)
  const hasTable = blocks.some(
    (block) =>
      block.kind === 'table' && block.header.some(({ text }) => isDependency(foldLabel(plainText(text)))),
  )
  const sure = tasks.length > 1 ? 0.95 : 0.6
  return hasTable && !tasks.some(({ id }) => id.startsWith('T')) ? 0.5 : sure
}

const isBox = (block: Block): block is ItemBlock =>
  block.kind === 'item' && (block.checked !== undefined || /^[[［]/.test(block.text))

const mayBeNamed = (block: Block): boolean => isBox(block) && mayHaveId(block.text)

const isTaskHeading = (block: Block): boolean =>
  block.kind === 'heading' && block.depth === 0 && /^\W{0,4}task \d/i.test(foldHead(plainText(block.text)))

/** Returns whether the boxes only report the progress of milestones that have sections. */
const isProgressOnly = (tasks: readonly Task[], headings: readonly Heading[]): boolean =>
  tasks.every(({ heading }) => heading && isListOfTasks(heading.text)) &&
  headings.filter((each) => each.block.level > 1 && /^milestone \d/i.test(foldHead(each.text))).length > 1

/**
 * Returns whether a numbered section beside those with tasks has none: then the sections are the work, and
 * the boxes are parts of it.
 */
const hasEmptySection = (tasks: readonly Task[], headings: readonly Heading[]): boolean => {
  const used = new Set<Heading>()
  for (const { heading } of tasks) for (let at = heading; at && !used.has(at); at = at.parent) used.add(at)
  const levels = new Set(
    [...used].filter(({ text }) => readPhaseHeading(text).id !== '').map(({ block }) => block.level),
  )
  return headings.some(
    (each) =>
      levels.has(each.block.level) &&
      !used.has(each) &&
      each.holds === 'work' &&
      readPhaseHeading(each.text).id !== '',
  )
}

/** Warns about a fence that is a step in other formats. */
const reportStep = (block: Block): PlanIssue[] => {
  if (block.kind !== 'fence' || !isMarkedStep(block)) return []
  const message =
    'A checklist has no steps, so this fence is text for an agent. Write steps below headings such as "## Phase 1: name" or "### Task 1: name".'
  const { line, column } = block
  return [{ severity: 'warning', code: 'NOT_STRUCTURED', message, line, column }]
}

/** Warns about boxes without an id that are in the text of a phase, but no subtasks. */
const findStrays = (found: FoundTasks, skipped: ReadonlySet<number>): PlanIssue[] => {
  const strays = found.strays.filter(({ line }) => !skipped.has(line))
  const [first] = strays
  if (!first) return []
  const message =
    strays.length === 1
      ? 'This checkbox has no id, so it is not a subtask; others have one.'
      : `${strays.length} checkboxes have no id, so they are not subtasks; others have one. This is the first.`
  const { line, column } = first
  return [{ severity: 'warning', code: 'CONTENT_SKIPPED', message, line, column }]
}
