import { AmeliaError, type OpenRunOptions, type RunOptions, type RunStoreV1 } from '@amelia/core'
import { checkOptions, pluginRules, type Rule, rules, type RulesOf } from '@amelia/core/plugin'
import type { Authenticate, Caller } from './access/caller.ts'
import type { WatchedHost } from './run-source.ts'
import type { StartChoices, StartSettings } from './wire/start-choices.ts'

/** A plan that a caller uploaded. */
export interface PlanRequest {
  /** The plan's text. */
  plan: string
  /** The heading of the section that is the plan, if the caller chose one of a text of several plans. */
  select?: string
  /** The sender of the request. */
  caller: Caller
}

/**
 * A plan that a caller wants to run, with the settings that the caller chose. Only a server with
 * `describeStart` receives other settings than `trust`.
 */
export interface StartRequest extends PlanRequest, StartSettings {
  /** The id of the run, if the caller chose it. */
  runId?: string
  /** Whether the caller saw the work that was not read from the plan, and wants to run the rest. */
  acceptSkipped?: boolean
}

/** A question of a caller who wants to start a run. */
export interface ChoicesRequest {
  /** The sender of the request. */
  caller: Caller
}

/** A plan of the repository that a caller wants to read. */
export interface OfferedPlanRequest extends ChoicesRequest {
  /** The path of a plan that `describeStart` lists, as the caller sent it. */
  path: string
}

/** A run that was started elsewhere, such as in another process. */
export interface StartedRun {
  /** The run's id. */
  runId: string
}

/** A run that a caller wants to resume. */
export interface ResumeRequest {
  /** The run's id. */
  runId: string
  /** The sender of the request. */
  caller: Caller
}

/** A run whose proven phases are asked for. */
export interface ProvenRequest {
  /** The run's id. */
  runId: string
  /** The full name of the branch that receives the work. */
  target: string
  /** The commits of its phases. */
  commits: readonly string[]
}

/** Options of `createHandler`. */
export interface HandlerOptions {
  /** The store that contains the runs. Either this or `host` is required. */
  store?: RunStoreV1 | undefined
  /** The host whose store contains the runs, and whose clock times heartbeats. */
  host?: WatchedHost | undefined
  /**
   * Identifies the sender of every request. Required, so that nothing is open by default. `bearerTokens`
   * makes a simple one.
   */
  authenticate: Authenticate
  /**
   * The names of this server, as in the `Host` header, in lower case: `runs.example.com`. Requests for other
   * names are refused, so that a web page cannot reach the server under the page's own name. Default: the
   * names of this machine, `localhost`, `127.0.0.1` and `[::1]`, with any port.
   */
  hosts?: readonly string[] | undefined
  /**
   * Origins of other sites whose pages may call, such as `https://dashboard.example.com`. Default: none; pages
   * of this server's own origin may always call.
   */
  origins?: readonly string[] | undefined
  /** The path below which the handler is mounted, such as `/amelia`. Default: none. */
  basePath?: string | undefined
  /**
   * Creates the options of a run from an uploaded plan. With it, callers with the access `start` can start
   * runs. This executes code: a plan contains commands, and agents write and run programs. It may also start
   * the run itself, and return its id. Default: no run can be started.
   */
  allowStart?:
    | ((request: StartRequest) => RunOptions | StartedRun | Promise<RunOptions | StartedRun>)
    | undefined
  /**
   * Creates the options that resume a run, as `openRun` takes them. With it, callers with the access `start`
   * can resume runs. This executes code, as `allowStart` does. It may also resume the run itself, and return
   * its id. Default: no run can be resumed.
   */
  allowResume?:
    | ((request: ResumeRequest) => OpenRunOptions | StartedRun | Promise<OpenRunOptions | StartedRun>)
    | undefined
  /**
   * Whether an answer to a run that no process owns also resumes the run, with `allowResume`, so that a
   * person answers with one request. Callers need no more than the access `operate` for it; `allowResume`
   * receives them, and may refuse. Default: false, the answer is kept until the run is resumed.
   */
  resumeOnAnswer?: boolean | undefined
  /**
   * Default of the option `whenWaiting` of the runs that this server starts and resumes. With `stay` they
   * stay in this process while they wait, so that a person answers with one request. Default: `end`.
   */
  whenWaiting?: 'stay' | 'end' | undefined
  /**
   * Checks an uploaded plan, and returns a description of it in JSON, such as its `issues` and `batches`.
   * Nothing may be executed: every caller may ask. Default: no plan can be checked.
   */
  checkPlan?: ((request: PlanRequest) => object | Promise<object>) | undefined
  /**
   * Describes the plans, agents and settings that a page offers for a start, to callers with the access
   * `start`. The settings that a caller chooses are members of the request of `allowStart`. Default: no plan
   * and no agent is offered, and a start with a setting other than `trust` is refused.
   */
  describeStart?: ((request: ChoicesRequest) => StartChoices | Promise<StartChoices>) | undefined
  /**
   * Returns the text of a plan that `describeStart` lists, to callers with the access `start`; undefined if
   * there is none at the path. The path is untrusted: check that it leads to a plan. Default: none can be
   * read.
   */
  readPlan?: ((request: OfferedPlanRequest) => string | undefined | Promise<string | undefined>) | undefined
  /**
   * Finds how many of a run's phases are proven; undefined if that is not known, as before a proof and after
   * its branch moved. A journal does not contain it. Called for each report, and when a view begins. Default:
   * reports and views do not contain it.
   */
  findProven?: ((request: ProvenRequest) => number | undefined | Promise<number | undefined>) | undefined
  /** The largest body of a request, in bytes. Default: 1,000,000. */
  maxBodyBytes?: number | undefined
  /** The most streams of events at one time. Default: 1,000. */
  maxStreams?: number | undefined
  /** Milliseconds between two heartbeats on an idle stream. Default: 15,000. */
  heartbeatMs?: number | undefined
  /**
   * Milliseconds after which a stream ends and its client reconnects, and authenticates again. Default: one
   * hour.
   */
  maxStreamMs?: number | undefined
  /**
   * Receives the errors of the server, of which callers get only the code, and those of started and resumed
   * runs. Default: `console.error`.
   */
  onError?: ((error: unknown) => void) | undefined
}

