import {
  AmeliaError,
  createRun,
  openRun,
  type Report,
  type RunStatus,
  type Run,
  type RunAdapters,
} from '@amelia/core'
import { checkEnd } from './check-end.ts'
import { createGateway, type Gateway } from './create-gateway.ts'
import { createTrial, type PlaceOf, type Trial } from './create-trial.ts'
import type { World } from './draw-world.ts'
import { loadEngine } from './load-engine.ts'
import { simulatedCommands } from './simulated-commands.ts'
import { secret, simulatedDriver } from './simulated-driver.ts'
import { simulatedGit } from './simulated-git.ts'
import type { Outside } from './simulated-place.ts'
import { type People, simulatedPeople } from './simulated-people.ts'
import { simulatedReviewer } from './simulated-reviewer.ts'
import type { Violation } from './violations.ts'
import { watchRun } from './watch-run.ts'

/** A run that reached its end, whatever happened. */
export interface LivedRun {
  violations: Violation[]
  /** Calls of each process, in order. */
  calls: number[]
  /** Git processes that each process started, in order. */
  gitCalls: number[]
  report: Report | undefined
  /** The journal and the events as text: equal for the same seed. */
  log: string
  trial: Trial
}

/** The end of a process. */
type Ending =
  | { how: 'died' }
  | { how: 'ended'; report: Report }
  | { how: 'failed'; error: unknown }
  | { how: 'hung' }

/** More than any run needs that reaches its end. */
const limits = { turns: 20_000, processes: 120 }

/** Statuses after which a run is not resumed. A failed one would get new attempts each time. */
const final: ReadonlySet<RunStatus> = new Set(['completed', 'partial', 'failed', 'aborted'])

/** Runs a world: one process after the other, until one reaches the end. */
export const liveRun = async (world: World, placeOf?: PlaceOf): Promise<LivedRun> => {
  await loadEngine()
  const trial = createTrial(world, placeOf)
  const { violations } = trial
  const people = simulatedPeople(trial)
  const calls: number[] = []
  const gitCalls: number[] = []
  let runId: string | undefined
  let report: Report | undefined
  for (let number = 0; number < limits.processes && report === undefined; number++) {
    if (trial.darkness) trial.store.losePower()
    trial.darkness = false
    const death = world.deaths[number]
    const gateway = createGateway(trial, death)
    const outside = await trial.place.begin(gateway, death)
    const { ending, run } = await outside.within(() =>
      liveProcess(trial, people, gateway, { runId, number, outside }),
    )
    if (ending.how === 'ended') await checkCleared(trial)
    // The process has ended in any case.
    gateway.die()
    await outside.flush()
    for (const kind of outside.unsynced?.() ?? [])
      violations.add('lost work', `no git ${kind} synced what it stored`)
    calls.push(gateway.calls)
    gitCalls.push(outside.gitCalls)
    const begun = trial.told.size > 0 || (ending.how === 'ended' && run !== undefined)
    if (begun) runId ??= run?.id
    if (ending.how === 'ended' && final.has(ending.report.status)) report = ending.report
    else if (ending.how === 'failed') noteFailure(trial, ending.error)
    if (ending.how !== 'ended') trial.interruptions++
    if (violations.found.length > 0) break
  }
  if (report === undefined && violations.found.length === 0)
    violations.add('hang', `${limits.processes} processes have not brought the run to its end`)
  const log = await checkEnd(trial, people, report)
  return { violations: violations.found, calls, gitCalls, report, log, trial }
}

/** A process that ends normally leaves nothing, unless a fault hit its cleanup. */
const checkCleared = async ({ violations, git, uncleared, store }: Trial): Promise<void> => {
  if (uncleared) return
  const locked = (await store.plain.list()).filter((run) => run.locked)
  violations.check(locked.length === 0, 'unrecoverable', () => 'the run is not given free')
  violations.check(
    git.openWorkspaces === 0,
    'unrecoverable',
    () => `${git.openWorkspaces} workspaces are left`,
  )
}

/** A failure without an injected cause is a defect of the run. */
const noteFailure = ({ violations, world }: Trial, error: unknown): void => {
  const wasTold = world.faults.most > 0 && /as it was told to/.test(String(error))
  const codes = ['LEASE_LOST', 'STORE_FAILED'] as const
  const isNext = world.faults.most > 0 && codes.some((code) => AmeliaError.is(error, code))
  if (wasTold || isNext) return
  violations.add(
    'unrecoverable',
    `the run broke off: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
  )
}

interface Start {
  runId: string | undefined
  number: number
  outside: Outside
}

/**
 * Runs one process: it creates or resumes the run and continues until it ends, dies, or makes no progress.
 */
const liveProcess = async (
  trial: Trial,
  people: People,
  gateway: Gateway,
  start: Start,
): Promise<{ ending: Ending; run: Run | undefined }> => {
  const { scheduler, violations } = trial
  trial.hung = 0
  trial.uncleared = false
  let run: Run | undefined
  let ending: Ending | undefined
  const live = async (): Promise<Report> => {
    run = await beginRun(trial, people, gateway, start)
    return run.start()
  }
  live().then(
    (report) => {
      ending = { how: 'ended', report }
    },
    (error: unknown) => {
      ending = { how: 'failed', error }
    },
  )
  const isOver = (): boolean => (ending !== undefined && !people.busy) || gateway.dead
  let standstill = await scheduler.run(isOver, limits.turns)
  // A person who sees no progress stops the run, and then the process.
  if (standstill === 'stuck' && trial.hung > 0 && run !== undefined) {
    run.cancel()
    standstill = await scheduler.run(isOver, limits.turns)
  }
  if (gateway.dead) return { ending: { how: 'died' }, run }
  if (ending) return { ending, run }
  if (standstill === 'endless' || trial.hung === 0)
    violations.add('hang', `${standstill}: ${run === undefined ? 'no run yet' : run.report().status}`)
  return { ending: { how: 'hung' }, run }
}

const beginRun = async (
  trial: Trial,
  people: People,
  gateway: Gateway,
  { runId, number, outside }: Start,
): Promise<Run> => {
  const { world, scheduler } = trial
  const watch = watchRun(trial)
  const clock = scheduler.clockOf(gateway)
  const onGate = people.onGate(clock)
  let ids = 0
  const adapters: RunAdapters = {
    host: {
      git: simulatedGit(trial, gateway, outside.git),
      store: outside.store,
      commands: simulatedCommands(trial, gateway),
      clock,
      uniqueId: () => `r${number}x${++ids}`,
    },
    driver: simulatedDriver(trial, gateway, watch),
    secrets: [secret],
    // Faults of the world are expected: a run reports them here, and the invariants decide.
    onListenerError: () => {},
    ...(onGate && { onGate }),
    reviewers: world.refusals ? [simulatedReviewer(trial, gateway)] : [],
  }
  const { phases, options } = world
  const run =
    runId === undefined
      ? await createRun({
          plan: { goal: 'Simulate', phases: phases.map(({ behaviours: _, shares: __, ...phase }) => phase) },
          ...adapters,
          ...options,
        })
      : await openRun({ ...adapters, runId })
  watch.follow(run)
  if (runId !== undefined) await people.answerBefore(run)
  people.listen(run)
  return run
}
