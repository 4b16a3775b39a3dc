import { AmeliaError } from '../../error/amelia-error.ts'
import { checkCall } from '../boundary/check-call.ts'
import { type CleanedRun, type CleanRunOptions, cleanStored } from './clean-stored.ts'
import { type ListedRun, listStored } from './list-stored.ts'

/** Options of `cleanRuns`. */
export interface CleanRunsOptions extends Omit<CleanRunOptions, 'runId'> {
  /** Only runs whose last write is at least this many milliseconds ago. */
  olderThan: number
  /** Only runs that have all of these labels. Default: all runs. */
  labels?: Readonly<Record<string, string>> | undefined
}

/** The result of cleaning one of several runs: what was deleted, or why nothing was. */
export type BulkCleanedRun = { runId: string } & (
  | { outcome: 'cleaned'; cleaned: CleanedRun }
  | { outcome: 'kept'; reason: string }
)

/** Implements `cleanRuns`. One run that fails does not stop the others. */
export const cleanAllStored = async (options: CleanRunsOptions): Promise<BulkCleanedRun[]> => {
  checkCall('cleanRuns', options)
  const { olderThan, labels = {}, ...rest } = options
  const { host } = options
  const before = host.clock.now() - olderThan
  const results: BulkCleanedRun[] = []
  for (const run of await listStored({ host, labels })) {
    if (Date.parse(run.updatedAt) > before) continue
    const { runId } = run
    const reason = whyKept(run)
    results.push(
      reason === undefined
        ? await cleanStored({ ...rest, runId }).then(
            (cleaned): BulkCleanedRun => ({ runId, outcome: 'cleaned', cleaned }),
            (error: unknown): BulkCleanedRun => ({ runId, outcome: 'kept', reason: messageOf(error) }),
          )
        : { runId, outcome: 'kept', reason },
    )
  }
  return results
}

const whyKept = ({ locked, canGoOn, problem, status }: ListedRun): string | undefined => {
  if (locked) return 'A process is running it.'
  if (problem !== undefined) return problem
  return canGoOn ? `It can be resumed: it is ${status}.` : undefined
}

const messageOf = (error: unknown): string =>
  AmeliaError.is(error) || error instanceof Error ? error.message : String(error)
