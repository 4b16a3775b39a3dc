import type { BatchReport } from './batch-report.ts'
import type { Node, NodeProps } from '@xyflow/react'
import { memo, type ReactNode } from 'react'
import type { Risk } from './batch-report.ts'
import { batchWaits } from './batch-waits.ts'
import { StatusMark } from '../part/status-mark.tsx'
import { useRunPart } from '../state/use-run-part.ts'
import { useCanvas } from './use-canvas.ts'

/** The node of a batch in the canvas. */
export type BatchFlowNode = Node<{ batch: number; count: number; risk: Risk }, 'batch'>

/** The properties of {@link BatchNode}. */
export interface BatchNodeProps {
  /** The number of the batch, from 1. */
  batch: number
  /** The number of its phases. */
  count: number
  /** The highest risk of its phases. */
  risk: Risk
  /** The state of the batch. */
  report: BatchReport | undefined
  /** Whether its phases wait for a person, and none of them is being worked on. Default: false. */
  isWaiting?: boolean | undefined
}

/** The head of a batch: its number, status, kind and risk. */
export const BatchNode = ({ batch, count, risk, report, isWaiting = false }: BatchNodeProps): ReactNode => (
  <div className="amelia-lane" data-status={report?.status}>
    <div className="amelia-lane-head">
      <StatusMark status={isWaiting ? 'waiting' : (report?.status ?? 'pending')} />
      <span className="amelia-lane-name">Batch {batch}</span>
      <span className="amelia-spacer" />
      <span className="amelia-muted">
        {count > 1 && `${count} parallel · `}
        {risk} risk
      </span>
    </div>
  </div>
)

/** A batch in the canvas: follows its own status. */
export const BatchInCanvas = memo(({ data: { batch, count, risk } }: NodeProps<BatchFlowNode>): ReactNode => {
  const { store } = useCanvas()
  const report = useRunPart(store, 'report', () => store.view()?.report.batches[batch - 1])
  const isWaiting = useRunPart(store, 'view', () => batchWaits(store.view(), report?.phases ?? []))
  return <BatchNode {...{ batch, count, risk, report, isWaiting }} />
})
BatchInCanvas.displayName = 'BatchInCanvas'
