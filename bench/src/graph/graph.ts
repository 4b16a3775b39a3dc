import { type GraphNode, resolveGraph } from '@amelia/core'
import { createTaskGraph } from '../load/create-task-graph.ts'
import type { Absence, Benchmark, Row } from '../run/benchmark.ts'
import { measureInTurns, type Subject } from '../run/measure-in-turns.ts'
import { type GraphPeer, loadGraphPeers } from './graph-peers.ts'
import { createGraphInput, type GraphInput } from './create-graph-input.ts'
import { orderByKahn } from './order-by-kahn.ts'
import { tryPeer } from './try-peer.ts'

const sizes = [100, 1_000, 10_000, 100_000, 1_000_000]
const quickSizes = [1_000, 10_000]

/** The CPU time of one run from which on a peer is run once, and is left out of larger sizes. */
const mostSeconds = 3
/** The CPU time of one run from which on a peer is repeated three times only. */
const slowSeconds = 0.3

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
Each library is tried in another process first. One that needs more than ${mostSeconds} s of CPU time has that single figure, and is left out of larger sizes, and so is one that fails, or does not end within a minute.`,
  async measure({ quick, peers }) {
    const loaded = await loadGraphPeers(peers)
    const absent: Absence[] = [...loaded.absent]
    const rows: Row[] = []
    for (const shape of ['random', 'chain'] as const) {
      let running = loaded.found
      for (const size of quick ? quickSizes : sizes) {
        const tries = running.map((peer) => ({
          peer,
          tried: tryPeer(peers, { name: peer.name, shape, size }),
        }))
        running = tries.flatMap(({ peer, tried }) => (tried.seconds < mostSeconds ? [peer] : []))
        const slow = tries.flatMap(({ peer, tried }) => (tried.seconds > slowSeconds ? [peer.name] : []))
        const base = { series: shape, size, unit: 'ns per task' }
        for (const { peer, tried } of tries) {
          const subject = peer.name
          if (tried.reason !== undefined)
            absent.push({ subject, reason: `${shape}, ${size.toLocaleString('en')} tasks: ${tried.reason}` })
          else if (tried.seconds >= mostSeconds) {
            const once = (tried.seconds * 1e9) / size
            rows.push({ ...base, subject, min: once, median: once, repeats: 1 })
          }
        }
        // Without peers there are no edges: millions of pairs make each collection of garbage longer.
        const input =
          running.length > 0
            ? createGraphInput(size, shape)
            : { ...createTaskGraph(size, { shape }), edges: [] }
        const subjects = subjectsOf(input, running).map(
          ([subject, work]): Subject => ({
            ...base,
            subject,
            scale: 1_000 / size,
            work,
            isSlow: slow.includes(subject),
          }),
        )
        const limitMs = quick ? 4_000 : size > 100_000 ? 60_000 : 12_000
        rows.push(...(await measureInTurns(subjects, { repeats: quick ? 5 : 15, warm: 2, limitMs })))
      }
    }
    return { rows, absent }
  },
}
