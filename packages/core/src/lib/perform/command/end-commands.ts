import type { LeftProcess } from '../../contract/command-runner.ts'
import type { Host } from '../../contract/host.ts'
import type { RunState } from '../../machine/state/run-state.ts'
import { redactSecrets } from '../../text/secret/match-secrets.ts'

export interface EndCommandsContext {
  state: RunState
  host: Host
  secrets?: readonly string[] | undefined
  /** The error that ended this process's part of the run. */
  broken?: { error: unknown } | undefined
  /** Receives what a person should know. */
  warn(message: string): void
  onError(error: unknown): void
}

/**
 * Ends the processes that commands left in the workspaces of a run, and its servers unless the run waits for
 * a person or has to be resumed after an error. Reports the processes that still run. Never rejects.
 */
export const endCommands = async (context: EndCommandsContext): Promise<void> => {
  const { state, host, secrets = [], broken, warn, onError } = context
  const { runId, status } = state
  const left = await host.commands
    ?.endCommands?.(runId, { servers: broken === undefined && status !== 'waiting' })
    .catch((error: unknown): LeftProcess[] => {
      onError(error)
      return []
    })
  if (left === undefined || left.length === 0) return
  const list = (processes: readonly LeftProcess[]): string =>
    processes.map(({ pid, command }) => `${pid} (${redactSecrets(command, secrets)})`).join(', ')
  const servers = left.filter(({ server }) => server !== undefined)
  const others = left.filter(({ server }) => server === undefined)
  if (servers.length > 0)
    warn(
      `Servers of run ${runId} still run for its next phases: ${list(servers)}. They end with the run: amelia resume ${runId}`,
    )
  if (others.length === 0) return
  const pids = others.map(({ pid }) => pid).join(' ')
  const count = others.length === 1 ? 'a process' : `${others.length} processes`
  warn(
    `Commands of run ${runId} left ${count} outside its workspaces, which other programs may use by now: ${list(others)}. If nothing needs them: kill ${pids}`,
  )
}
