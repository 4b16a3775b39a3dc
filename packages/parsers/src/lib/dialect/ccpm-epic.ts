import {
  defineParser,
  type PhaseDraft,
  type PlanIssue,
  type PlanParserV1,
  type PlanPart,
  type PlanReading,
  readStatus,
} from '@amelia/core/plugin'
import {
  accountFor,
  foldValue,
  foundFiles,
  matching,
  findMarks,
  nothingFound,
  oneLine,
  readOutline,
  textOf,
  textsOf,
  valueOf,
} from '@amelia/markdown'
import { joinReadings } from './join-readings.ts'
import { orderTasks, type TaskFile } from './order-tasks.ts'
import { readFrontMatter } from './read-front-matter.ts'
import { shiftLines } from './shift-lines.ts'

const rule =
  'each task waits for its "depends_on", or without that key for the task before it, unless it has "parallel: true"'

/**
 * Creates a parser for an epic of CCPM: a folder of numbered task files with front matter.
 *
 * A file is one phase, and its number the id. Tasks that `conflicts_with` names never run at the same time.
 */
export const ccpmEpic = (): PlanParserV1 =>
  defineParser({
    id: 'ccpm-epic',
    detect: (source) => (isTask(source) ? 0.97 : 0),
    // The word of CCPM for finished work.
    findMarks: (source, works) =>
      findMarks(source, works).map((mark) => (mark.new === 'done' ? { ...mark, new: 'closed' } : mark)),
    parse: (source) => readEpic([{ path: '1.md', text: source, line: 1, context: false }]),
    parseFiles: (files) => {
      const works = files.filter(({ context }) => !context)
      const tasks = works.filter(({ path, text }) => numberOf(path) !== undefined && isTask(text))
      return tasks.length === 0 || tasks.length * 2 < works.length
        ? undefined
        : readEpic(works, titleOf(files))
    },
    findFiles: (paths) => {
      const context = matching(paths, /^(?:epic|\d{1,9}-analysis)\.md$/i)
      if (!context.includes('epic.md')) return undefined
      return foundFiles('CCPM epic', matching(paths, /^\d{1,9}\.md$/), context)
    },
    folders: ['a CCPM epic'],
  })

const isTask = (source: string): boolean => {
  const text = readOutline(source).frontMatter?.text ?? ''
  return /^name:/m.test(text) && /^(?:depends_on|parallel|conflicts_with):/m.test(text)
}

const numberOf = (path: string): string | undefined => /(?:^|\/)(\d{1,9})\.md$/i.exec(path)?.[1]

const titleOf = (files: readonly PlanPart[]): string => {
  const epic = files.find(({ path }) => /(?:^|\/)epic\.md$/i.test(path))
  const { node } = readFrontMatter(readOutline(epic?.text ?? ''))
  return oneLine(textOf(valueOf(node, 'name')))
}

const readEpic = (files: readonly PlanPart[], title = ''): ReturnType<PlanParserV1['parse']> => {
  const issues: PlanIssue[] = []
  const readings: PlanReading[] = []
  const tasks = files.flatMap(({ path, text, line }): TaskFile[] => {
    const read = shiftLines(readTask(text, numberOf(path) ?? path), line - 1)
    for (const issue of read.issues) issues.push(issue)
    if (read.reading) readings.push(read.reading)
    return read.task ? [read.task] : []
  })
  if (tasks.length === 0) return { issues }
  const reading = joinReadings(readings, rule)
  return { plan: { title: title || 'Epic', phases: orderTasks(tasks) }, issues, reading }
}

const readTask = (
  source: string,
  id: string,
): { task?: TaskFile; issues: PlanIssue[]; reading?: PlanReading } => {
  const outline = readOutline(source)
  const { node, issues, line, body } = readFrontMatter(outline)
  const title = oneLine(textOf(valueOf(node, 'name')))
  if (title === '') {
    const none = nothingFound('The file has no front matter with a "name".')
    return { issues: issues.length > 0 ? issues : [{ ...none, code: 'PLAN_SCHEMA' }] }
  }
  const said = foldValue(textOf(valueOf(node, 'status'))).toLowerCase()
  const status = said === 'closed' ? ('done' as const) : said === 'open' ? 'pending' : readStatus(said)
  if (said !== '' && !status) {
    const message = `The status "${said.slice(0, 40)}" is unknown, so the task counts as pending. Write open, in-progress or completed.`
    issues.push({ severity: 'warning', code: 'STATUS_UNKNOWN', message, line, column: 1 })
  }
  const phase: PhaseDraft = { id, title, body, line, ...(status && { status }) }
  const references = (key: string): string[] | undefined => {
    const value = valueOf(node, key)
    return value && textsOf(value).map((text) => text.replace(/^(?:#|task[ -]?)/i, ''))
  }
  const isParallel = textOf(valueOf(node, 'parallel')).toLowerCase() === 'true'
  const task: TaskFile = {
    phase,
    dependencies: references('depends_on') ?? (isParallel ? [] : undefined),
    conflicts: references('conflicts_with') ?? [],
    parent: '',
  }
  const { reading, issues: unknown } = accountFor({
    ...{ outline, front: node, phases: [phase], read: [[1, outline.lines.length]], rule },
  })
  return {
    task,
    issues: [...issues, ...unknown],
    reading,
  }
}
