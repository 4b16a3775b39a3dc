/**
 * The choices of flags, copied from core: loading core takes longer than printing the help. A test compares
 * them.
 */
export const choices = {
  presetNames: ['phased', 'subtasks', 'taskLoop', 'intelligent', 'autobuild'],
  settingValues: {
    onFailure: ['halt', 'continue'],
    order: ['dataflow', 'batches'],
    trust: ['paranoid', 'standard', 'autonomous'],
    units: ['phase', 'subtask', 'step'],
    tdd: ['off', 'static', 'auto', 'full'],
    publish: ['phase', 'single', 'message-only'],
    messageStyle: ['plain', 'conventional'],
  },
  listedStatuses: [
    ...['running', 'draining', 'waiting', 'completed', 'partial', 'failed', 'cancelled', 'aborted'],
    ...['interrupted', 'reverted', 'not_started', 'damaged', 'unreadable'],
  ],
  confineModes: {
    level: ['auto', 'files', 'required', 'off'],
    network: ['host', 'none'],
  },
  architectFormats: ['task-heading', 'phase-table', 'subtask-list', 'execution-plan'],
} as const
