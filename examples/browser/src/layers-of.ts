import type { Phase, Plan } from '@amelia/core'

/** Groups phases by depth: each is in the first layer after all its dependencies. */
export const layersOf = ({ phases }: Plan): Phase[][] => {
  const byId = new Map(phases.map((phase) => [phase.id, phase]))
  const depths = new Map<string, number>()
  const depthOf = (phase: Phase): number => {
    const known = depths.get(phase.id)
    if (known !== undefined) return known
    const before = phase.dependsOn.flatMap((id) => byId.get(id) ?? [])
    const depth = Math.max(-1, ...before.map(depthOf)) + 1
    depths.set(phase.id, depth)
    return depth
  }
  const layers: Phase[][] = []
  for (const phase of phases) (layers[depthOf(phase)] ??= []).push(phase)
  return layers
}
