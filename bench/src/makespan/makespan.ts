import { createRun, type DriverV1 } from '@amelia/core'
import { createIdleHost, idleDriver } from '../idle-host.ts'
import { loadAgentPeers } from '../overhead/agent-peers.ts'
import type { Benchmark, Row } from '../run/benchmark.ts'
import { runTimed } from '../timed/run-timed.ts'
import { lowerBound, simulateDataflow, simulateLayers } from '../timed/simulate.ts'
import { createTimedGraph, type TimedGraph } from '../timed/timed-graph.ts'

/**
 * Two chains of two tasks, slow after fast and fast after slow, in ms: 220 without a barrier, 400 with one.
 */
const crossed: TimedGraph = {
  ids: ['a1', 'b1', 'a2', 'b2'],
  dependsOn: [[], [], [0], [1]],
  duration: [20, 200, 200, 20],
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const runCrossed = async (): Promise<void> => {
  const durations = new Map(crossed.ids.map((id, at) => [id, crossed.duration[at]!]))
  const driver: DriverV1 = {
    ...idleDriver,
    runSession: async ({ prompt }) => {
      await sleep(durations.get(/phase (\S+)/.exec(prompt)?.[1] ?? '') ?? 0)
      return { text: '', usage: {} }
    },
  }
  const run = await createRun({
    plan: {
      title: 'Crossed',
      phases: crossed.ids.map((id, at) => ({
        id,
        title: id,
        dependsOn: crossed.dependsOn[at]!.map((one) => crossed.ids[one]!),
      })),
    },
    driver,
    host: createIdleHost(),
    trust: 'autonomous',
    concurrency: 2,
    artifacts: 'none',
    reviewers: [],
  })
  await run.start()
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** The time of a whole run over the least possible time. */
export const makespan: Benchmark = {
  name: 'makespan',
  title: 'Makespan: whole runs over the lower bound',
  axis: 'at a time',
  about: `Random graphs of 100 tasks, each with three dependencies among the 40 before it; durations are lognormal with sigma 1.
The real engine runs them in virtual time; a figure is the mean ratio to the lower bound: the longest path, or all work divided by the concurrency.
\`dataflow\` starts tasks in order of readiness, \`layers\` waits for each layer.
The crossed chains (20 ms then 200 ms, 200 ms then 20 ms) run in real time with sleeping sessions; 220 ms is ideal.
Mastra is not compared here, because it has no graphs.`,
  async measure({ quick, peers }) {
    const rows: Row[] = []
    const seeds = Array.from({ length: quick ? 5 : 30 }, (_, at) => at + 1)
    for (const concurrency of [4, 8, 16]) {
      const ratios = new Map<string, number[]>()
      for (const seed of seeds) {
        const graph = createTimedGraph(100, { seed, medianMs: 300 })
        const bound = lowerBound(graph, concurrency)
        const spans = {
          amelia: await runTimed(graph, { host: createIdleHost(), concurrency }),
          dataflow: simulateDataflow(graph, concurrency),
          layers: simulateLayers(graph, concurrency),
        }
        for (const [subject, span] of Object.entries(spans))
          ratios.set(subject, [...(ratios.get(subject) ?? []), span / bound])
      }
      for (const [subject, values] of ratios) {
        const unit = 'x lower bound, mean'
        const figure = { min: mean(values), median: mean(values), repeats: 1 }
        rows.push({ series: 'random graphs', subject, size: concurrency, unit, ...figure })
      }
    }
    const { found, absent } = await loadAgentPeers(peers)
    const runs: [string, () => Promise<void>][] = [['amelia', runCrossed]]
    for (const { name, run } of found.filter((one) => one.name === 'LangGraph.js')) {
      const task = (at: number): Promise<void> => sleep(crossed.duration[at]!)
      runs.push([name, () => run(crossed, { concurrency: 2, task })])
    }
    for (const [subject, run] of runs) {
      const times: number[] = []
      for (let repeat = 0; repeat < (quick ? 3 : 15); repeat++) {
        const began = performance.now()
        await run()
        times.push(performance.now() - began)
      }
      times.sort((a, b) => a - b)
      const figure = { min: times[0]!, median: times[times.length >> 1]!, repeats: times.length }
      rows.push({ series: 'crossed chains', subject, size: 2, unit: 'ms of real time', ...figure })
    }
    return { rows, absent: absent.filter(({ subject }) => subject === 'LangGraph.js') }
  },
}
