import { AmeliaError, type ListedRun, listRuns, openRun, type OpenRunOptions } from '@amelia/core'
import { checkOptions, pluginRules, rules, type RulesOf } from '@amelia/core/plugin'
import { beginRun, servedDefaults } from './answer/begin-run.ts'
import { type StartedRun, whenWaitingRule } from './handler-options.ts'
import type { WatchedHost } from './run-source.ts'

/** Options of {@link resumeRuns}. */
export interface ResumeRunsOptions {
  /** The host whose store contains the runs. */
  host: WatchedHost
  /**
   * Creates the options that resume a run, as `openRun` takes them. It may also resume the run itself, and
   * return its id. Undefined leaves the run as it is.
   */
  resume: (
    run: ListedRun,
  ) => OpenRunOptions | StartedRun | undefined | Promise<OpenRunOptions | StartedRun | undefined>
  /** Only runs that have all of these labels. Default: all runs. */
  labels?: Readonly<Record<string, string>> | undefined
  /**
   * Whether cancelled and drained runs are resumed too, such as those of a server that was stopped in an
   * orderly way. Runs that a person cancelled have the same status. Default: false.
   */
  cancelled?: boolean | undefined
  /**
   * Default of the option `whenWaiting` of the resumed runs. With `stay`, runs that wait for an answer are
   * resumed too, and stay in this process until they have it. Default: `end`.
   */
  whenWaiting?: 'stay' | 'end' | undefined
  /** Receives the errors of resumed runs, after they have begun. Default: `console.error`. */
  onError?: ((error: unknown) => void) | undefined
}

/** The outcome of {@link resumeRuns} for one run. */
export interface ResumedRun {
  /** The run's id. */
  runId: string
  /** `locked`: another process was faster. `left`: `resume` returned undefined. `failed`: see `error`. */
  outcome: 'resumed' | 'locked' | 'left' | 'failed'
  /** Why the run could not be resumed. */
  error?: unknown
}

const optionRules: RulesOf<ResumeRunsOptions> = {
  host: rules.shape('a host, such as nodeHost()', { store: pluginRules.store, clock: pluginRules.clock }),
  resume: rules.function,
  labels: rules.optional(rules.textsByName),
  cancelled: rules.optional(rules.flag),
  whenWaiting: rules.optional(whenWaitingRule),
  onError: rules.optional(rules.function),
}

/**
 * Resumes the unfinished runs of a store, for a server that starts: those whose process ended before them,
 * and those that wait for nothing but a process, because every open question has a saved answer. Resolves
 * when each has begun, was refused or left; the runs then continue in this process.
 *
 * The lease of a run decides: of several servers that start together, one resumes it, and the others report
 * `locked`. A run that fails to begin does not stop the others. Throws `OPTION_INVALID` and the errors of
 * `listRuns`.
 */
export const resumeRuns = async (options: ResumeRunsOptions): Promise<ResumedRun[]> => {
  checkOptions('resumeRuns', options, optionRules)
  const { host, resume, labels = {}, onError = globalThis.console.error } = options
  const defaults = servedDefaults(options)
  const listed = await listRuns({ host, labels })
  const resumed: ResumedRun[] = []
  for (const run of listed.filter((each) => isUnfinished(each, options))) {
    const { runId } = run
    try {
      const given = await resume(run)
      if (given && 'host' in given)
        await beginRun(await openRun({ ...defaults, ...given, runId }), 'run_resumed', { onError })
      resumed.push({ runId, outcome: given ? 'resumed' : 'left' })
    } catch (error) {
      const isLocked = AmeliaError.is(error, 'RUN_LOCKED')
      resumed.push({ runId, ...(isLocked ? { outcome: 'locked' } : { outcome: 'failed', error }) })
    }
  }
  return resumed
}

const isUnfinished = (
  { canGoOn, locked, condition, gates = 0 }: ListedRun,
  { cancelled = false, whenWaiting }: ResumeRunsOptions,
): boolean => {
  if (!canGoOn || locked || !condition) return false
  if (condition.state === 'interrupted') return true
  if (condition.status === 'waiting') return gates === 0 || whenWaiting === 'stay'
  return cancelled && condition.status === 'cancelled'
}
