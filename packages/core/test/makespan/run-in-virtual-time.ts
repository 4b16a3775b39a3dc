import { createRun, type Report, type RunStatus } from '../../src/index.ts'
import { memoryHost, createScriptedDriver, recordEvents } from '../../src/testing.ts'
import type { Schedule, Simulation, TimedPhase } from './simulate.ts'

export interface VirtualRun extends Simulation {
  status: RunStatus
}

/** Lets everything happen that needs no time to pass: all work in memory is done when the event loop comes round. */
const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

/**
 * Runs phases whose sessions take a known time on a clock that is moved by hand, and says when each began.
 *
 * The clock goes on only when nothing else can: then every session that began waits for it.
 */
export const runInVirtualTime = async (
  phases: readonly TimedPhase[],
  schedule: Schedule,
): Promise<VirtualRun> => {
  const host = memoryHost()
  const { clock } = host
  const durations = new Map(phases.map(({ id, duration }) => [id, duration]))
  const ends = new Map<string, number>()
  const driver = createScriptedDriver(async ({ prompt }, { signal }) => {
    const id = /Do (p\d+)\./.exec(prompt)![1]!
    const duration = durations.get(id)!
    ends.set(id, clock.now() + duration)
    await clock.wait(duration, signal)
    ends.delete(id)
  })
  const run = await createRun({
    plan: {
      phases: phases.map(({ id, dependsOn, files, estimate, done }) => ({
        id,
        title: id,
        body: `Do ${id}.`,
        dependsOn: [...dependsOn],
        files: [...files],
        status: done ? 'done' : 'pending',
        ...(estimate === undefined ? {} : { estimate }),
      })),
    },
    host,
    driver,
    trust: 'autonomous',
    // What takes no virtual time need not be done either.
    artefacts: 'none',
    hooks: 'off',
    ...schedule,
  })
  const events = recordEvents(run)
  const begin = clock.now()
  let report: Report | undefined
  let failure: unknown
  run.start().then(
    (value) => {
      report = value
    },
    (error: unknown) => {
      failure = error
    },
  )

  for (;;) {
    let seen: number
    do {
      seen = events.length
      await settle()
    } while (events.length !== seen)
    if (failure !== undefined) throw new Error('The run broke off.', { cause: failure })
    if (report) break
    // The run itself waits for what others may offer to it.
    const waiting = clock.waiting - 1
    if (ends.size === 0 || ends.size !== waiting)
      throw new Error(`${ends.size} sessions run, ${waiting} wait for the clock, and the run goes not on.`)
    clock.advance(Math.min(...ends.values()) - clock.now())
  }

  const started: [string, number][] = []
  let makespan = 0
  for (const event of events) {
    const at = Date.parse(event.at) - begin
    if (event.type === 'phase_started') started.push([event.phaseId, at])
    if (event.type === 'phase_completed') makespan = at
  }
  return { status: report.status, makespan, started }
}
