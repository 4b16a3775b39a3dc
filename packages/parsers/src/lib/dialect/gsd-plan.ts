import {
  type AcceptanceDraft,
  defineParser,
  normalizePhaseId,
  type PhaseDraft,
  type PlanIssue,
  type PlanParserV1,
} from '@amelia/core/plugin'
import {
  accountFor,
  type DocumentNode,
  foldHead,
  isPlainCommand,
  nothingFound,
  oneLine,
  readCodeSpan,
  readOutline,
  textOf,
  textsOf,
  valueOf,
} from '@amelia/markdown'
import { oneByOne } from './one-by-one.ts'
import { findGsdFiles } from './find-gsd-files.ts'
import { readFrontMatter } from './read-front-matter.ts'
import { isSummary, readGsdPhase } from './read-gsd-phase.ts'

/**
 * Creates a parser for the `PLAN.md` of GSD: front matter, and the elements `<task>` below `<tasks>`.
 *
 * A task is a phase that depends on the one before it, with `<files>` as its files and a single command in
 * `<verify>` as its acceptance. A checkpoint is a task for a person. Plans that `depends_on` names are
 * outside this one, and reported.
 *
 * Of several files, each is a phase, and its tasks are the subtasks. `depends_on` and `wave` order them, and
 * a plan with a `SUMMARY.md` is done.
 */
export const gsdPlan = (): PlanParserV1 =>
  defineParser({
    id: 'gsd-plan',
    detect: (source) => (isGsdPlan(source) ? 0.98 : 0),
    parse: parseGsd,
    parseFiles: (files) => {
      const plans = files.filter(({ context }) => !context)
      const isSet = plans.length > 1 || files.some(({ path }) => isSummary(path))
      return isSet && plans.length > 0 && plans.every(({ text }) => isGsdPlan(text))
        ? readGsdPhase(files, parseGsd)
        : undefined
    },
    findFiles: findGsdFiles,
    folders: ['a phase or the ROADMAP.md of GSD'],
  })

const parseGsd = (source: string): ReturnType<PlanParserV1['parse']> => {
  const outline = readOutline(source)
  const tasks = findTasks(outline.lines)
  if (tasks.length === 0) return { issues: [nothingFound('The plan has no <task> below <tasks>.')] }
  const phases = tasks.map((task, index): PhaseDraft => {
    const name = foldHead(elementOf(task.text, 'name'))
    const [, id = '', title = ''] =
      /^(?:task\s+)?(\d{1,4}(?:\.\d{1,4})*[a-z]?)\s*[:.–—-]\s*(.*)$/is.exec(name) ?? []
    const command = commandOf(elementOf(task.text, 'verify'))
    const acceptance: AcceptanceDraft[] = command === '' ? [] : [{ command, line: task.line }]
    const before = index > 0 ? idOf(tasks, index - 1) : undefined
    return {
      id: idOf(tasks, index),
      title: oneLine(id === '' ? name : title) || `Checkpoint ${index + 1}`,
      body: task.text.trim(),
      dependsOn: before === undefined ? [] : [before],
      files: elementOf(task.text, 'files')
        .split(/[,\n]/)
        .map((path) => path.trim())
        .filter(isPath),
      ...(acceptance.length > 0 && { acceptance }),
      ...(task.isCheckpoint && { subtasks: [checkpointOf(idOf(tasks, index), task)] }),
      line: task.line,
    }
  })
  const { node, line } = readFrontMatter(outline)
  const title = oneLine(textOf(valueOf(node, 'phase')))
  const goal = oneLine(elementOf(source, 'objective').split('\n\n', 1)[0] ?? '')
  const read = tasks.map(({ line, endLine }) => [line, endLine] as const)
  const outside = readOutside(valueOf(node, 'depends_on'), line)
  const { reading, issues } = accountFor({ outline, front: node, phases, read, rule: oneByOne })
  return { plan: { title, goal, phases }, issues: [...outside, ...issues], reading }
}

