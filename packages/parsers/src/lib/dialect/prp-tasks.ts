import { defineParser, normalizePhaseId, type PhaseDraft, type PlanParserV1 } from '@amelia/core/plugin'
import {
  completePlan,
  type FenceBlock,
  foldHead,
  nothingFound,
  type Outline,
  plainText,
  readOutline,
} from '@amelia/markdown'
import { oneByOne } from './one-by-one.ts'

const task = /^Task\s+(\d{1,4}(?:\.\d{1,4}){0,3}[a-z]?)\s*[:.–—-]\s*(.*)$/i

/**
 * Creates a parser for PRPs: the fence below a heading with `Task List` or `Tasks`, whose lines `Task 1:
 * title` begin the tasks.
 *
 * A task is a phase that depends on the one before it; the lines below it are its body.
 */
export const prpTasks = (): PlanParserV1 =>
  defineParser({
    id: 'prp',
    detect: (source) => (findTasks(readOutline(source)).length > 1 ? 0.85 : 0),
    parse: (source) => {
      const outline = readOutline(source)
      const phases = findTasks(outline)
      const [first] = phases
      if (!first)
        return {
          issues: [nothingFound('The plan has no fence with lines "Task 1: title".')],
        }
      const end = outline.blocks.findIndex((block) => block.line >= (first.line ?? 1) - 1)
      return completePlan({ outline, headEnd: end, phases, read: [], rule: oneByOne })
    },
  })

const findTasks = ({ blocks }: Outline): PhaseDraft[] => {
  let isList = false
  for (const block of blocks) {
    if (block.kind === 'heading')
      isList =
        /\b(?:task list|list of tasks|tasks)\b|任务列表|任务清单|タスク一覧|タスクリスト|작업 목록/i.test(
          plainText(block.text),
        )
    if (!isList || block.kind !== 'fence' || !/^(?:ya?ml|text|)$/i.test(block.info)) continue
    const phases = readFence(block)
    if (phases.length > 0) return phases
  }
  return []
}

const readFence = (fence: FenceBlock): PhaseDraft[] => {
  const found: { id: string; title: string; line: number; body: string[] }[] = []
  for (const [index, line] of fence.content.split('\n').entries()) {
    const [, id, title = ''] = task.exec(foldHead(line)) ?? []
    if (id !== undefined)
      found.push({ id: normalizePhaseId(id), title: title.trim(), line: fence.line + 1 + index, body: [] })
    else found.at(-1)?.body.push(line)
  }
  return found.map(({ id, title, line, body }, index) => {
    const before = found[index - 1]?.id
    const name = title || `Task ${id}`
    return {
      id,
      title: name,
      body: body.join('\n').trim(),
      dependsOn: before === undefined ? [] : [before],
      line,
    }
  })
}
