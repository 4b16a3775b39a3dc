import { createRun, type Report, type RunStatus } from '../../src/index.ts'
import { memoryHost, createScriptedDriver, recordEvents } from '../../src/testing.ts'
import type { Schedule, Simulation, TimedPhase } from './simulate.ts'

export interface VirtualRun extends Simulation {
  status: RunStatus
}

/** Waits until all work without timers is done: work in memory finishes within one turn of the event loop. */
const flush = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

/**
 * Runs phases with sessions of known duration on a manual clock, and returns their start times.
 *
 * Advances the clock only when nothing else can proceed: every started session then waits for it.
 */
export const runInVirtualTime = async (
  phases: readonly TimedPhase[],
  schedule: Schedule,
): Promise<VirtualRun> => {
  const host = memoryHost({ clock: 'manual' })
  const { clock } = host
  const durations = new Map(phases.map(({ id, duration }) => [id, duration]))
  const ends = new Map<string, number>()
  const driver = createScriptedDriver(async ({ prompt, workspace: { fs } }, { signal }) => {
    const id = /Do (p\d+)\./.exec(prompt)![1]!
    const duration = durations.get(id)!
    ends.set(id, clock.now() + duration)
    await clock.wait(duration, signal)
    ends.delete(id)
    for (const file of phases.find((phase) => phase.id === id)!.files) await fs.writeFile(`/${file}`, id)
  })
  const run = await createRun({
    // Each wait for the clock is the end of a session.
    sessionTimeoutMs: Infinity,
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
    // Work without virtual time is skipped.
    artifacts: 'none',
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
      await flush()
    } while (events.length !== seen)
    if (failure !== undefined) throw new Error('The run stopped early.', { cause: failure })
    if (report) break
    // The run itself waits for commands.
    const waiting = clock.waiting - 1
    if (ends.size === 0 || ends.size !== waiting)
      throw new Error(
        `The run does not proceed: ${ends.size} sessions are running, ${waiting} wait for the clock.`,
      )
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
