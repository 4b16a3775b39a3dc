import { Missing, type Peers } from '../peer/peers.ts'
import type { Absence } from '../run/benchmark.ts'
import { type Attempt, mostStarts } from './run-bare-agent.ts'

/** Runs attempts of an agent until one succeeds. */
export type RunAttempts = (attempt: Attempt) => Promise<void>

interface LangGraph {
  START: string
  END: string
  Annotation: { Root(channels: unknown): unknown } & (() => unknown)
  MemorySaver: new () => unknown
  StateGraph: new (
    state: unknown,
  ) => {
    addNode(id: string, work: () => Promise<object>, options: object): void
    addEdge(from: string, to: string): void
    compile(options: object): { invoke(state: object, options: object): Promise<unknown> }
  }
}

interface Mastra {
  createStep(options: object): unknown
  createWorkflow(options: object): {
    then(step: unknown): {
      commit(): { createRun(): Promise<{ start(options: object): Promise<{ status: string }> }> }
    }
  }
}

interface Zod {
  z: { number(): unknown }
}

/** A node with the library's own retries and a saver in memory. */
const inLangGraph =
  ({ Annotation, END, MemorySaver, START, StateGraph }: LangGraph): RunAttempts =>
  async (attempt) => {
    let start = 0
    const graph = new StateGraph(Annotation.Root({ done: Annotation() }))
    const retryPolicy = { maxAttempts: mostStarts, initialInterval: 1, jitter: false, retryOn: () => true }
    const work = async (): Promise<object> => {
      await attempt(start++)
      return { done: true }
    }
    graph.addNode('phase', work, { retryPolicy })
    graph.addEdge(START, 'phase')
    graph.addEdge('phase', END)
    const app = graph.compile({ checkpointer: new MemorySaver() })
    await app.invoke({}, { configurable: { thread_id: 'benchmark' } })
  }

/** A step with the library's own retries. */
const inMastra =
  ({ createStep, createWorkflow }: Mastra, { z }: Zod): RunAttempts =>
  async (attempt) => {
    let start = 0
    const number = z.number()
    const schemas = { inputSchema: number, outputSchema: number }
    const step = createStep({
      ...{ id: 'phase', ...schemas, retries: mostStarts - 1 },
      execute: async () => {
        await attempt(start++)
        return start
      },
    })
    const workflow = createWorkflow({ id: 'phases', ...schemas })
      .then(step)
      .commit()
    const { status } = await (await workflow.createRun()).start({ inputData: 0 })
    if (status !== 'success') throw new Error(`The workflow of Mastra ended as ${status}.`)
  }

/** Loads LangGraph.js and Mastra. */
export const loadAgentPeers = async (
  peers: Peers,
): Promise<{ found: Record<string, RunAttempts>; absent: Absence[] }> => {
  const found: Record<string, RunAttempts> = {}
  const absent: Absence[] = []
  const langGraph = await peers.load<LangGraph>('langgraph', '@langchain/langgraph')
  if (langGraph instanceof Missing) absent.push({ subject: 'LangGraph.js', reason: langGraph.reason })
  else found['LangGraph.js'] = inLangGraph(langGraph)
  const mastra = await peers.load<Mastra>('mastra', '@mastra/core/workflows')
  const zod = await peers.load<Zod>('mastra', 'zod')
  if (mastra instanceof Missing) absent.push({ subject: 'Mastra', reason: mastra.reason })
  else if (zod instanceof Missing) absent.push({ subject: 'Mastra', reason: zod.reason })
  else found['Mastra'] = inMastra(mastra, zod)
  return { found, absent }
}
