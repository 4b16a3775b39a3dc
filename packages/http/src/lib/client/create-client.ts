import type {
  Clock,
  FileDiff,
  SendResult,
  PhaseDetails,
  RunChange,
  RunEvent,
  ControlCommand,
  WatchedEvent,
} from '@amelia/core'
import { AmeliaError, checkArgument, checkOptions, rules, type RulesOf } from '@amelia/core/plugin'
import type { RemoteAccess } from '../access/remote-access.ts'
import type { RemoteListedRun, RemoteRun } from '../wire/remote-run.ts'
import type { StartChoices, StartSettings } from '../wire/start-choices.ts'
import { createSender, type SenderOptions } from './create-sender.ts'
import { type RetryOptions, watchRemote } from './watch-remote.ts'

export interface ClientOptions extends SenderOptions, RetryOptions {
  /** Times reconnects. Default: timers. */
  clock?: Clock | undefined
}

/** Options of a watch. */
export interface WatchOptions {
  /** Whether to yield the progress of sessions too. Some may be missing. Default: false. */
  progress?: boolean | undefined
  /**
   * Whether to yield the changes of the run's view too, for `applyRunChange`. After a lost connection, the
   * next change is complete. Default: false.
   */
  views?: boolean | undefined
  /** Ends the iteration. */
  signal?: AbortSignal | undefined
}

/** Selects runs of a list, as `listRuns` does. */
export interface ListFilter {
  /** Only runs that have all of these labels. Default: all runs. */
  labels?: Readonly<Record<string, string>>
  /** Only runs with one of these statuses. Default: all runs. */
  status?: readonly RemoteListedRun['status'][]
  /** The most runs to return, up to 1,000. Default: all, read in pages. */
  limit?: number
  /** The last run of the previous page. */
  after?: Pick<RemoteListedRun, 'runId' | 'updatedAt'>
}

/** A run, from one of its events on. */
export interface WatchedRun {
  /** The id of the run. */
  runId: string
  /** The number of the last event that is already known. Default: 0, all events. */
  after?: number
}

/** Calls a handler of `createHandler`. Every method throws typed errors, as described at `createClient`. */
export interface Client {
  /** Lists the runs with all of the labels and one of the statuses, newest first. */
  listRuns(filter?: ListFilter): Promise<RemoteListedRun[]>
  /** Reads the state of a run. */
  readRun(runId: string): Promise<RemoteRun>
  /** Sends an answer, a cancellation or another request to a run, as `answerRun` does. */
  send(runId: string, command: ControlCommand): Promise<SendResult>
  /**
   * Starts a run from the text of a plan, if the server allows it. With `runId`, the call may be repeated
   * after a lost response: `RUN_EXISTS` then says that the first call has started the run. `select` is the
   * heading of one plan in a text of several. A server may refuse settings: `readStart` describes them.
   * `acceptSkipped` runs the plan without work that was not read.
   */
  startRun(
    plan: string,
    options?: StartSettings & { runId?: string; select?: string; acceptSkipped?: boolean },
  ): Promise<{ runId: string }>
  /** Reads the plans, agents and settings that the server offers for a start. */
  readStart(): Promise<StartChoices>
  /** Reads the text of a plan that `readStart` lists. */
  readPlan(path: string): Promise<string>
  /** Resumes a run, if the server allows it. */
  resumeRun(runId: string): Promise<{ runId: string }>
  /** Reverts a run, as `revertRun` does. The result says whether, and why not. */
  revertRun(runId: string): Promise<{ reverted: boolean; note?: string }>
  /**
   * Checks the text of a plan, or its section `select`, if the server does that. The server determines the
   * result.
   */
  checkPlan<Checked = unknown>(plan: string, options?: { select?: string }): Promise<Checked>
  /** Reads what this caller may do. */
  readAccess(): Promise<RemoteAccess>
  /** Reads the details of a phase, as `readPhase` does. */
  readPhase(runId: string, phaseId: string): Promise<PhaseDetails>
  /** Reads a transcript, as `readTranscript` does. */
  readTranscript(runId: string, name: string): Promise<string>
  /** Reads the change of a run, or of a phase, as `readDiff` does. */
  readDiff(runId: string, phaseId?: string): Promise<FileDiff[]>
  /**
   * Iterates over the events of a run, as `watchRun` does: those after `after`, then each new one. Reconnects
   * after the last event when the connection is lost; nothing is lost or repeated.
   */
  watch(options: WatchOptions & WatchedRun & { progress?: false; views?: false }): AsyncIterable<RunEvent>
  watch(options: WatchOptions & WatchedRun & { views?: false }): AsyncIterable<WatchedEvent>
  watch(options: WatchOptions & WatchedRun): AsyncIterable<WatchedEvent | RunChange>
  /** Watches up to 50 runs over one connection. Ends with the last of them. */
  watchAll(
    options: WatchOptions & { runs: readonly WatchedRun[]; progress?: false; views?: false },
  ): AsyncIterable<RunEvent>
  watchAll(
    options: WatchOptions & { runs: readonly WatchedRun[]; views?: false },
  ): AsyncIterable<WatchedEvent>
  watchAll(options: WatchOptions & { runs: readonly WatchedRun[] }): AsyncIterable<WatchedEvent | RunChange>
}

const { optional } = rules

const signal = optional(rules.shape('an AbortSignal', { addEventListener: rules.function }))
const watchRules = { progress: optional(rules.flag), views: optional(rules.flag), signal }
const runRules = {
  runId: rules.name,
  after: optional({ ...rules.amount, expected: 'an integer of at least 0', is: isSeq }),
}

