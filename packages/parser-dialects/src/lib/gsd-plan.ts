import {
  type AcceptanceDraft,
  defineParser,
  normalizePhaseId,
  type PhaseDraft,
  type PlanParserV1,
} from '@amelia/core/plugin'
import { isPlainCommand, readOutline, readYaml } from '@amelia/markdown'
import { nothingFound } from './read-json-plan.ts'
import { oneLine, textOf, valueOf } from './value-of.ts'

/**
 * Creates a parser for the `PLAN.md` of GSD: front matter, and the elements `<task>` below `<tasks>`.
 *
 * A task is a phase that depends on the one before it, with `<files>` as its files and a single command in
 * `<verify>` as its acceptance. A checkpoint is a task for a person. The front
 * matter may name other plans: they are outside this one.
 */
export const gsdPlan = (): PlanParserV1 =>
  defineParser({
    id: 'gsd-plan',
    detect: (source) =>
      /^<tasks>[ \t]*$/m.test(source) && /^[ \t]*<task\b[^>\n]{0,200}>/m.test(source) ? 0.98 : 0,
    parse: (source) => {
      const outline = readOutline(source)
      const tasks = findTasks(outline.lines)
      if (tasks.length === 0)
        return { issues: [nothingFound('The plan has no <task> below <tasks>.', { line: 1, column: 1 })] }
      const phases = tasks.map((task, index): PhaseDraft => {
        const name = elementOf(task.text, 'name')
        const [, id = '', title = ''] =
          /^(?:task\s+)?(\d{1,4}(?:\.\d{1,4})*[a-z]?)\s*[:.–—-]\s*(.*)$/is.exec(name) ?? []
        const command = elementOf(elementOf(task.text, 'verify'), 'automated')
        const acceptance: AcceptanceDraft[] = isPlainCommand(command) ? [{ command, line: task.line }] : []
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
      const { node } = outline.frontMatter ? readYaml(outline.frontMatter.text) : {}
      const title = oneLine(textOf(valueOf(node, 'phase')))
      const goal = oneLine(elementOf(source, 'objective').split('\n\n', 1)[0] ?? '')
      return { plan: { title, goal, phases }, issues: [] }
    },
  })

interface GsdTask {
  text: string
  line: number
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
        isCheckpoint: open.isCheckpoint,
      })
      open = undefined
    }
  }
  return tasks
}

const idOf = (tasks: readonly GsdTask[], index: number): string => {
  const name = elementOf(tasks[index]?.text ?? '', 'name')
  const [, id = ''] = /^(?:task\s+)?(\d{1,4}(?:\.\d{1,4})*[a-z]?)\s*[:.–—-]/i.exec(name) ?? []
  return normalizePhaseId(id) || String(index + 1)
}

/** Returns the trimmed text of the first element of a name; empty without one. */
const elementOf = (text: string, name: string): string => {
  const start = text.indexOf(`<${name}>`)
  const end = start < 0 ? -1 : text.indexOf(`</${name}>`, start)
  return end < 0 ? '' : text.slice(start + name.length + 2, end).trim()
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
