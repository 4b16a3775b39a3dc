import { type GraphNode, resolveGraph } from '@amelia/core'
import { createTaskGraph } from '../load/create-task-graph.ts'
import type { Absence, Benchmark, Row } from '../run/benchmark.ts'
import { measureInTurns, type Subject } from '../run/measure-in-turns.ts'
import { type GraphInput, type GraphPeer, loadGraphPeers } from './graph-peers.ts'
import { orderByKahn } from './order-by-kahn.ts'

const sizes = [100, 1_000, 10_000, 100_000, 1_000_000]
const quickSizes = [1_000, 10_000]

const inputOf = (size: number, shape: 'random' | 'chain'): GraphInput => {
  const graph = createTaskGraph(size, { shape })
  const edges = graph.dependsOn.flatMap((dependencies, at) =>
    dependencies.map((dependency): [string, string] => [graph.ids[dependency]!, graph.ids[at]!]),
  )
  return { ...graph, edges }
}

/** Subjects whose inputs are made outside the measurement. */
const subjectsOf = (input: GraphInput, peers: readonly GraphPeer[]): [string, () => unknown][] => {
  const { ids, dependsOn } = input
  const from = Int32Array.from(dependsOn.flat())
  const to = Int32Array.from(dependsOn.flatMap((dependencies, at) => dependencies.map(() => at)))
  const named = dependsOn.map((dependencies) => dependencies.map((dependency) => ids[dependency]!))
  const nodes: GraphNode[] = ids.map((id, at) => ({
    id,
    dependsOn: named[at]!,
    parallelWith: [],
    line: at + 1,
  }))
  return [
    ['Kahn, numbers', () => orderByKahn(ids.length, from, to)],
    [
      'Kahn, string ids',
      () => {
        const index = new Map<string, number>()
        for (let at = 0; at < ids.length; at++) index.set(ids[at]!, at)
        const sources: number[] = []
        const targets: number[] = []
        for (let at = 0; at < ids.length; at++) {
          for (const dependency of named[at]!) {
            sources.push(index.get(dependency)!)
            targets.push(at)
          }
        }
        return orderByKahn(ids.length, Int32Array.from(sources), Int32Array.from(targets))
      },
    ],
    [
      'amelia',
      () => {
        const { graph } = resolveGraph(nodes)
        if (graph === undefined) throw new Error('A task graph of the benchmark has a cycle.')
      },
    ],
    ...peers.map(({ name, order }): [string, () => unknown] => [name, () => order(input)]),
  ]
}

/** Order and cycle check, against libraries and against an algorithm written for this purpose. */
export const graph: Benchmark = {
  name: 'graph',
  title: 'Graph: order and cycles',
  axis: 'tasks',
  about: `Each library builds its graph from string ids, orders it and checks it for cycles.
A random graph gives each task three random earlier ones; both shapes list their tasks in shuffled order.
Amelia also computes layers, weights and remaining paths in this time.
\`Kahn, numbers\` is the algorithm on typed arrays with the edges given as numbers: the limit.
A library that needs more than 3 s of CPU time, or fails, is left out of larger sizes.`,
  async measure({ quick, peers }) {
    const loaded = await loadGraphPeers(peers)
    const absent: Absence[] = [...loaded.absent]
    const rows: Row[] = []
    for (const shape of ['random', 'chain'] as const) {
      let running = loaded.found
      for (const size of quick ? quickSizes : sizes) {
        const input = inputOf(size, shape)
        running = running.filter(({ name, order }) => {
          const before = process.cpuUsage()
          try {
            order(input)
          } catch (error) {
            const reason = String(error).split('\n')[0]
            absent.push({ subject: name, reason: `${shape}, ${size.toLocaleString('en')} tasks: ${reason}` })
            return false
          }
          const { user, system } = process.cpuUsage(before)
          if (user + system < 3_000_000) return true
          const seconds = ((user + system) / 1e6).toFixed(0)
          const at = `${shape}, ${size.toLocaleString('en')} tasks`
          absent.push({ subject: name, reason: `${at}: took ${seconds} s` })
          return false
        })
        const subjects = subjectsOf(input, running).map(
          ([subject, work]): Subject => ({
            series: shape,
            subject,
            size,
            unit: 'ns per task',
            scale: 1_000 / size,
            work,
          }),
        )
        const repeats = quick ? 5 : size > 100_000 ? 5 : 15
        rows.push(...(await measureInTurns(subjects, { repeats, warm: 2, limitMs: quick ? 4_000 : 12_000 })))
      }
    }
    return { rows, absent }
  },
}
