import { runStatuses } from '../../event/run-status.ts'
import { pluginRules } from './plugin-rules.ts'
import {
  aBoolean,
  aFunction,
  amount,
  anything,
  count,
  entries,
  finite,
  list,
  name,
  oneOf,
  optional,
  record,
  shape,
  text,
  within,
} from '../../error/check/rule.ts'

const flag = optional(aBoolean)
const handler = optional(aFunction)

export const signal = optional({
  expected: 'an AbortSignal',
  is: (value) => typeof value === 'object' && value !== null && 'aborted' in value,
})

export const labels = optional({ ...entries(text), expected: 'an object of texts by name' })

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
      updatedAt: {
        expected: 'a time in ISO 8601',
        is: (value) => text.is(value) && !Number.isNaN(Date.parse(value as string)),
      },
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
