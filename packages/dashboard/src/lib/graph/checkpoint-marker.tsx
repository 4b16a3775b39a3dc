import type { Node, NodeProps } from '@xyflow/react'
import { memo, type ReactNode } from 'react'
import type { Room } from '../layout/free-rooms.ts'
import { StatusMark } from '../part/status-mark.tsx'
import { useRunPart } from '../state/use-run-part.ts'
import { type CheckpointState, checkpointState } from './checkpoint-state.ts'
import { useCanvas } from './use-canvas.ts'

/** The node of a checkpoint in the canvas. */
export type CheckpointFlowNode = Node<
  { batch: number; phases: readonly string[]; room: Room | undefined },
  'checkpoint'
>

const words: Record<Exclude<CheckpointState, 'none'>, string> = {
  planned: 'Needs your approval',
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
  /** The part of the width that is free for the words, in pixels. Default: all of it. */
  room?: { x: number; width: number } | undefined
}

/** The separator between two batches, with the approval of the one before. */
export const CheckpointMarker = ({ state, room }: CheckpointMarkerProps): ReactNode => (
  <div className="amelia-checkpoint" data-state={state}>
    {state !== 'none' && (
      <span className="amelia-checkpoint-room" style={room && { left: room.x, width: room.width }}>
        <span className="amelia-checkpoint-label" title={words[state]}>
          <StatusMark status={marks[state]} />
          <span>{words[state]}</span>
        </span>
      </span>
    )}
  </div>
)

/** The separator behind a batch in the canvas: follows the answers. */
export const CheckpointNode = memo(({ data }: NodeProps<CheckpointFlowNode>): ReactNode => {
  const { store } = useCanvas()
  const state = useRunPart(store, 'report', () => checkpointState(store.view()?.report, data))
  return <CheckpointMarker state={state} room={data.room} />
})
CheckpointNode.displayName = 'CheckpointNode'
