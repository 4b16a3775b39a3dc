import type { PhaseReport } from '@amelia/core'
import { type Paint, words } from '@amelia/core/view'
import { countParts } from './order-phases.ts'

/** Renders the share of phases that are done, as a bar, and the number of phases in each state. */
export const barLine = (
  phases: readonly PhaseReport[],
  { columns, ascii, paint }: { columns: number; ascii: boolean; paint: Paint },
): string => {
  const counts = countParts(phases)
  const done = phases.filter(isDone).length
  const width = Math.max(4, Math.min(24, Math.floor(columns / 5)))
  const full = phases.length === 0 ? 0 : Math.floor((done / phases.length) * width)
  const [on, off] = ascii ? ['#', '-'] : ['█', '░']
  const bar = `${paint(on.repeat(full), 'good')}${paint(off.repeat(width - full), 'dim')}`
  const parts = [
    ['running', counts.running, 'running'],
    ['waiting', counts.waiting, 'waiting'],
    ['failed', counts.failed, 'failed'],
    ['completed', done, 'done'],
    ['skipped', counts.done - done, 'not run'],
    ['pending', counts.next, 'to go'],
  ] as const
  const texts = parts
    .filter(([, count]) => count > 0)
    .map(([status, count, word]) => {
      const { mark, tone } = words.phaseMark(status, { ascii })
      return `${paint(mark, tone)} ${count} ${word}`
    })
  return [`${bar} ${done}/${phases.length}`, ...texts].join('  ')
}

/** Whether a phase has its result, from this run or from elsewhere. */
export const isDone = (phase: PhaseReport | undefined): boolean => {
  const status = words.shownStatus(phase)
  return status === 'completed' || status === 'external'
}
