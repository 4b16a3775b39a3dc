import { type Paint, words } from '@amelia/core/view'
import type { WorkerInfo } from '@amelia/engine-dbos'
import { fitText, padText, widestOf } from '../terminal/fit-text.ts'

export interface RenderWorkersOptions {
  columns: number
  paint: Paint
}

const headings = ['WORKER', 'MACHINE', 'STATE', 'SEEN', 'SESSIONS', 'QUEUES', 'WORKS ON']

/** Renders a list of workers as a table. */
export const renderWorkers = (
  workers: readonly WorkerInfo[],
  { columns, paint }: RenderWorkersOptions,
): string => {
  const rows = workers.map(cellsOf)
  const widths = headings.map((heading, column) =>
    column === headings.length - 1 ? 0 : widestOf([heading, ...rows.map((row) => row[column] ?? '')]),
  )
  const line = (cells: readonly string[]): string =>
    fitText(
      cells
        .map((cell, column) => padText(cell, widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
      columns,
    )
  return [paint(line(headings), 'dim'), ...rows.map(line)].map((text) => `${text}\n`).join('')
}

const cellsOf = ({ id, machine, draining, silentMs, sessions, queues, working }: WorkerInfo): string[] => [
  id.slice(0, 8),
  words.plainLabel(machine),
  draining ? 'draining' : working.length === 0 ? 'idle' : 'working',
  `${Math.round(silentMs / 1000)}s ago`,
  `${working.length}/${sessions}`,
  queues.map(words.plainLabel).join(','),
  words.plainLabel(working.map(({ runId, phaseId }) => `${runId} ${phaseId}`).join(', ')) || '-',
]
