import { runStatuses } from '../../event/run-status.ts'
import { pluginRules } from './plugin-rules.ts'
import {
  aBoolean,
  aFunction,
  amount,
  anything,
  aTime,
  count,
  entries,
  finite,
  isRecord,
  list,
  matching,
  name,
  oneOf,
  optional,
  record,
  type Rule,
  shape,
  within,
} from '../../error/check/rule.ts'

const flag = optional(aBoolean)
const handler = optional(aFunction)

export const signal = optional(shape('an AbortSignal', { aborted: aBoolean }))

const mostLabels = 32

/** Labels are shown in one line each, and stored with every run. */
export const labels: Rule = {
  ...entries(matching(/^\P{Cc}{0,256}$/u, 'one line of at most 256 characters')),
  keys: matching(/^[A-Za-z0-9][A-Za-z0-9._/-]{0,62}$/, 'at most 63 letters, digits, ".", "_", "/" and "-"'),
  expected: `an object of at most ${mostLabels} texts by name`,
  is: (value) => isRecord(value) && Object.keys(value as object).length <= mostLabels,
  optional: true,
}

const revertRun = {
  host: pluginRules.host,
  runId: name,
  onListenerError: handler,
  scope: optional(oneOf('run', 'batch')),
}

const source = {
  store: optional(pluginRules.store),
  host: optional(shape('a host, such as nodeHost()', { store: pluginRules.store, clock: pluginRules.clock })),
  runId: name,
}

const readRun = {
  ...source,
  now: optional(finite),
  limit: optional(record({ clock: optional(pluginRules.clock), ms: amount })),
}

const readDiff = {
  host: shape('a host, such as nodeHost()', {
    store: pluginRules.store,
    clock: pluginRules.clock,
    git: pluginRules.git,
  }),
  runId: name,
  phaseId: optional(name),
}

const readPhase = { ...readDiff, phaseId: name }

const readTranscript = { ...source, name }

const cleanRun = {
  host: pluginRules.host,
  runId: name,
  attempts: flag,
  transcripts: flag,
  journal: flag,
  branch: flag,
}

const { runId: _, ...storeOrHost } = source

const listRuns = {
  ...storeOrHost,
  labels,
  status: optional(list(oneOf(...runStatuses, 'not_started', 'damaged', 'unreadable'), 'a list of statuses')),
  limit: optional(count),
  after: optional(
    shape('the last run of the previous page', {
      runId: name,
      updatedAt: aTime,
    }),
  ),
  limitMs: optional(amount),
}

const cleanRuns = {
  host: pluginRules.host,
  olderThan: amount,
  labels,
  attempts: flag,
  transcripts: flag,
  journal: flag,
  branch: flag,
}

const answerRun = {
  ...source,
  command: anything,
  clock: optional(pluginRules.clock),
  waitMs: optional(amount),
}

const watchRun = {
  ...source,
  client: optional(shape('a client, such as createClient()', { watch: aFunction })),
  after: optional(within(0)),
  progress: flag,
  views: flag,
  signal,
}

/** The options of the functions that read and change stored runs, as one table per function. */
export const storedRunRules = {
  revertRun,
  readRun,
  readPhase,
  readTranscript,
  readDiff,
  cleanRun,
  listRuns,
  cleanRuns,
  answerRun,
  watchRun,
}
