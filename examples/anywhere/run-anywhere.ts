import {
  type Clock,
  createRun,
  type GitBackendV1,
  readPlan,
  type RunEvent,
  type RunStoreV1,
} from '@amelia/core'
import { timerClock } from '@amelia/core/plugin'
import { bashRunner } from '@amelia/commands-bash'
import { phaseTable } from '@amelia/parser-phase-table'

/** The parts that differ between platforms: the rest of the host is the same everywhere. */
export interface Place {
  git: GitBackendV1
  store: RunStoreV1
}

export interface Outcome {
  status: string
  /** Derives ids from ref names: of each phase, and of the branch. */
  refs: Record<string, string>
  events: RunEvent['type'][]
}

/** Creates the first commit of the repository, the same everywhere. */
export const beginning = {
  files: { 'README.md': '# Sky\n' },
  identity: { name: 'A Person', email: 'person@example.org' },
  date: 1_780_000_000,
}

/** A stopped clock, so that all commits have the same second. Waits still wait. */
const fixedClock: Clock = { ...timerClock(), now: () => 1_780_000_000_000 }

/**
 * Runs a plan on a platform. Clock, ids and identity are fixed, so the same plan produces the same commits
 * everywhere.
 */
export const runAnywhere = async (text: string, { git, store }: Place): Promise<Outcome> => {
  const plan = readPlan(text, { parsers: [phaseTable()] })
  const run = await createRun({
    plan,
    host: { git, store, commands: bashRunner(), clock: fixedClock, uniqueId: () => 'anywhere' },
    trust: 'autonomous',
    planApproved: true,
    // In parallel, phases would be integrated in the order in which they end.
    concurrency: 1,
    verify: { test: ['test', '-s', 'guide/README.md'] },
  })
  const events: RunEvent['type'][] = []
  run.subscribe({}, (event) => events.push(event.type))
  const { status } = await run.start()
  // A statement names the place where its checks ran.
  const refs = [...(await git.listRefs('refs/'))].filter(([name]) => !name.endsWith('/proof'))
  return { status, refs: Object.fromEntries(refs), events }
}
