import type { FrozenRun } from '../../machine/state/frozen-run.ts'
import type { Host } from '../../contract/host.ts'
import { withFiles, type Workspace } from '../../contract/workspace.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import type { InputDraft } from '../../machine/state/input/input.ts'
import { callWithGrace } from './call-with-grace.ts'
import { revocableFiles } from './revocable-files.ts'

/** A call of a driver, reviewer or evaluator in a workspace. */
export interface GuardedCall<Value> {
  /** The name of the callee in messages: `driver "claude"`. */
  who: string
  workspace: Workspace
  signal: AbortSignal
  phaseId: string | undefined
  /** The value of `AMELIA_SESSION` in the processes that the call starts. */
  marker?: string
  run(workspace: Workspace): Promise<Value>
}

export type GuardCall = <Value>(call: GuardedCall<Value>) => Promise<Value>

export interface GuardOptions {
  state: FrozenRun
  host: Host
  /** The open workspace of each phase. */
  workspaces: ReadonlyMap<string, Workspace>
  /** Ids of workspaces that must not be used or committed any more. */
  abandoned: Set<string>
  /** Milliseconds that a call may take to stop after its signal aborts. */
  graceMs: number
  feed(input: InputDraft): void
  onError(error: unknown): void
}

/**
 * Returns a function that abandons calls which ignore their signal. See {@link callWithGrace}.
 *
 * An abandoned call loses access to its files, its processes are ended, its workspace is not used again, and
 * an event reports it. If the workspace is the user's checkout, the run drains, because no other phase may
 * work there.
 */
export const createGuard = (options: GuardOptions): GuardCall => {
  const { state, host, workspaces, abandoned, graceMs, feed, onError } = options
  return async ({ who, workspace, signal, phaseId, marker, run }) => {
    const files = revocableFiles(workspace.fs)
    try {
      return await callWithGrace(() => run(withFiles(workspace, files.fs)), {
        clock: host.clock,
        signal,
        who,
        graceMs,
      })
    } catch (error) {
      if (!AmeliaError.is(error, 'CALL_ABANDONED') || error.details.who !== who) throw error
      files.revoke()
      abandoned.add(workspace.id)
      const isCheckout =
        state.settings.inPlace !== undefined &&
        phaseId !== undefined &&
        workspaces.get(phaseId)?.id === workspace.id
      const of = phaseId === undefined ? {} : { phaseId }
      feed({ type: 'call_abandoned', ...of, who, ...(isCheckout && { inPlace: true as const }) })
      if (marker !== undefined) await host.commands?.endMarked?.(marker).catch(onError)
      throw error
    }
  }
}
