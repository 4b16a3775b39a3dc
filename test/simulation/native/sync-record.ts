import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Records how often git calls sync, using git's own trace. */
export interface SyncRecord {
  /** Returns the environment that records a call with these arguments. */
  watch(args: readonly string[]): Record<string, string>
  /** Returns the kinds of calls that ran at least once and never synced. */
  unsynced(): string[]
}

/** Git commands that store objects or references. */
const storing: ReadonlySet<string> = new Set(['update-ref', 'fast-import', 'hash-object'])

/** The object may already be stored, so all calls of a kind count together. */
export const createSyncRecord = (folder: string): SyncRecord => {
  mkdirSync(folder)
  const traces = new Map<string, string[]>()
  let calls = 0
  return {
    watch(args) {
      const kind = args.find((arg) => storing.has(arg))
      if (kind === undefined || (kind === 'hash-object' && !args.includes('-w'))) return {}
      const trace = join(folder, `${++calls}`)
      traces.set(kind, [...(traces.get(kind) ?? []), trace])
      return { GIT_TRACE2_EVENT: trace }
    },
    unsynced: () => [...traces].filter(([, files]) => !files.some(hasSync)).map(([kind]) => kind),
  }
}

const hasSync = (trace: string): boolean =>
  existsSync(trace) && /"fsync\/hardware-flush","value":"[1-9]/.test(readFileSync(trace, 'utf8'))
