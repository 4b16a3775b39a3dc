/** The formats of plans that the command line reads, in the order in which it tries them. */
export const planFormats = [
  'phase-table',
  'task-heading',
  'subtask-list',
  'execution-plan',
  'checklist',
  'user-stories',
  'github-issues',
  'backlog-task',
  'ccpm-epic',
  'gsd-plan',
  'prp',
  'outline',
  'task-master',
] as const

/** Those of them that `amelia convert` writes. */
export const writtenFormats: readonly string[] = [
  'phase-table',
  'task-heading',
  'execution-plan',
  'user-stories',
  'task-master',
] satisfies (typeof planFormats)[number][]

/** The ways to group the subtasks of a subtask list into phases. */
export const groupings = ['layers', 'chains'] as const
