import { signalCopyMs } from '@amelia/agent-process'
import { readSecrets } from '@amelia/core/plugin'
import { words } from '@amelia/core/view'
import type { WorkerEvent } from '@amelia/engine-dbos'
import { readAgents } from '../../setting/agent/read-agents.ts'
import type { RunFlags } from '../../stored/next-steps.ts'
import { openConfined } from '../../stored/open-confined.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { usageError } from '../../terminal/usage-error.ts'
import { printNote } from '../../terminal/print-note.ts'
import { unknownProviders } from './unknown-providers.ts'
import { loadEngine } from './load-engine.ts'
import { needBoth } from './open-cluster.ts'
import { openClone } from './open-clone.ts'

/** Options of `amelia cluster work`. */
export interface WorkerOptions extends Omit<RunFlags, 'repo'> {
  /** The clone of this machine. Default: one below the user's cache folder. */
  repo?: string
  remote?: string
  sessions?: number
  queue?: string[]
  providerSessions?: Record<string, number>
  deadAfter?: number
  json?: boolean
}

/** Performs the phases of runs of other processes, until a Ctrl-C, SIGTERM or SIGHUP, which drain it. */
export const workerCommand = async (terminal: Terminal, options: WorkerOptions): Promise<number> => {
  const { shared: remote, address } = needBoth('amelia cluster work', options)
  const { runWorker } = await loadEngine()
  const repo = options.repo ?? (await openClone(terminal, remote))
  const agents = await readAgents(options)
  const opened = await openConfined(terminal, { ...options, repo, database: address }, { attended: false })
  if (opened === undefined) return exitCode.cancelled
  const { level, on, detail, remedy = '' } = opened.host.confinement ?? { on: true }
  if (!on && (level === 'files' || level === 'required'))
    throw usageError(
      `The worker is to confine processes, and this machine cannot: ${words.plainLabel(`${detail}. ${remedy}`)}`,
      'To work without confinement: --confine off.',
    )
  const { sessions, queue, providerSessions, deadAfter: deadMs } = options
  warnOfProviders(terminal, Object.keys(providerSessions ?? {}), agents.options.driver)
  const leaving = new AbortController()
  let left = -signalCopyMs
  const drain = (): void => leaving.abort()
  const leave = (): void => {
    if (performance.now() < left + signalCopyMs) return
    // The second signal does not wait for the sessions.
    if (leaving.signal.aborted) process.exit(exitCode.cancelled)
    left = performance.now()
    drain()
  }
  process.on('SIGTERM', leave).on('SIGINT', leave).on('SIGHUP', drain)
  try {
    await runWorker({
      ...{ database: address, remote, repo, host: opened.host },
      ...agents.options,
      secrets: readSecrets(process.env),
      ...(sessions !== undefined && { sessions }),
      ...(queue && { queues: queue }),
      ...(providerSessions && { providerSessions }),
      ...(deadMs !== undefined && { deadMs }),
      signal: leaving.signal,
      onEvent: (event) =>
        terminal.out(options.json === true ? `${JSON.stringify(event)}\n` : `${describe(event)}\n`),
    })
  } finally {
    process.off('SIGTERM', leave).off('SIGINT', leave).off('SIGHUP', drain)
    await agents.close()
  }
  return exitCode.completed
}

/** Warns of limits that no agent of this worker keeps: a name may be misspelt. */
const warnOfProviders = (terminal: Terminal, names: readonly string[], drivers: unknown): void => {
  const { unknown, known } = unknownProviders(names, drivers)
  if (unknown.length === 0) return
  const has = known.length === 0 ? 'it has no agent' : `its providers are ${known.join(', ')}`
  const message = `warning: --provider-sessions: no agent of this worker uses ${unknown.join(', ')}; ${has}.`
  printNote(terminal, `${words.plainLabel(message)}\n`)
}

/** Describes an event in one line. */
const describe = (event: WorkerEvent): string => {
  switch (event.type) {
    case 'worker_started':
      return `Worker ${event.worker} serves ${event.queues.join(', ')}: ${event.sessions} at a time.`
    case 'dispatch_began':
      return `${nameOf(event.work)} began.`
    case 'dispatch_ended':
      return `${nameOf(event.work)} ended: ${event.outcome}.`
    case 'dispatch_failed':
      return `${nameOf(event.work)} could not be performed here: ${words.plainLabel(event.message)}`
    case 'remote_unreachable':
      return `${nameOf(event.work)} tries to reach the shared repository for 10 minutes: ${words.plainLabel(event.message)}`
    case 'worker_draining':
      return 'Draining: interrupting the sessions, and pushing their trees.'
    case 'worker_lost':
      return `Stopped: ${words.plainLabel(event.why)}`
    case 'swept':
      return `Declared dead: ${event.dead.join(', ') || 'none'}. Lost: ${event.lost.map(nameOf).join(', ') || 'none'}.`
  }
}

const nameOf = ({ runId, phaseId, dispatch }: { runId: string; phaseId: string; dispatch: number }): string =>
  words.plainLabel(`${runId} phase ${phaseId} dispatch ${dispatch}`)
