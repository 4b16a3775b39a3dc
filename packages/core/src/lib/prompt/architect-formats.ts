/** The formats in which an agent can write a plan. */
export const architectFormats = ['task-heading', 'phase-table', 'subtask-list', 'execution-plan'] as const
Object.freeze(architectFormats)

/** A format in which an agent can write a plan. */
export type ArchitectFormat = (typeof architectFormats)[number]
