import type { TaskGraph } from '../load/create-task-graph.ts'
import type { TimedGraph } from './timed-graph.ts'

/** Returns the tasks in an order that works. */
const orderOf = ({ dependsOn }: TaskGraph): number[] => {
  const order: number[] = []
  const state = new Set<number>()
  const visit = (task: number): void => {
    if (state.has(task)) return
    state.add(task)
    for (const dependency of dependsOn[task]!) visit(dependency)
    order.push(task)
  }
  dependsOn.forEach((_, task) => visit(task))
  return order
}

/** The longest path, or the total work divided by the concurrency: no schedule is shorter. */
export const lowerBound = (graph: TimedGraph, concurrency: number): number => {
  const end = graph.duration.map(() => 0)
  for (const task of orderOf(graph))
    end[task] = graph.duration[task]! + Math.max(0, ...graph.dependsOn[task]!.map((one) => end[one]!))
  return Math.max(...end, graph.duration.reduce((sum, one) => sum + one, 0) / concurrency)
}

/** Runs each task when its dependencies have ended and a place is free, in order of readiness. */
export const simulateDataflow = (graph: TimedGraph, concurrency: number): number => {
  const missing = graph.dependsOn.map((some) => some.length)
  const ready = missing.flatMap((count, task) => (count === 0 ? [task] : []))
  const running: { task: number; end: number }[] = []
  let now = 0
  for (;;) {
    while (running.length < concurrency && ready.length > 0) {
      const task = ready.shift()!
      running.push({ task, end: now + graph.duration[task]! })
    }
    if (running.length === 0) return now
    running.sort((a, b) => a.end - b.end)
    const { task, end } = running.shift()!
    now = end
    graph.dependsOn.forEach((some, other) => {
      if (some.includes(task) && --missing[other]! === 0) ready.push(other)
    })
  }
}

/** Starts the tasks in this order, each as soon as a place is free and its dependencies have ended. */
export const simulateOrder = (graph: TimedGraph, concurrency: number, order: readonly number[]): number => {
  const end: number[] = graph.duration.map(() => 0)
  const places: number[] = new Array<number>(concurrency).fill(0)
  let start = 0
  for (const task of order) {
    const place = places.indexOf(Math.min(...places))
    start = Math.max(start, places[place]!, ...graph.dependsOn[task]!.map((one) => end[one]!))
    end[task] = places[place] = start + graph.duration[task]!
  }
  return Math.max(...end)
}

/** Runs layer after layer, each to its end: a barrier. */
export const simulateLayers = (graph: TimedGraph, concurrency: number): number => {
  const layer = graph.duration.map(() => 0)
  for (const task of orderOf(graph))
    layer[task] = Math.max(0, ...graph.dependsOn[task]!.map((one) => layer[one]! + 1))
  let total = 0
  for (let at = 0; at <= Math.max(...layer); at++) {
    const ends: number[] = new Array<number>(concurrency).fill(0)
    graph.duration.forEach((duration, task) => {
      if (layer[task] !== at) return
      const first = ends.indexOf(Math.min(...ends))
      ends[first]! += duration
    })
    total += Math.max(...ends)
  }
  return total
}