/** Reports the plans that `depends_on` names: a single file has none of them. */
const readOutside = (named: DocumentNode | undefined, line: number): PlanIssue[] => {
  const plans = textsOf(named)
  if (!named || plans.length === 0) return []
  const list = plans.join(', ').slice(0, 100)
  const message = `The plan depends on ${list}, outside this file: complete ${plans.length > 1 ? 'them' : 'it'} first.`
  const place = { line: named.line + line, column: named.column }
  return [{ severity: 'warning', code: 'CONTENT_SKIPPED', message, ...place }]
}

const isGsdPlan = (source: string): boolean =>
  /^<tasks>[ \t]*$/m.test(source) && /^[ \t]*<task\b[^>\n]{0,200}>/m.test(source)

interface GsdTask {
  text: string
  line: number
  endLine: number
  isCheckpoint: boolean
}

const findTasks = (lines: readonly string[]): GsdTask[] => {
  const tasks: GsdTask[] = []
  let open: { from: number; isCheckpoint: boolean } | undefined
  let isInside = false
  for (const [index, line] of lines.entries()) {
    const text = line.trim()
    if (text === '<tasks>') isInside = true
    else if (text === '</tasks>') isInside = false
    else if (isInside && /^<task\b[^>]{0,200}>$/.test(text))
      open = { from: index, isCheckpoint: text.includes('checkpoint') }
    else if (open && text === '</task>') {
      tasks.push({
        text: lines.slice(open.from + 1, index).join('\n'),
        line: open.from + 1,
        endLine: index + 1,
        isCheckpoint: open.isCheckpoint,
      })
      open = undefined
    }
  }
  return tasks
}

const idOf = (tasks: readonly GsdTask[], index: number): string => {
  const name = foldHead(elementOf(tasks[index]?.text ?? '', 'name'))
  const [, id = ''] = /^(?:task\s+)?(\d{1,4}(?:\.\d{1,4})*[a-z]?)\s*[:.–—-]/i.exec(name) ?? []
  return normalizePhaseId(id) || String(index + 1)
}

/** Returns the trimmed text of the first element of a name; empty without one. */
const elementOf = (text: string, name: string): string => {
  const start = text.indexOf(`<${name}>`)
  const end = start < 0 ? -1 : text.indexOf(`</${name}>`, start)
  return end < 0 ? '' : text.slice(start + name.length + 2, end).trim()
}

const programs =
  /^(?:\.{1,2}\/\S+|(?:npm|npx|pnpm|yarn|bunx?|node|deno|tsc|tsx|vitest|jest|eslint|cargo|go|python3?|pytest|ruff|mypy|uvx?|poetry|make|just|mvn|gradle|dotnet|swift|xcodebuild|flutter|dart|bundle|rake|rspec|php|phpunit|composer|mix|cmake|ctest|bazel|zig|terraform|docker|curl|grep|rg|test|ls|cat|git|bash|sh))(?:\s|$)/

/**
 * Returns the command of a `<verify>`: its `<automated>`, or its whole text if that is code or begins with
 * the name of a program; empty for prose.
 */
const commandOf = (verify: string): string => {
  const automated = elementOf(verify, 'automated')
  const code = readCodeSpan((automated || verify).replace(/(?<=`) (?:passes|succeeds|exits with 0)\.?$/i, ''))
  const text = code ?? (automated || (programs.test(verify) ? verify : ''))
  return text.includes('\n') || !isPlainCommand(text) ? '' : text
}

const isPath = (path: string): boolean => path !== '' && !/\s/.test(path)

const checkpointOf = (id: string, { text, line }: GsdTask) => ({
  id: `${id}.1`,
  title: 'Verify by hand',
  steps: [
    {
      id: `${id}.1.1`,
      description: oneLine(
        elementOf(text, 'how-to-verify') || elementOf(text, 'what-built') || 'Verify the work',
      ).slice(0, 500),
      action: 'manual' as const,
      requiresHumanJudgment: true,
      line,
    },
  ],
  line,
})
