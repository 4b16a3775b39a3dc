import type { TaskGraph } from '../load/create-task-graph.ts'
import { Missing, type Peers } from '../peer/peers.ts'
import type { Absence } from '../run/benchmark.ts'

/** A tool that runs tasks in the order of a graph, at most `concurrency` at a time. */
export interface AgentPeer {
  name: string
  /** The largest graph that it orders within a reasonable time. */
  most: number
  /** Builds what runs; the time of building counts. */
  run(graph: TaskGraph, options: AgentPeerOptions): Promise<void>
}

export interface AgentPeerOptions {
  concurrency: number
  /** Performs a task, by number. */
  task: (task: number) => Promise<void>
}

interface LangGraph {
  START: string
  END: string
  Annotation: { Root(channels: unknown): unknown } & ((channel: unknown) => unknown)
  MemorySaver: new () => unknown
  StateGraph: new (
    state: unknown,
  ) => {
    addNode(id: string, work: () => Promise<{ done: number }>): void
    addEdge(from: string | string[], to: string): void
    compile(options: { checkpointer?: unknown }): {
      invoke(state: { done: number }, options: unknown): Promise<{ done: number }>
    }
  }
}

interface MastraStep {
  id: string
}
interface MastraWorkflow {
  foreach(step: MastraStep, options: { concurrency: number }): MastraWorkflow
  then(step: MastraStep): MastraWorkflow
  commit(): { createRun(): Promise<{ start(options: unknown): Promise<{ status: string }> }> }
}
interface Mastra {
  createStep(options: unknown): MastraStep
  createWorkflow(options: unknown): MastraWorkflow
}
interface Zod {
  z: { array(item: unknown): unknown; number(): unknown }
}

/** Runs a graph in LangGraph.js: a node per task, an edge from each set of dependencies. */
const runInLangGraph =
  (module: LangGraph, saver: boolean) =>
  async ({ ids, dependsOn }: TaskGraph, { concurrency, task }: AgentPeerOptions): Promise<void> => {
    const { Annotation, END, MemorySaver, START, StateGraph } = module
    const done = Annotation({ reducer: (one: number, two: number) => one + two, default: () => 0 })
    const graph = new StateGraph(Annotation.Root({ done }))
    const inner = new Set(dependsOn.flat())
    ids.forEach((id, at) => {
      graph.addNode(id, async () => {
        await task(at)
        return { done: 1 }
      })
    })
    ids.forEach((id, at) => {
      const names = dependsOn[at]!.map((dependency) => ids[dependency]!)
      graph.addEdge(names.length === 0 ? START : names.length === 1 ? names[0]! : names, id)
      if (!inner.has(at)) graph.addEdge(id, END)
    })
    const app = graph.compile(saver ? { checkpointer: new MemorySaver() } : {})
    const result = await app.invoke(
      { done: 0 },
      {
        recursionLimit: ids.length + 100,
        maxConcurrency: concurrency,
        configurable: { thread_id: 'benchmark' },
      },
    )
    if (result.done !== ids.length) throw new Error(`LangGraph ran ${result.done} of ${ids.length} tasks.`)
  }

/** Runs the tasks of a graph in Mastra, which has no graphs: a `foreach` over independent tasks. */
const runInMastra =
  ({ createStep, createWorkflow }: Mastra, { z }: Zod) =>
  async ({ ids }: TaskGraph, { concurrency, task }: AgentPeerOptions): Promise<void> => {
    const step = createStep({
      id: 'task',
      inputSchema: z.number(),
      outputSchema: z.number(),
      execute: async ({ inputData }: { inputData: number }) => {
        await task(inputData)
        return inputData
      },
    })
    const numbers = z.array(z.number())
    const workflow = createWorkflow({ id: 'tasks', inputSchema: numbers, outputSchema: numbers })
      .foreach(step, { concurrency })
      .commit()
    const run = await workflow.createRun()
    const { status } = await run.start({ inputData: ids.map((_, at) => at) })
    if (status !== 'success') throw new Error(`The workflow of Mastra ended as ${status}.`)
  }

/** Loads LangGraph.js and Mastra. */
export const loadAgentPeers = async (peers: Peers): Promise<{ found: AgentPeer[]; absent: Absence[] }> => {
  const found: AgentPeer[] = []
  const absent: Absence[] = []
  const langGraph = await peers.load<LangGraph>('langgraph', '@langchain/langgraph')
  if (langGraph instanceof Missing) absent.push({ subject: 'LangGraph.js', reason: langGraph.reason })
  else {
    found.push({ name: 'LangGraph.js', most: 1_000, run: runInLangGraph(langGraph, false) })
    found.push({ name: 'LangGraph.js, memory saver', most: 1_000, run: runInLangGraph(langGraph, true) })
  }
  absent.push({
    subject: 'LangGraph.js, SQLite saver',
    reason: 'needs `better-sqlite3`, a compiled program that npm does not carry',
  })
  const mastra = await peers.load<Mastra>('mastra', '@mastra/core/workflows')
  const zod = await peers.load<Zod>('mastra', 'zod')
  if (mastra instanceof Missing) absent.push({ subject: 'Mastra', reason: mastra.reason })
  else if (zod instanceof Missing) absent.push({ subject: 'Mastra', reason: zod.reason })
  else found.push({ name: 'Mastra, independent', most: 10_000, run: runInMastra(mastra, zod) })
  return { found, absent }
}
