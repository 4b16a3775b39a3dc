import { defineParser, type PlanParserV1 } from '@amelia/core/plugin'
import { findMarks, readOutline } from '@amelia/markdown'
import { findBacklogFiles } from './find-backlog-files.ts'
import { readBacklog } from './read-backlog.ts'
import { readBacklogTask } from './read-backlog-task.ts'

/**
 * Creates a parser for Backlog.md: task files with front matter that has `id`, `title` and `status`, and
 * sections.
 *
 * A file is one phase, with the sections as its body, criteria included. Several files are one plan, in which
 * a task without `dependencies` depends on the task before it; an empty list declares that there are none.
 * Dependencies of a single file are outside the plan, and reported.
 */
export const backlogTask = (): PlanParserV1 =>
  defineParser({
    id: 'backlog-task',
    findMarks,
    detect: (source) => (isBacklogTask(source) ? 0.97 : 0),
    parse: (source) => {
      const { task, goal, issues, reading } = readBacklogTask(source)
      if (!task) return { issues }
      const { phase, dependencies = [] } = task
      if (dependencies.length > 0)
        issues.push({
          severity: 'warning',
          code: 'CONTENT_SKIPPED',
          message: `The task depends on ${dependencies.join(', ').slice(0, 100)}, outside this file: complete them first.`,
          line: phase.line ?? 1,
          column: 1,
        })
      return { plan: { title: phase.title, goal, phases: [phase] }, issues, ...(reading && { reading }) }
    },
    parseFiles: (files) => {
      const works = files.filter(({ context }) => !context)
      const tasks = works.filter(({ text }) => isBacklogTask(text))
      return tasks.length === 0 || tasks.length * 2 < works.length ? undefined : readBacklog(works)
    },
    findFiles: findBacklogFiles,
    folders: ['a Backlog.md folder'],
  })

const isBacklogTask = (source: string): boolean => {
  const text = readOutline(source).frontMatter?.text ?? ''
  return ['id', 'title', 'status'].every((key) => new RegExp(`^${key}:`, 'm').test(text))
}
