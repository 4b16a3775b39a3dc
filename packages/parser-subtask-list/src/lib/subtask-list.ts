import { checkOptions, defineParser, type PlanIssue, type PlanParserV1, rules } from '@amelia/core/plugin'
import {
  completePlan,
  createReferenceBudget,
  findMarks,
  fixText,
  nothingFound,
  type Outline,
  readOutline,
} from '@amelia/markdown'
import { buildPhases } from './build-phases.ts'
import type { Entry } from './entry.ts'
import { findLines, type FoundLines } from './find-lines.ts'
import { findSections } from './find-sections.ts'
import { mayDeclare } from './may-declare.ts'

export interface SubtaskListOptions {
  /**
   * How to group subtasks into phases. `layers`: all subtasks whose dependencies are in earlier layers.
   * `chains`: maximal paths in which each subtask has one dependency with one dependant. Default: `layers`.
   */
  grouping?: 'layers' | 'chains' | undefined
}

/**
 * Creates a parser for lists of subtasks with types and dependencies. The phases are computed. A subtask
 * without declared dependencies depends on the one before it; `depends: []` declares that there are none.
 *
 * A subtask is a line `1a. "Write tests" -> type: test -> depends: []`, inside or outside a fence, or a
 * heading or list item that starts with an id and has the fields Type, Depends on and Files. In addition to
 * such a line, a heading with the same id can describe its subtask.
 */
export const subtaskList = (options: SubtaskListOptions = {}): PlanParserV1 => {
  checkOptions('subtaskList', options, { grouping: rules.optional(rules.oneOf('layers', 'chains')) })
  return defineParser({
    id: 'subtask-list',
    findMarks,
    detect: (source, atLeast = 0) => {
      const outline = readOutline(source)
      if (findLines(outline).entries.length > 0) return 0.95
      if (atLeast > 0.5 || !mayDeclare(outline)) return 0
      const declared = findSections(outline).filter((section) => section.declared).length
      // Sections of a phase table can look the same, so this is not conclusive.
      return declared > 1 ? 0.5 : declared === 1 ? 0.3 : 0
    },
    parse: (source) => {
      const outline = readOutline(source)
      const found = findLines(outline)
      const issues = [...found.issues]
      const entries = findEntries(outline, found.entries, issues)
      const [first] = entries
      if (!first) return { issues: [...issues, noSubtasks(found)] }
      const budget = createReferenceBudget()
      const grouping = options.grouping ?? 'layers'
      const phases = buildPhases(entries, grouping, budget, issues)
      const start = outline.blocks.findIndex((block) => block.endLine >= first.line)
      const typed = entries.some(({ type }) => type !== undefined)
      return completePlan({
        ...{ outline, phases, typed, issues: [...issues, ...budget.issues()] },
        headEnd: start < 0 ? outline.blocks.length : start,
        read: entries.flatMap(({ section }) => (section ? [section] : [])),
        rule: `${grouping} of subtasks: each subtask waits for the one before it, unless it declares dependencies`,
      })
    },
    fix: fixText,
  })
}

/**
 * Combines lines and sections. If there are lines, they are the list, and sections with the same ids only add
 * to them.
 */
const findEntries = (outline: Outline, listed: Entry[], issues: PlanIssue[]): Entry[] => {
  if (listed.length === 0) {
    const declared = findSections(outline).filter((section) => section.declared)
    for (const section of declared) issues.push(...section.issues)
    return declared.map((section) => section.entry)
  }
  const ids = new Set(listed.map((entry) => entry.id))
  const sections = new Map<string, Entry>()
  for (const { entry, issues: own } of findSections(outline)) {
    if (!ids.has(entry.id) || sections.has(entry.id)) continue
    sections.set(entry.id, entry)
    issues.push(...own)
  }
  return listed.map((entry) => {
    const section = sections.get(entry.id)
    if (!section) return entry
    // Of two lines with the same id, the first gets the section.
    sections.delete(entry.id)
    const { body, steps, type, depends, status, section: lines } = section
    return {
      ...(type && { type }),
      ...(depends !== undefined && { depends }),
      ...(status && { status }),
      ...entry,
      body,
      steps,
      ...(lines && { section: lines }),
      files: entry.files.length > 0 ? entry.files : section.files,
    }
  })
}

const noSubtasks = ({ stray }: FoundLines): PlanIssue =>
  nothingFound(
    stray
      ? 'This line is not a subtask, so the fence counts as an example: move the line out of the fence.'
      : 'The plan has no subtasks: write a subtask as a line 1a. "title" -> type: test -> depends: [].',
    stray,
  )
