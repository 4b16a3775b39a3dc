import { type Clock, createRun, type Host, openRun, type Plan, readPlan, type RunEvent } from '@amelia/core'
import { browserHost, indexedDbFileSystem } from '@amelia/browser'
import { bashRunner } from '@amelia/commands-bash'
import { createRepository } from '@amelia/git-isomorphic'
import { phaseTable } from '@amelia/parser-phase-table'

const identity = { name: 'A Reader', email: 'reader@example.org' }

export interface Work {
  readonly host: Host
  readonly plan: Plan
  /** Resolves when the run has ended, with how. */
  start(hear: (event: RunEvent) => void): Promise<string>
}

/** What is kept of the work beside the repository and the journal. */
interface Kept {
  readonly database: string
  readonly text: string
}

/** The work that the page began before it was loaded anew. */
export const keptWork = (): Kept | null => JSON.parse(localStorage.getItem('work') ?? 'null') as Kept | null

export const forgetWork = (): void => localStorage.removeItem('work')

/** The text as a plan. Throws with what is wrong, and where. */
export const parsePlan = (text: string): Plan => readPlan(text, { parsers: [phaseTable()] })

/** Waits a moment before each command, so that one can watch. */
const slowly = (clock: Clock) => {
  const runner = bashRunner()
  return {
    ...runner,
    run: async (request: Parameters<typeof runner.run>[0]) => {
      await clock.wait(700, request.signal).catch(() => {})
      return runner.run(request)
    },
  }
}

const pageClock: Clock = {
  now: () => Date.now(),
  wait: (ms, signal) =>
    new Promise((resolve, reject) => {
      const stop = (): void => {
        clearTimeout(timer)
        reject(signal?.reason as Error)
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop)
        resolve()
      }, ms)
      signal?.addEventListener('abort', stop, { once: true })
    }),
}

const hostOf = (database: string): Host =>
  browserHost({ name: database, identity, clock: pageClock, commands: slowly(pageClock) })

/** Begins with a repository of its own, in a database of its own. */
export const beginWork = async (text: string): Promise<Work> => {
  const plan = parsePlan(text)
  const database = `amelia-${Date.now().toString(36)}`
  const fs = indexedDbFileSystem({ name: database })
  await createRepository({ fs, dir: '/repo', identity, files: { 'README.md': '# Begun in a page\n' } })
  const host = hostOf(database)
  const run = await createRun({ plan, host, trust: 'autonomous', planApproved: true })
  localStorage.setItem('work', JSON.stringify({ database, text } satisfies Kept))
  return {
    host,
    plan,
    async start(hear) {
      run.subscribe({}, hear)
      return (await run.start()).status
    },
  }
}

/** Goes on where the page stopped. Null where it had not begun. */
export const goOnWith = async ({ database, text }: Kept): Promise<Work | null> => {
  const host = hostOf(database)
  const [found] = await host.store.list()
  if (found === undefined) return null
  const run = await openRun({ host, runId: found.runId })
  return {
    host,
    plan: parsePlan(text),
    async start(hear) {
      run.subscribe({}, hear)
      return (await run.start()).status
    },
  }
}
