import {
  Background,
  BackgroundVariant,
  type CoordinateExtent,
  Controls,
  type NodeTypes,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
} from '@xyflow/react'
import { type KeyboardEvent, memo, type ReactNode, useMemo, useRef, useState } from 'react'
import { type PlacedPlan, placePlan, sizes } from '../layout/place-plan.ts'
import { EmptyState } from '../part/empty-state.tsx'
import type { RunStore } from '../state/create-run-store.ts'
import { useRunPart, useRunPlan } from '../state/use-run-part.ts'
import { ArrowLayer } from './arrow-layer.tsx'
import { BatchInCanvas } from './batch-node.tsx'
import { CheckpointNode } from './checkpoint-marker.tsx'
import { flowOf } from './flow-of.ts'
import { graphKey, nextPhase } from './next-phase.ts'
import { PhaseNode } from './phase-node.tsx'
import { useFit } from './use-fit.ts'
import { useColumns } from './use-columns.ts'
import { useFoldedLanes } from './use-folded-lanes.ts'
import { type CanvasContext, CanvasProvider } from './use-canvas.ts'

/** The properties of {@link BatchStepCanvas}. */
export interface BatchStepCanvasProps {
  /** The run, as `useRun` returns it. */
  store: RunStore
  /** The selected phase. */
  selected?: string | undefined
  /** Called when a person opens a phase. `byKey`: with Enter, and not with a click. */
  onOpen: (phaseId: string, byKey: boolean) => void
  /** Called when a person closes the phase, with Escape. */
  onClose?: (() => void) | undefined
  /** The least scale at which the drawing may be shown as a whole. Default: its width fits. */
  leastScale?: number | undefined
  /** Called when a person wants to cancel a batch, a phase or a step. Absent: they cannot. */
  onCancel?: CanvasContext['onCancel']
}

const nodeTypes: NodeTypes = { batch: BatchInCanvas, phase: PhaseNode, checkpoint: CheckpointNode }

/**
 * The plan of a run as a graph: batches are lanes, phases with their subtasks and steps are cards, and a
 * marker between two batches shows the approval. A finished batch is one line while others are open.
 *
 * Arrow keys, `j` and `k` move along edges, Enter opens a phase, Escape closes it.
 */
export const BatchStepCanvas = memo(
  (props: BatchStepCanvasProps): ReactNode => (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  ),
)
BatchStepCanvas.displayName = 'BatchStepCanvas'

const Canvas = (props: BatchStepCanvasProps): ReactNode => {
  const { store, selected, onOpen, onClose, onCancel, leastScale } = props
  const root = useRef<HTMLDivElement>(null)
  const columns = useColumns(root, leastScale)
  const plan = useRunPlan(store)
  const batches = useBatchList(store)
  const { folded, turn } = useFoldedLanes(store, selected)
  const placed = useMemo(
    () => (plan && batches && columns > 0 ? placePlan(plan, batches, columns, folded) : undefined),
    [plan, batches, columns, folded],
  )
  const nodes = useMemo(() => (plan && placed ? flowOf(plan, placed) : undefined), [plan, placed])
  const [moved, setMoved] = useState<string>()
  const focused = moved ?? selected ?? placed?.cards.keys().next().value
  const { setCenter, getZoom } = useReactFlow()
  const context = useMemo<CanvasContext>(
    () => ({ store, onOpen, onCancel, onFold: turn, focused, selected }),
    // `turn` depends on the folded lanes alone.
    [store, onOpen, onCancel, folded, focused, selected],
  )
  const moveTo = (id: string): void => {
    setMoved(id)
    const card = placed?.cards.get(id)
    const lane = placed?.lanes.find(({ batch }) => batch === card?.batch)
    if (!card || !lane) return
    const focus = (): void =>
      root.current
        ?.querySelector<HTMLElement>(`[data-focus="${CSS.escape(id)}"]`)
        ?.focus({ preventScroll: true })
    // A card outside the window is drawn only after the move.
    void setCenter(card.x + card.width / 2, lane.y + card.y + card.height / 2, { zoom: getZoom() }).then(() =>
      requestAnimationFrame(focus),
    )
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onClose?.()
    const key = graphKey(event)
    if (!placed || !focused || !key || !isOnCard(event.target)) return
    event.preventDefault()
    moveTo(nextPhase(placed, focused, key) ?? focused)
  }
  const ready = useFit(root, placed, selected, leastScale)
  const extent = useMemo(() => placed && extentOf(placed), [placed])
  return (
    <div
      className="amelia-canvas"
      data-columns={columns}
      ref={root}
      onKeyDown={onKeyDown}
      role="group"
      aria-label="Graph of the plan. Arrow keys move between phases, Enter opens one."
    >
      {plan?.phases.length === 0 && <EmptyState title="No phases">The plan of this run is empty.</EmptyState>}
      {nodes && placed && extent && (
        <CanvasProvider value={context}>
          <ReactFlow
            // Another layout begins at the top again.
            key={`${columns}`}
            nodes={nodes}
            nodeTypes={nodeTypes}
            onInit={ready}
            onlyRenderVisibleElements
            zIndexMode="manual"
            nodesDraggable={false}
            nodesConnectable={false}
            nodesFocusable={false}
            edgesFocusable={false}
            elementsSelectable={false}
            disableKeyboardA11y
            panOnScroll
            zoomOnDoubleClick={false}
            minZoom={0.1}
            maxZoom={1.6}
            translateExtent={extent}
          >
            <ArrowLayer placed={placed} selected={selected} />
            <Background variant={BackgroundVariant.Dots} gap={sizes.gap} size={1} />
            <Controls showInteractive={false} position="bottom-right" />
          </ReactFlow>
        </CanvasProvider>
      )}
    </div>
  )
}

/** How far a person can move beyond the drawing, in pixels. */
const slack = 400

const extentOf = ({ width, height }: PlacedPlan): CoordinateExtent => [
  [-slack, -slack],
  [width + slack, height + slack],
]

const isOnCard = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('[data-focus], .amelia-card') !== null

/** The phases of each batch: the same list until the plan changes. */
const useBatchList = (
  store: RunStore,
): readonly { batch: number; phases: readonly string[] }[] | undefined => {
  const kept = useRef<{ plan: unknown; batches: readonly { batch: number; phases: readonly string[] }[] }>(
    null,
  )
  return useRunPart(store, 'plan', () => {
    const view = store.view()
    if (!view) return undefined
    if (kept.current?.plan !== view.plan) kept.current = { plan: view.plan, batches: view.report.batches }
    return kept.current?.batches
  })
}
