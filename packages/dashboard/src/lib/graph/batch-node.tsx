import type { Node, NodeProps } from '@xyflow/react'
import { memo, type ReactNode } from 'react'
import type { BatchReport, Risk } from '@amelia/core'
import { words } from '@amelia/core/view'
import { batchWaits } from './batch-waits.ts'
import { isFinished } from './list-finished.ts'
import { StatusMark } from '../part/status-mark.tsx'
import { useRunPart } from '../state/use-run-part.ts'
import { useCanvas } from './use-canvas.ts'
import { workingPhases } from './working-phases.ts'

/** The node of a batch in the canvas. */
export type BatchFlowNode = Node<
  {
    batch: number
    count: number
    risk: Risk
    /** Whether the lane is one line. */
    isFolded: boolean
    /** The phases of a folded lane. */
    titles: readonly { id: string; title: string }[]
  },
  'batch'
>

/** More phases of a folded lane are beyond its end. */
const mostTitles = 40

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
  /** The phases of a lane that is one line. Default: its cards are below. */
  titles?: readonly { id: string; title: string }[]
  /** Whether the lane is one line. Default: false. */
  isFolded?: boolean
  /** Folds or opens the lane. Absent: no button. */
  onFold?: (() => void) | undefined
  /** The phase of a folded lane that the keyboard is on. */
  focused?: string | undefined
  /** Opens a phase of a folded lane. */
  onOpen?: ((phaseId: string, byKey: boolean) => void) | undefined
}

/** The head of a batch: its number, status and kind, and a risk that is high. */
export const BatchNode = ({
  batch,
  count,
  risk,
  report: state,
  isWaiting = false,
  onCancel,
  titles = [],
  isFolded = false,
  onFold,
  focused,
  onOpen,
}: BatchNodeProps): ReactNode => (
  <div className="amelia-lane" data-status={state?.status} data-folded={isFolded || undefined}>
    <div className="amelia-lane-head">
      <StatusMark status={isWaiting ? 'waiting' : (state?.status ?? 'pending')} />
      <span className="amelia-lane-name">Batch {batch}</span>
      {isFolded ? (
        <span className="amelia-lane-phases">
          {titles
            .filter(({ id }, index) => index < mostTitles || id === focused)
            .map(({ id, title }) => (
              <button
                key={id}
                type="button"
                className="nodrag nopan amelia-is-done"
                data-phase={id}
                data-focus={id}
                tabIndex={focused === id ? 0 : -1}
                onClick={() => onOpen?.(id, false)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter') return
                  // It would be a click too.
                  event.preventDefault()
                  onOpen?.(id, true)
                }}
              >
                <b>{words.plainLabel(id)}</b> {words.plainLabel(title)}
              </button>
            ))}
        </span>
      ) : (
        <span className="amelia-spacer" />
      )}
      <span className="amelia-muted">
        {count > 1 && `${count} parallel`}
        {count > 1 && risk === 'high' && ' · '}
        {risk === 'high' && 'high risk'}
      </span>
      {onFold && (
        <button
          type="button"
          className="amelia-small-button nodrag nopan"
          aria-label={`${isFolded ? 'Show' : 'Fold'} batch ${batch}`}
          aria-expanded={!isFolded}
          onClick={onFold}
        >
          {isFolded ? 'Show' : 'Fold'}
        </button>
      )}
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
export const BatchInCanvas = memo(({ data }: NodeProps<BatchFlowNode>): ReactNode => {
  const { batch, count, risk, isFolded, titles } = data
  const { store, onCancel, onFold, onOpen, focused } = useCanvas()
  const report = useRunPart(store, 'report', () => store.view()?.report.batches[batch - 1])
  const isWaiting = useRunPart(store, 'view', () => batchWaits(store.view(), report?.phases ?? []))
  const works = useRunPart(store, 'view', () => workingPhases(store.view(), report?.phases ?? []).length > 0)
  const cancel =
    works && onCancel
      ? () =>
          onCancel({ batch: { number: batch, phaseIds: workingPhases(store.view(), report?.phases ?? []) } })
      : undefined
  const canFold = isFolded || (report !== undefined && isFinished(report))
  return (
    <BatchNode
      {...{ batch, count, risk, report, isWaiting, isFolded, titles, focused, onOpen }}
      onCancel={cancel}
      onFold={canFold ? () => onFold(batch, !isFolded) : undefined}
    />
  )
})
BatchInCanvas.displayName = 'BatchInCanvas'
