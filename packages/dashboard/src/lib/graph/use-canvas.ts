import { createContext, useContext } from 'react'
import type { CancelTarget } from '../gate/cancel-dialog.tsx'
import type { RunStore } from '../state/create-run-store.ts'

/** The values that every node of a canvas needs. */
export interface CanvasContext {
  /** The state of the run. */
  store: RunStore
  /** Opens a phase: with a click, or with a key. */
  onOpen(phaseId: string, byKey: boolean): void
  /** Asks whether a batch, a phase or a step is to be cancelled. Absent without the permission. */
  onCancel?: ((target: CancelTarget) => void) | undefined
  /** Folds or opens the lane of a finished batch. */
  onFold(batch: number, isFolded: boolean): void
  /** The phase that the keyboard is on: one at a time is in the order of tabs. */
  focused: string | undefined
  /** The phase that is open. */
  selected: string | undefined
}

const context = createContext<CanvasContext | undefined>(undefined)

/** Provides the values of a canvas to its nodes. */
export const CanvasProvider = context.Provider

/** Returns the values of the canvas that a node is in. */
export const useCanvas = (): CanvasContext => {
  const value = useContext(context)
  if (!value) throw new Error('This node belongs into a BatchStepCanvas.')
  return value
}
