import pLimit from 'p-limit'
import type { TaskGraph } from '../load/create-task-graph.ts'
import { Missing, type Peers } from '../peer/peers.ts'
import type { Absence } from '../run/benchmark.ts'
import type { AgentPeer, AgentPeerOptions } from './agent-peers.ts'

interface PGraphModule {
  PGraph: new (
    nodes: Map<string, { run: () => Promise<void> }>,
    edges: [string, string][],
  ) => { run(options: { concurrency: number }): Promise<void> }
}
interface PQueueModule {
  default: new (options: { concurrency: number }) => { add(task: () => Promise<void>): Promise<void> }
}

/** Starts each task when its last dependency has ended, through a function that limits concurrency. */
const runInOrder = ({ ids, dependsOn }: TaskGraph, start: (task: number) => Promise<void>): Promise<void> => {
  const dependents = ids.map((): number[] => [])
  const missing = dependsOn.map((dependencies, at) => {
    for (const dependency of dependencies) dependents[dependency]!.push(at)
    return dependencies.length
  })
  let left = ids.length
  return new Promise((resolve, reject) => {
    const begin = (task: number): void => {
      start(task).then(() => {
        left--
        if (left === 0) resolve()
        for (const dependent of dependents[task]!) {
          missing[dependent]!--
          if (missing[dependent] === 0) begin(dependent)
        }
      }, reject)
    }
    missing.forEach((count, task) => {
      if (count === 0) begin(task)
    })
  })
}

/** The limit: an ordered start through p-limit, without state, events or errors. */
const limited: AgentPeer = {
  name: 'p-limit, hand-written order',
  most: 10_000,
  run: (graph, { concurrency, task }) => {
    const limit = pLimit(concurrency)
    return runInOrder(graph, (at) => limit(() => task(at)))
  },
}

/** Loads the queues without state: p-graph, and p-queue behind an order written by hand. */
export const loadQueuePeers = async (peers: Peers): Promise<{ found: AgentPeer[]; absent: Absence[] }> => {
  const found: AgentPeer[] = [limited]
  const absent: Absence[] = []
  const graph = await peers.load<PGraphModule>('graph', 'p-graph')
  if (graph instanceof Missing) absent.push({ subject: 'p-graph', reason: graph.reason })
  else found.push({ name: 'p-graph', most: 10_000, run: runInPGraph(graph) })
  const queue = await peers.load<PQueueModule>('graph', 'p-queue')
  if (queue instanceof Missing) absent.push({ subject: 'p-queue, hand-written order', reason: queue.reason })
  else found.push({ name: 'p-queue, hand-written order', most: 10_000, run: runInPQueue(queue) })
  return { found, absent }
}

const runInPGraph =
  ({ PGraph }: PGraphModule) =>
  ({ ids, dependsOn }: TaskGraph, { concurrency, task }: AgentPeerOptions): Promise<void> => {
    const nodes = new Map(ids.map((id, at) => [id, { run: () => task(at) }]))
    const edges = dependsOn.flatMap((dependencies, at) =>
      dependencies.map((dependency): [string, string] => [ids[dependency]!, ids[at]!]),
    )
    return new PGraph(nodes, edges).run({ concurrency })
  }

const runInPQueue =
  ({ default: Queue }: PQueueModule) =>
  (graph: TaskGraph, { concurrency, task }: AgentPeerOptions): Promise<void> => {
    const queue = new Queue({ concurrency })
    return runInOrder(graph, (at) => queue.add(() => task(at)))
  }