const { optional } = rules

const isOrigin = (value: unknown): boolean =>
  typeof value === 'string' && URL.canParse(value) && new URL(value).origin === value

/** The rule of `whenWaiting`. */
export const whenWaitingRule: Rule = rules.oneOf('stay', 'end')

const host: Rule = {
  expected: 'a name of this server in lower case without https://, such as "runs.example.com"',
  is: (value) => typeof value === 'string' && /^[^\s/A-Z]+$/.test(value),
}
const origin: Rule = { expected: 'an origin, such as "https://dashboard.example.com"', is: isOrigin }

const handlerRules: RulesOf<HandlerOptions> = {
  store: optional(pluginRules.store),
  host: optional(
    rules.shape('a host, such as nodeHost()', { store: pluginRules.store, clock: pluginRules.clock }),
  ),
  authenticate: {
    ...rules.function,
    expected: 'a function that identifies the sender of a request, such as bearerTokens()',
  },
  hosts: optional(rules.list(host, 'a list of names')),
  origins: optional(rules.list(origin, 'a list of origins')),
  basePath: optional(
    rules.matching(/^(?:\/[^/?#]+)*$/, 'a path that begins with "/" and does not end with it'),
  ),
  allowStart: optional(rules.function),
  allowResume: optional(rules.function),
  resumeOnAnswer: optional({
    ...rules.flag,
    needs: { member: 'allowResume', because: ', which resumes the run.' },
  }),
  whenWaiting: optional(whenWaitingRule),
  checkPlan: optional(rules.function),
  describeStart: optional(rules.function),
  readPlan: optional(rules.function),
  findProven: optional(rules.function),
  maxBodyBytes: optional(rules.count),
  maxStreams: optional(rules.count),
  heartbeatMs: optional(rules.count),
  maxStreamMs: optional(rules.count),
  onError: optional(rules.function),
}

/** Checks the options when the handler is created. Throws `OPTION_INVALID`. */
export const checkHandlerOptions = (options: HandlerOptions): void => {
  checkOptions('createHandler', options, handlerRules)
  if ((options.store === undefined) !== (options.host === undefined)) return
  const message = 'Pass either `store` or `host` to createHandler.'
  throw new AmeliaError('OPTION_INVALID', message, { option: 'store' })
}
