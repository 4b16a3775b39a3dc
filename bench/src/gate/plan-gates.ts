import type { Gate } from './gate.ts'

const markdown = ['phase-table', 'task-heading', 'checklist']

/**
 * The aims are to be faster than every Markdown parser, and at most 2.3 times the time for twice the text.
 */
export const planGates: readonly Gate[] = [
  ...markdown.flatMap((series) =>
    ['marked', 'remark'].map(
      (subject): Gate => ({
        benchmark: 'plans',
        series,
        subject: 'amelia',
        size: 1,
        against: { subject },
        most: 1,
      }),
    ),
  ),
  { benchmark: 'plans', series: 'hostile texts', subject: 'amelia', size: 1, most: 2.3 },
]
