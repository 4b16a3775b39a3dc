import type { Phase, Plan, Risk } from '@amelia/core'
import { freeRooms } from '../layout/free-rooms.ts'
import type { Place, PlacedPlan } from '../layout/place-plan.ts'
import type { BatchFlowNode } from './batch-node.tsx'
import type { CheckpointFlowNode } from './checkpoint-marker.tsx'
import type { PhaseFlowNode } from './phase-node.tsx'

/** A node of the canvas. */
export type FlowNode = BatchFlowNode | PhaseFlowNode | CheckpointFlowNode

/**
 * Makes the nodes of the canvas from a placed plan. They do not contain the state of the run, so that they
 * stay the same while it progresses. Their sizes are known, so that the canvas renders only the visible
 * ones.
 */
export const flowOf = (plan: Plan, placed: PlacedPlan): FlowNode[] => {
  const phases = new Map(plan.phases.map((phase) => [phase.id, phase]))
  const lanes = placed.lanes.map((lane): FlowNode => {
    const risk = highestRisk(lane.phases.flatMap((id) => phases.get(id) ?? []))
    const { isFolded } = lane
    const titles = isFolded ? lane.phases.map((id) => ({ id, title: phases.get(id)?.title ?? '' })) : []
    const data = { batch: lane.batch, count: lane.phases.length, risk, isFolded, titles }
    return { id: `batch:${lane.batch}`, type: 'batch', data, ...box(lane), ...still, zIndex: 1 }
  })
  const cards = [...placed.cards].flatMap(([id, card]): FlowNode[] => {
    const phase = phases.get(id)
    const data = phase && !card.isFolded && { phase }
    const parentId = `batch:${card.batch}`
    return data ? [{ id: `phase:${id}`, type: 'phase', parentId, data, ...box(card), ...chosen }] : []
  })
  const rooms = freeRooms(placed)
  const checkpoints = placed.checkpoints.map((place): FlowNode => {
    const { batch } = place
    const data = { batch, phases: placed.lanes[batch - 1]?.phases ?? [], room: rooms.get(batch) }
    return { id: `checkpoint:${batch}`, type: 'checkpoint', data, ...box(place), ...still, zIndex: 1 }
  })
  return [...lanes, ...checkpoints, ...cards]
}

const still = { selectable: false, draggable: false, focusable: false } as const
const chosen = { draggable: false, focusable: false, zIndex: 2 } as const

type Box = Pick<FlowNode, 'position' | 'width' | 'height' | 'measured' | 'handles'>

const box = ({ x, y, width, height }: Place): Box => ({
  ...{ position: { x, y }, width, height, measured: { width, height } },
  // Without this, every node is rendered once to be measured.
  handles: [],
})

const highestRisk = (phases: readonly Phase[]): Risk => {
  const risks = phases.flatMap(({ risk, subtasks }) => [
    risk,
    ...subtasks.flatMap(({ steps }) => steps.map((step) => step.risk)),
  ])
  return risks.includes('high') ? 'high' : risks.includes('medium') ? 'medium' : 'low'
}
