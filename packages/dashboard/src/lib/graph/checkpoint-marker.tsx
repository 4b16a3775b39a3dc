import type { Node, NodeProps } from '@xyflow/react'
import { memo, type ReactNode } from 'react'
import { StatusMark } from '../part/status-mark.tsx'
import { useRunPart } from '../state/use-run-part.ts'
import { type CheckpointState, checkpointState } from './checkpoint-state.ts'
import { useCanvas } from './use-canvas.ts'

/** The node of a checkpoint in the canvas. */
export type CheckpointFlowNode = Node<{ batch: number; phases: readonly string[] }, 'checkpoint'>

const words: Record<Exclude<CheckpointState, 'none'>, string> = {
  planned: 'Your approval is needed here',
  waiting: 'Waiting for your approval',
  approved: 'Approved',
  'sent-back': 'Sent back with feedback',
}

const marks = {
  planned: 'pending',
  waiting: 'waiting',
  approved: 'completed',
  'sent-back': 'retrying',
} as const

/** The properties of {@link CheckpointMarker}. */
export interface CheckpointMarkerProps {
  /** `none`: nobody is asked. */
  state: CheckpointState
}

/** The separator between two batches, with the approval of the one before. */
export const CheckpointMarker = ({ state }: CheckpointMarkerProps): ReactNode => (
  <div className="amelia-checkpoint" data-state={state}>
    {state !== 'none' && (
      <span className="amelia-checkpoint-label">
        <StatusMark status={marks[state]} />
        {words[state]}
      </span>
    )}
  </div>
)

/** The separator behind a batch in the canvas: follows the answers. */
export const CheckpointNode = memo(({ data }: NodeProps<CheckpointFlowNode>): ReactNode => {
  const { store } = useCanvas()
  const state = useRunPart(store, 'report', () => checkpointState(store.view()?.report, data))
  return <CheckpointMarker state={state} />
})
CheckpointNode.displayName = 'CheckpointNode'
