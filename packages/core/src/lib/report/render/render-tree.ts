import { checkArgument } from '../../error/check/check-options.ts'
import { fitText } from '../../text/fit-text.ts'
import { describeCount, isDone } from '../describe-count.ts'
import { type MarkedStatus, type Paint, phaseMark } from './phase-mark.ts'
import { type PhaseView, viewRules } from '../phase-view.ts'
import { plainLabel } from './plain-label.ts'

/** Options of {@link renderTree}. */
export interface TreeOptions {
  /** The first line. Default: none. */
  goal?: string | undefined
  /** The maximum columns of a line. Default: no limit. */
  width?: number | undefined
  /** Only ASCII characters: `+ * . x - ?` for marks. Default: `✓ ● ○ ✗ ⊘ ?`. */
  ascii?: boolean | undefined
  /** Colours marks and secondary text. Default: plain text. */
  paint?: Paint | undefined
}

/** Phases that have begun show how many of their subtasks are done. */
const withCount = (status: string, subtasks: PhaseView['subtasks']): string =>
  [status, ...(notBegun.has(status) ? [] : [describeCount(subtasks)])]
    .filter((text) => text !== undefined)
    .join(', ')

const notBegun: ReadonlySet<string> = new Set(['blocked', 'skipped'])

const untouched: MarkedStatus[] = ['pending', 'ready', 'completed']

/**
 * Renders the phases as a tree, each with a mark and its subtasks. Names the status where the mark is
 * ambiguous. Throws `OPTION_INVALID` for anything but views of phases.
 */
export const renderTree = (phases: readonly PhaseView[], options: TreeOptions = {}): string => {
  checkArgument('renderTree', 'phases', phases, viewRules.phases)
  const { width = Number.POSITIVE_INFINITY, ascii = false, paint = (text) => text } = options
  const [branch, corner, bar] = ascii ? ['|- ', '`- ', '|  '] : ['├─ ', '└─ ', '│  ']
  const lines: string[] = []
  const add = (
    prefix: string,
    { status, excluded }: { status?: MarkedStatus | undefined; excluded?: boolean | undefined },
    label: string,
  ): void => {
    const { mark, tone } = phaseMark(status, { ascii, excluded })
    const text = fitText(label, width - prefix.length - 2, ascii ? '...' : '…')
    lines.push(`${paint(prefix, 'dim')}${paint(mark, tone)} ${text}`)
  }

  const goal = plainLabel(options.goal ?? '')
  if (goal !== '') lines.push(paint(fitText(goal, width, ascii ? '...' : '…'), 'strong'))
  phases.forEach(({ id, title, status, excluded, subtasks = [] }, number) => {
    const last = number === phases.length - 1
    const note =
      status === undefined || untouched.includes(status)
        ? ''
        : ` (${status === 'external' ? 'not run' : withCount(status, subtasks)})`
    add(last ? corner : branch, { status, excluded }, `${plainLabel(id)} ${plainLabel(title)}${note}`)
    subtasks.forEach((subtask, place) => {
      const prefix = (last ? '   ' : bar) + (place === subtasks.length - 1 ? corner : branch)
      const isClaim = subtask.status === 'completed' && !isDone(subtask, status)
      add(prefix, subtask, `${plainLabel(subtask.title)}${isClaim ? ' (claimed)' : ''}`)
    })
  })
  return `${lines.join('\n')}\n`
}
