import type { Node, NodeProps } from '@xyflow/react'
import { memo, type ReactNode } from 'react'
import type { BatchReport, Risk } from '@amelia/core'
import { batchWaits } from './batch-waits.ts'
import { StatusMark } from '../part/status-mark.tsx'
import { useRunPart } from '../state/use-run-part.ts'
import { useCanvas } from './use-canvas.ts'
import { workingPhases } from './working-phases.ts'

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
  /** Cancels its running phases. Absent: no button. */
  onCancel?: (() => void) | undefined
}

/** The head of a batch: its number, status and kind, and a risk that is high. */
export const BatchNode = ({
  batch,
  count,
  risk,
  report: state,
  isWaiting = false,
  onCancel,
}: BatchNodeProps): ReactNode => (
  <div className="amelia-lane" data-status={state?.status}>
    <div className="amelia-lane-head">
      <StatusMark status={isWaiting ? 'waiting' : (state?.status ?? 'pending')} />
      <span className="amelia-lane-name">Batch {batch}</span>
      <span className="amelia-spacer" />
      <span className="amelia-muted">
        {count > 1 && `${count} parallel`}
        {count > 1 && risk === 'high' && ' · '}
        {risk === 'high' && 'high risk'}
      </span>
      {onCancel && (
        <button
          type="button"
          className="amelia-small-button nodrag nopan"
          aria-label={`Cancel batch ${batch}`}
          onClick={onCancel}
        >
          Cancel batch
        </button>
      )}
    </div>
  </div>
)

/** A batch in the canvas: follows its own status. */
export const BatchInCanvas = memo(({ data: { batch, count, risk } }: NodeProps<BatchFlowNode>): ReactNode => {
  const { store, onCancel } = useCanvas()
  const report = useRunPart(store, 'report', () => store.view()?.report.batches[batch - 1])
  const isWaiting = useRunPart(store, 'view', () => batchWaits(store.view(), report?.phases ?? []))
  const works = useRunPart(store, 'view', () => workingPhases(store.view(), report?.phases ?? []).length > 0)
  const cancel =
    works && onCancel
      ? () =>
          onCancel({ batch: { number: batch, phaseIds: workingPhases(store.view(), report?.phases ?? []) } })
      : undefined
  return <BatchNode {...{ batch, count, risk, report, isWaiting }} onCancel={cancel} />
})
BatchInCanvas.displayName = 'BatchInCanvas'
