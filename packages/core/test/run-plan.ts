import type { Report, RunEvent } from '../src/index.ts'
import { createRun, type Run, type RunOptions } from '../src/index.ts'
import { memoryHost, type MemoryHost, type MemoryHostOptions, recordEvents } from '../src/testing.ts'
import { checkInvariants } from './check-invariants.ts'

export interface PlanRun {
  plan: RunOptions['plan']
  /** The plan of the run before this one. */
  before?: RunOptions['plan']
  host: MemoryHost
  run: Run
  events: RunEvent[]
  report: Report
}

export interface RunPlanOptions extends Omit<RunOptions, 'host'> {
  host?: MemoryHost
  /** Options of the host, if none is given. */
  world?: MemoryHostOptions
}

/**
 * Runs a plan in memory, by default autonomous, without reviews and without artifacts, and checks its
 * invariants.
 */
export const runPlan = async ({ host: given, world, ...options }: RunPlanOptions): Promise<PlanRun> => {
  const host = given ?? memoryHost(world)
  const run = await createRun({
    trust: 'autonomous',
    planApproved: true,
    artifacts: 'none',
    reviewers: [],
    host,
    ...options,
  })
  const events = recordEvents(run)
  const report = await run.start()
  const result = { plan: options.plan, host, run, events, report }
  checkInvariants(result, options.concurrency ?? 4)
  return result
}

/** Returns the events of some types as short lines, such as `phase_started 2a`. */
export const told = (events: readonly RunEvent[], ...types: RunEvent['type'][]): string[] =>
  events
    .filter(({ type }) => types.length === 0 || types.includes(type))
    .map(({ type, phaseId }) => (phaseId === undefined ? type : `${type} ${phaseId}`))

/** Returns the status of each phase. */
export const statuses = (report: Report): Record<string, string> =>
  Object.fromEntries(report.phases.map(({ id, status }) => [id, status]))
