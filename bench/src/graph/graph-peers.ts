import type { TaskGraph } from '../load/create-task-graph.ts'
import { Missing, type Peers } from '../peer/peers.ts'
import type { Absence } from '../run/benchmark.ts'
import type { GraphInput } from './create-graph-input.ts'

/** A library that orders tasks and detects cycles. */
export interface GraphPeer {
  name: string
  order(input: GraphInput): unknown
}

interface Toposort {
  default: { array(nodes: string[], edges: [string, string][]): string[] }
}
interface DependencyGraph {
  DepGraph: new () => {
    addNode(id: string): void
    addDependency(id: string, dependency: string): void
    overallOrder(): string[]
  }
}
interface Graphlib {
  Graph: new () => { setNode(id: string): void; setEdge(from: string, to: string): void }
  alg: { topsort(graph: unknown): string[] }
}
interface Graphology {
  DirectedGraph: new () => { addNode(id: string): void; addDirectedEdge(from: string, to: string): void }
}
interface GraphologyDag {
  topologicalSort(graph: unknown): string[]
}
interface PGraphModule {
  PGraph: new (nodes: Map<string, { run: () => Promise<void> }>, edges: [string, string][]) => unknown
}

const fill = (
  { ids, dependsOn }: TaskGraph,
  addNode: (id: string) => void,
  addEdge: (dependency: string, id: string) => void,
): void => {
  for (const id of ids) addNode(id)
  dependsOn.forEach((dependencies, at) => {
    for (const dependency of dependencies) addEdge(ids[dependency]!, ids[at]!)
  })
}

/** Loads the libraries. Each orders the way its documentation shows, the building of its graph included. */
export const loadGraphPeers = async (peers: Peers): Promise<{ found: GraphPeer[]; absent: Absence[] }> => {
  const found: GraphPeer[] = []
  const absent: Absence[] = []
  const add = <Shape>(
    name: string,
    module: Shape | Missing,
    order: (module: Shape) => GraphPeer['order'],
  ) => {
    if (module instanceof Missing) absent.push({ subject: name, reason: module.reason })
    else found.push({ name, order: order(module) })
  }
  add(
    'toposort',
    await peers.load<Toposort>('graph', 'toposort'),
    (toposort) => (input) => toposort.default.array(input.ids, input.edges),
  )
  add(
    'dependency-graph',
    await peers.load<DependencyGraph>('graph', 'dependency-graph'),
    ({ DepGraph }) =>
      (input) => {
        const graph = new DepGraph()
        fill(
          input,
          (id) => graph.addNode(id),
          (dependency, id) => graph.addDependency(id, dependency),
        )
        return graph.overallOrder()
      },
  )
  add(
    '@dagrejs/graphlib',
    await peers.load<Graphlib>('graph', '@dagrejs/graphlib'),
    ({ Graph, alg }) =>
      (input) => {
        const graph = new Graph()
        fill(
          input,
          (id) => graph.setNode(id),
          (dependency, id) => graph.setEdge(dependency, id),
        )
        return alg.topsort(graph)
      },
  )
  const graphology = await peers.load<Graphology>('graph', 'graphology')
  const dag = await peers.load<GraphologyDag>('graph', 'graphology-dag')
  add(
    'graphology-dag',
    graphology instanceof Missing ? graphology : dag,
    ({ topologicalSort }) =>
      (input) => {
        if (graphology instanceof Missing) return undefined
        const graph = new graphology.DirectedGraph()
        fill(
          input,
          (id) => graph.addNode(id),
          (dependency, id) => graph.addDirectedEdge(dependency, id),
        )
        return topologicalSort(graph)
      },
  )
  add('p-graph', await peers.load<PGraphModule>('graph', 'p-graph'), ({ PGraph }) => (input) => {
    const node = { run: () => Promise.resolve() }
    return new PGraph(new Map(input.ids.map((id) => [id, node])), input.edges)
  })
  return { found, absent }
}
