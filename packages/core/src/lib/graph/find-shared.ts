import type { Phase } from '../plan/model/phase.ts'
import type { Graph } from './graph.ts'
import { createReach } from './reach.ts'

/** Phases without an order between them that never run at the same time. */
export interface SharedFiles {
  /** Ids in plan order, two or more. */
  phases: string[]
  /** The paths that all of them declare; empty if the plan declares a conflict. */
  files: string[]
}

/** More phases of one file are not compared with each other. */
const mostCompared = 200

/**
 * Finds the open phases that would run at the same time if they did not declare a common file, or a conflict.
 */
export const findShared = (graph: Graph, phases: readonly Phase[]): SharedFiles[] => {
  const nodes = new Map<string, number[]>()
  phases.forEach((phase, node) => {
    if (phase.status !== 'pending' && phase.status !== 'in_progress') return
    for (const file of new Set(phase.files)) {
      const users = nodes.get(file)
      if (users) users.push(node)
      else nodes.set(file, [node])
    }
  })
  const waits = createReach(graph.dependencies, graph.layer)
  const isFree = (one: number, other: number): boolean => !waits(one, other) && !waits(other, one)
  const found = new Map<string, SharedFiles>()
  const add = (members: readonly number[], files: readonly string[]): void => {
    const key = members.join(' ')
    const known = found.get(key)
    if (known) known.files.push(...files)
    else found.set(key, { phases: members.map((node) => phases[node]!.id), files: [...files] })
  }
  for (const [file, users] of nodes) {
    const few = users.slice(0, mostCompared)
    const members = few.filter((node) => few.some((other) => other !== node && isFree(node, other)))
    if (members.length > 1) add(members, [file])
  }
  const index = new Map(phases.map(({ id }, node) => [id, node]))
  phases.forEach(({ conflictsWith = [] }, node) => {
    for (const id of conflictsWith.slice(0, mostCompared)) {
      const other = index.get(id)
      if (other !== undefined && other !== node && isFree(node, other))
        add(
          [node, other].sort((one, next) => one - next),
          [],
        )
    }
  })
  return [...found.values()]
}

/** Returns how many phases of a plan can run at the same time, as far as its batches show it. */
export const planWidth = (graph: Graph, phases: readonly Phase[]): number => {
  const layers = new Map<number, { count: number; files: Set<string>; ids: Set<string> }>()
  let width = 0
  phases.forEach(({ id, status, files, conflictsWith = [] }, node) => {
    if (status !== 'pending' && status !== 'in_progress') return
    const number = graph.layer[node] ?? 0
    const layer = layers.get(number) ?? { count: 0, files: new Set(), ids: new Set() }
    layers.set(number, layer)
    if (files.some((file) => layer.files.has(file)) || conflictsWith.some((other) => layer.ids.has(other)))
      return
    for (const file of files) layer.files.add(file)
    layer.ids.add(id)
    width = Math.max(width, ++layer.count)
  })
  return width
}
