import type { PlacedWork } from '../contract/plan-parser.ts'
import type { Plan } from '../plan/model/plan.ts'
import type { PlanMark } from '../plan/model/plan-mark.ts'
import { splitSource } from '../plan/source/split-source.ts'
import type { Reader } from './run-parser.ts'

/**
 * Returns the marks of a plan's open work, by the parser that read it. A mark that is not in the text is
 * dropped, and so are all marks of a parser that throws: they do not decide about work.
 */
export const findPlanMarks = (plan: Plan, reader: Reader): PlanMark[] => {
  if (!reader.findMarks) return []
  const works = listWork(plan)
  return splitSource(plan).flatMap(({ first, last, lines, context }) => {
    const own = works.filter(({ line }) => line >= first && line <= last)
    if (context || own.every(({ status }) => !isOpen(status))) return []
    const shift = first - 1
    const placed = own.map((work) => ({ ...work, line: work.line - shift }))
    try {
      const marks = reader.findMarks?.(lines.join('\n'), placed) ?? []
      return marks
        .filter(({ line, column, old }) => lines[line - 1]?.startsWith(old, column - 1))
        .map((mark) => ({ ...mark, work: mark.work + shift, line: mark.line + shift }))
    } catch {
      return []
    }
  })
}

const isOpen = (status: PlacedWork['status']): boolean => status === 'pending' || status === 'in_progress'

/** Lists the work of a plan. A part of a phase that is not open has the status of that phase. */
const listWork = ({ phases }: Plan): PlacedWork[] =>
  phases.flatMap(({ id, line, status, subtasks }): PlacedWork[] => [
    { kind: 'phase', id, line, status },
    ...subtasks.flatMap((subtask): PlacedWork[] => {
      const own = isOpen(status) ? subtask.status : status
      return [
        { kind: 'subtask', id: subtask.id, line: subtask.line, status: own },
        ...subtask.steps.map(
          (step): PlacedWork => ({ kind: 'step', id: step.id, line: step.line, status: own }),
        ),
      ]
    }),
  ])
