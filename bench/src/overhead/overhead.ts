import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRun, type RunStoreV1 } from '@amelia/core'
import { createMemoryStore } from '@amelia/core/testing'
import { fileStore } from '@amelia/node'
import { createIdleHost, idleDriver } from '../idle-host.ts'
import { createTaskGraph, type TaskGraph } from '../load/create-task-graph.ts'
import type { Benchmark, Row } from '../run/benchmark.ts'
import { measureInTurns, type Subject } from '../run/measure-in-turns.ts'
import { loadAgentPeers } from './agent-peers.ts'
import { loadQueuePeers } from './queue-peers.ts'

const concurrency = 8
const task = (): Promise<void> => Promise.resolve()

/** Creates and runs a run of empty phases, with one listener for all events. */
const runInAmelia = async ({ ids, dependsOn }: TaskGraph, store?: RunStoreV1): Promise<void> => {
  const run = await createRun({
    plan: {
      title: 'Nothing',
      phases: ids.map((id, at) => ({
        id,
        title: id,
        dependsOn: dependsOn[at]!.map((dependency) => ids[dependency]!),
      })),
    },
    driver: idleDriver,
    host: { ...createIdleHost(), ...(store && { store }) },
    trust: 'autonomous',
    concurrency,
    artifacts: 'none',
    reviewers: [],
  })
  let events = 0
  run.subscribe({}, () => void events++)
  const { status } = await run.start()
  if (status !== 'completed') throw new Error(`The run is ${status}.`)
}

/** The cost of a phase without work. */
export const overhead: Benchmark = {
  name: 'overhead',
  title: 'Overhead per phase',
  axis: 'phases',
  about: `Empty phases in a random graph, each with three dependencies among the tenth of the plan before it, 8 at a time.
The time covers creating the run from the plan, or building the graph of a peer, and running it to its end.
Amelia keeps state, emits nine events per phase to a listener, and checks each call of a plugin.
\`no store\` discards the journal; \`memory store\` keeps it; \`file store\` writes it with fsync, whose waiting is not CPU time.
Mastra has no graphs: it runs the same number of independent tasks with \`foreach\`.
The limit is an order written by hand in front of \`p-limit\`.`,
  async measure({ quick, peers }) {
    const queues = await loadQueuePeers(peers)
    const agents = await loadAgentPeers(peers)
    const folder = mkdtempSync(join(tmpdir(), 'amelia-bench-'))
    const rows: Row[] = []
    try {
      let stores = 0
      for (const size of quick ? [100, 1_000] : [10, 100, 1_000, 10_000]) {
        const window = Math.max(8, Math.ceil(size / 10))
        const graph = createTaskGraph(size, { shape: 'random', window })
        const ours: [string, () => Promise<void>][] = [
          ['amelia, no store', () => runInAmelia(graph)],
          ['amelia, memory store', () => runInAmelia(graph, createMemoryStore())],
          ['amelia, file store', () => runInAmelia(graph, fileStore({ dir: join(folder, `${++stores}`) }))],
        ]
        const theirs = [...queues.found, ...agents.found]
          .filter(({ most }) => size <= most)
          .map(({ name, run }): [string, () => Promise<void>] => [
            name,
            () => run(graph, { concurrency, task }),
          ])
        const subjects = [...ours, ...theirs].map(
          ([subject, work]): Subject => ({
            series: 'empty phases',
            subject,
            size,
            unit: 'us per phase',
            scale: 1 / size,
            work,
            isSlow: size >= 1_000 && subject === 'amelia, file store',
          }),
        )
        const repeats = quick ? 8 : size > 1_000 ? 7 : 15
        const warm = size > 1_000 ? 1 : 5
        const limitMs = quick ? 20_000 : size > 1_000 ? 120_000 : 60_000
        rows.push(...(await measureInTurns(subjects, { repeats, warm, limitMs })))
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
    return { rows, absent: [...queues.absent, ...agents.absent] }
  },
}
