import { type RunChange, type RunView } from '@amelia/core'
import { applyRunChange } from '@amelia/core/view'
import { mergeChanges } from './merge-changes.ts'

/** The changes that one viewer has not read. */
export interface ViewReader {
  /** Returns them as one change in JSON; undefined if there are none. */
  take(): string | undefined
  close(): void
}

/** The view of a run for several viewers. */
export interface ViewFeed {
  add(change: RunChange): void
  /** Begins with a complete change, once there is one. */
  open(): ViewReader
}

/** Creates the view of a run. A change that several viewers read is written as JSON once. */
export const createViewFeed = (): ViewFeed => {
  let view: RunView | undefined
  const readers = new Set<{ unread: RunChange | undefined }>()
  const written = new WeakMap<RunChange, string>()
  let complete: { view: RunView; change: RunChange } | undefined

  const write = (change: RunChange): string => {
    const text = written.get(change) ?? JSON.stringify(change)
    written.set(change, text)
    return text
  }
  return {
    add(change) {
      view = applyRunChange(view, change)
      for (const reader of readers)
        reader.unread = reader.unread ? mergeChanges(reader.unread, change) : change
    },
    open() {
      if (view && complete?.view !== view) complete = { view, change: toChange(view) }
      const reader = { unread: view && complete?.change }
      readers.add(reader)
      return {
        take() {
          const { unread } = reader
          reader.unread = undefined
          return unread && write(unread)
        },
        close: () => void readers.delete(reader),
      }
    },
  }
}

/** Returns the complete change that leads to a view. */
const toChange = ({
  phases,
  waits,
  activities,
  report: { batches, ...report },
  ...view
}: RunView): RunChange => ({
  type: 'run_changed',
  ...view,
  ...{ report, batches, phases: [...phases.values()] },
  waits: [...waits].map(([phaseId, wait]) => ({ phaseId, wait })),
  activities: [...activities].map(([phaseId, activity]) => ({ phaseId, activity })),
})