function isSeq(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

const filterRules: RulesOf<ListFilter> = {
  labels: optional(rules.textsByName),
  status: optional(rules.texts),
  limit: optional(rules.count),
  after: optional(
    rules.shape('the last run of the previous page', { runId: rules.name, updatedAt: rules.name }),
  ),
}

const clientRules: RulesOf<ClientOptions> = {
  baseUrl: rules.text,
  fetch: optional(rules.function),
  headers: optional({
    ...rules.textsByName,
    expected: 'an object of texts by name, or a function that returns one',
    is: (value) => rules.function.is(value) || rules.object.is(value),
  }),
  clock: optional(rules.shape('a clock', { now: rules.function, wait: rules.function })),
  onRetry: optional(rules.function),
}

/**
 * Creates a client of a handler at `baseUrl`.
 *
 * Methods throw the errors of the server by their codes, `REQUEST_REFUSED` if the server refuses the request
 * itself, and `SERVER_UNREACHABLE` if the response is missing or not valid. A watch retries after the latter,
 * and after statuses that may pass.
 */
export const createClient = (options: ClientOptions): Client => {
  checkOptions('createClient', options, clientRules)
  const { clock, onRetry, ...sender } = options
  const send = createSender(sender)
  const json = async <Result>(path: string, body?: unknown): Promise<Result> =>
    (await send(path, body === undefined ? {} : { body })).json().catch(notJson) as Promise<Result>
  const inPath = (argument: string, value: string): string => {
    checkArgument('client', argument, value, rules.name)
    return encodeURIComponent(value)
  }
  const runPath = (runId: string): string => `/v1/runs/${inPath('runId', runId)}`
  const follow = (watch: WatchOptions & { runs: readonly WatchedRun[] }): AsyncIterable<RunEvent> =>
    // With `progress`, the overloads name the other types.
    watchRemote({
      send,
      ...watch,
      ...(clock && { clock }),
      ...(onRetry && { onRetry }),
    }) as AsyncIterable<RunEvent>
  return {
    listRuns: async (filter = {}) => {
      checkOptions('listRuns', filter, filterRules)
      const { labels = {}, status = [], limit, after } = filter
      const query = new URLSearchParams(status.map((each): [string, string] => ['status', each]))
      for (const [name, value] of Object.entries(labels)) query.append('label', `${name}=${value}`)
      if (limit !== undefined) query.set('limit', String(limit))
      const all: RemoteListedRun[] = []
      for (let next = after && `${after.updatedAt},${after.runId}`; ; ) {
        if (next !== undefined) query.set('after', next)
        const page = await json<{ runs: RemoteListedRun[]; next?: string }>(`/v1/runs?${query.toString()}`)
        all.push(...page.runs)
        next = page.next
        if (limit !== undefined || next === undefined) return all
      }
    },
    readRun: async (runId) => json(runPath(runId)),
    send: async (runId, command) => json(`${runPath(runId)}/commands`, command ?? null),
    startRun: async (plan, options = {}) => {
      checkArgument('startRun', 'plan', plan, rules.text)
      const { name } = rules
      checkOptions('startRun', options, {
        runId: optional(name),
        trust: optional(name),
        select: optional(name),
        acceptSkipped: optional(rules.flag),
        agent: optional(name),
        model: optional(name),
        test: optional(name),
        concurrency: optional(rules.count),
        budgetUsd: optional(rules.amount),
      })
      return json('/v1/runs', { plan, ...options })
    },
    readStart: async () => json('/v1/start'),
    readPlan: async (path) => (await json<{ text: string }>(`/v1/plan?path=${inPath('path', path)}`)).text,
    resumeRun: async (runId) => json(`${runPath(runId)}/resume`, {}),
    revertRun: async (runId) => json(`${runPath(runId)}/revert`, {}),
    checkPlan: async (plan, options = {}) => {
      checkArgument('checkPlan', 'plan', plan, rules.text)
      checkOptions('checkPlan', options, { select: optional(rules.name) })
      return json('/v1/check', { plan, select: options.select })
    },
    readAccess: async () => json('/v1/access'),
    readPhase: async (runId, phaseId) => json(`${runPath(runId)}/phases/${inPath('phaseId', phaseId)}`),
    readTranscript: async (runId, name) => {
      const { text } = await json<{ text: string }>(`${runPath(runId)}/transcripts/${inPath('name', name)}`)
      return text
    },
    readDiff: async (runId, phaseId) => {
      const query = phaseId === undefined ? '' : `?phase=${inPath('phaseId', phaseId)}`
      return (await json<{ files: FileDiff[] }>(`${runPath(runId)}/diff${query}`)).files
    },
    watch(options: WatchOptions & WatchedRun) {
      checkOptions('watch', options, { ...runRules, ...watchRules })
      const { runId, after = 0, ...rest } = options
      return follow({ ...rest, runs: [{ runId, after }] })
    },
    watchAll(options: WatchOptions & { runs: readonly WatchedRun[] }) {
      checkOptions('watchAll', options, {
        runs: rules.list(rules.record(runRules), 'a list of runs'),
        ...watchRules,
      })
      return follow(options)
    },
  }
}

const notJson = (cause: unknown): never => {
  throw new AmeliaError('SERVER_UNREACHABLE', 'The response of the server is not JSON.', {}, { cause })
}
