import type { Gate } from './gate.ts'

const markdown = ['phase-table', 'task-heading', 'checklist']

const manyTasks =
  'a checklist of a megabyte has 18,000 tasks, and each becomes a subtask with its id, files, dependencies and kind; marked makes tokens only'

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
        ...(series === 'checklist' && subject === 'marked'
          ? { most: 1.7, aim: 1, reason: manyTasks }
          : { most: 1 }),
      }),
    ),
  ),
  { benchmark: 'plans', series: 'hostile texts', subject: 'amelia', size: 1, most: 2.3 },
]
