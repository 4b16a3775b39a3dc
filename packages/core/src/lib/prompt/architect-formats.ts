/** The formats in which an agent can write a plan. */
export const architectFormats = Object.freeze([
  'task-heading',
  'phase-table',
  'subtask-list',
  'execution-plan',
] as const)

/** A format in which an agent can write a plan. */
export type ArchitectFormat = (typeof architectFormats)[number]
