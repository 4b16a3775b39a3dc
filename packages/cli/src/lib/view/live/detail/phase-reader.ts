import type { Host, PhaseReport, RunView } from '@amelia/core'
import { words } from '@amelia/core/view'
import type { PhaseTab } from '../key/live-state.ts'
import { attemptsPage } from './attempts-page.ts'
import { checksPage } from './checks-page.ts'
import { planPage } from './plan-page.ts'
import type { LogView, PhaseLog } from './phase-log.ts'
import { type DiffSource, readDiff, renderDiff } from './read-diff.ts'

/** Reads the parts of an opened phase. */
export interface PhaseReader {
  /** Returns the lines of a part as they are known now, and begins to read them again if they are old. */
  lines(phase: PhaseReport, tab: PhaseTab, view: LogView): readonly string[]
  /** Returns the lines that a phase adds and removes so far; undefined until they were read. */
  totals(phase: PhaseReport): { added: number; removed: number } | undefined
}

export interface PhaseReaderOptions extends DiffSource {
  readonly host: Pick<Host, 'git' | 'store'>
  readonly log: PhaseLog
  run(): RunView
  /** Is called when lines were read. */
  onRead(): void
}

/** The changes of a running phase are read again after this time. */
const againMs = 2_000

interface Changes {
  readonly lines: readonly string[]
  readonly totals?: ReturnType<PhaseReader['totals']>
}

interface Cached<Value> {
  value?: Value
  of?: PhaseReport
  readAt: number
  isReading: boolean
}

/** Creates a reader that keeps what it has read last. */
export const createPhaseReader = (options: PhaseReaderOptions): PhaseReader => {
  const { host, runId, log, run, onRead } = options
  /** Returns a function that gives what was read last, and reads it again if the phase has changed. */
  const cache = <Value>(
    read: (phase: PhaseReport, view: LogView) => Promise<Value>,
    failed: (message: string) => Value,
    isGrowing: boolean,
  ) => {
    const known = new Map<string, Cached<Value>>()
    return (phase: PhaseReport, view: LogView): Value | undefined => {
      const key = `${view.columns} ${phase.id}`
      const cached = known.get(key) ?? { readAt: -Infinity, isReading: false }
      known.set(key, cached)
      const age = Date.now() - cached.readAt
      const isOld = isGrowing && phase.active === true ? age > againMs : cached.of !== phase
      if (!cached.isReading && isOld) {
        cached.isReading = true
        void read(phase, view)
          .catch((error: unknown) =>
            failed(words.plainLabel(error instanceof Error ? error.message : String(error))),
          )
          .then((value) => {
            Object.assign(cached, { value, of: phase, readAt: Date.now(), isReading: false })
            onRead()
          })
      }
      return cached.value
    }
  }
  const checks = cache(
    (phase, view) => checksPage(host, runId, phase, view),
    (message) => [message],
    false,
  )
  const changes = cache<Changes>(
    async (phase, { columns, paint }) => {
      const patch = await readDiff(options, phase, run().activities.get(phase.id)?.slot)
      return {
        lines: patch.trim() === '' ? ['There are no changes yet.'] : renderDiff(patch, columns, paint),
        totals: countLines(patch),
      }
    },
    (message) => ({ lines: [message] }),
    true,
  )
  let last: LogView | undefined
  return {
    lines(phase, tab, view) {
      last = view
      switch (tab) {
        case 'session':
          return log.lines(phase.id, view)
        case 'changes':
          return changes(phase, view)?.lines ?? ['Reading the changes.']
        case 'checks':
          return checks(phase, view) ?? ['Reading the output of the checks.']
        case 'attempts':
          return attemptsPage(phase, log.turns(phase.id), view)
        case 'plan':
          return planPage(run().plan, phase.id, view)
      }
    },
    totals: (phase) => (last === undefined ? undefined : changes(phase, last)?.totals),
  }
}

/** Counts the lines that a patch adds and removes. Lines of a file that look like a header are none. */
const countLines = (patch: string): { added: number; removed: number } => {
  let isContent = false
  const sums = { added: 0, removed: 0 }
  for (const line of patch.split('\n')) {
    if (line.startsWith('diff --git ')) isContent = false
    else if (line.startsWith('@@')) isContent = true
    else if (isContent && line.startsWith('+')) sums.added++
    else if (isContent && line.startsWith('-')) sums.removed++
  }
  return sums
}
