import type { Report, RunEvent } from '../src/index.ts'
import { createRun, type Run, type RunOptions } from '../src/index.ts'
import { memoryHost, type MemoryHost, type MemoryHostOptions, recordEvents } from '../src/testing.ts'
import { checkInvariants } from './check-invariants.ts'

export interface PlanRun {
  plan: RunOptions['plan']
  /** The plan that the run went by before that one. */
  before?: RunOptions['plan']
  host: MemoryHost
  run: Run
  events: RunEvent[]
  report: Report
}

export interface RunPlanOptions extends Omit<RunOptions, 'host'> {
  host?: MemoryHost
  /** What the host is made with when none is given. */
  world?: MemoryHostOptions
}

/** Runs a plan in memory, autonomous and without files of its own in the tree unless told otherwise, and checks the invariants of what happened. */
export const runPlan = async ({ host: given, world, ...options }: RunPlanOptions): Promise<PlanRun> => {
  const host = given ?? memoryHost(world)
  const run = await createRun({
    trust: 'autonomous',
    planApproved: true,
    artefacts: 'none',
    host,
    ...options,
  })
  const events = recordEvents(run)
  const report = await run.start()
  const result = { plan: options.plan, host, run, events, report }
  checkInvariants(result, options.concurrency ?? 4)
  return result
}

/** The events of some types as short lines: `phase_started 2a`. */
export const told = (events: readonly RunEvent[], ...types: RunEvent['type'][]): string[] =>
  events
    .filter(({ type }) => types.length === 0 || types.includes(type))
    .map(({ type, phaseId }) => (phaseId === undefined ? type : `${type} ${phaseId}`))

/** The status of each phase. */
export const statuses = (report: Report): Record<string, string> =>
  Object.fromEntries(report.phases.map(({ id, status }) => [id, status]))
