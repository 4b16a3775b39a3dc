import { join } from 'node:path'
import { nodeHost } from '@amelia/node'
import { changedFiles } from '../git/phase-worker.ts'
import { generatedPath, generateRepository } from '../load/generate-repository.ts'
import type { Benchmark, Row } from '../run/benchmark.ts'
import { runTimed } from '../timed/run-timed.ts'
import { simulateOrder } from '../timed/simulate.ts'
import { createTimedGraph, type TimedGraph } from '../timed/timed-graph.ts'
import { countCalls } from './count-calls.ts'
import { writeTrees } from './write-trees.ts'

/** Independent tasks of 10 s. */
const independent = (size: number, duration: number): TimedGraph => ({
  ids: Array.from({ length: size }, (_, at) => `phase-${at}`),
  dependsOn: Array.from({ length: size }, () => []),
  duration: Array.from({ length: size }, () => duration),
})

interface RealRun {
  files: number
  concurrency: number
  /** Whether the time in which only sessions run is skipped. */
  skipsWaits: boolean
}

/**
 * Runs a graph in workspaces of a new repository, with git, journal and engine in real time. Returns the time
 * and the order in which the sessions began.
 */
const runInWorkspaces = async (
  graph: TimedGraph,
  { files, concurrency, skipsWaits }: RealRun,
): Promise<{ ms: number; order: number[] }> => {
  const order: number[] = []
  const repository = generateRepository(files)
  try {
    const { repo, folder } = repository
    const { host, isBusy } = countCalls(
      nodeHost({ repo, slots: join(folder, 'slots'), confine: { level: 'off' } }),
    )
    const ms = await runTimed(graph, {
      ...{ host, concurrency, realTime: { isBusy, skipsWaits } },
      async work(task, { fs }) {
        order.push(task)
        for (const file of changedFiles(task, files))
          await fs.writeFile(`/${generatedPath(file)}`, `// ${task}\n`)
      },
      more: { artifacts: 'commit' },
    })
    return { ms, order }
  } finally {
    repository.remove()
  }
}

/** Sessions at a time of the second series. */
const places = 8

/** Whole runs: the time that agents alone would not need. */
export const endToEnd: Benchmark = {
  name: 'end-to-end',
  title: 'End to end',
  axis: 'at a time',
  about: `A plan of 100 phases runs in workspaces of a repository with 10,000 files; each phase changes five of them and is committed, merged and published.
Git, journal and engine take real time. Sessions take virtual time: lognormal, median 60 s, sigma 1, with a fixed seed. When only sessions are to be waited for, the time until the first of them ends is skipped.
The share is the part of the run's time that the same sessions would not have needed: started in the same order, each as soon as a place is free and its dependencies have ended. Another order would make a difference of up to 10 % for a run of this size, whatever its cost.
The second series runs 24 independent phases of 10 s, 8 at a time, with everything in real time. \`bare git\` is the limit: the time in which git writes and removes eight trees, as many at a time as there are cores, and 30 s for the sessions.`,
  async measure({ quick }) {
    const rows: Row[] = []
    const repeats = quick ? 1 : 2
    const [size, files] = quick ? [12, 1_000] : [100, 10_000]
    const graph = createTimedGraph(size, { seed: 1, medianMs: 60_000 })
    for (const concurrency of [1, 4, 8]) {
      const shares: number[] = []
      for (let repeat = 0; repeat < repeats; repeat++) {
        const { ms: measured, order } = await runInWorkspaces(graph, { files, concurrency, skipsWaits: true })
        shares.push((100 * (measured - simulateOrder(graph, concurrency, order))) / measured)
      }
      const figure = { min: Math.min(...shares), median: Math.max(...shares), repeats }
      const series = 'share not in agents'
      rows.push({ series, subject: 'amelia', size: concurrency, unit: '% of the time', ...figure })
    }
    const [phases, duration] = quick ? [8, 1_000] : [24, 10_000]
    const tasks = independent(phases, duration)
    const ours: number[] = []
    const bare: number[] = []
    for (let repeat = 0; repeat < repeats; repeat++) {
      bare.push((await writeTrees(files, places)) + (duration * phases) / places)
      ours.push((await runInWorkspaces(tasks, { files, concurrency: places, skipsWaits: false })).ms)
    }
    for (const [subject, times] of Object.entries({ amelia: ours, 'bare git': bare })) {
      const [min, ...more] = times.map((ms) => ms / 1_000).sort((one, other) => one - other)
      const median = more.at((more.length >> 1) - 1) ?? min!
      const figure = { min: min!, median, repeats: times.length }
      rows.push({ series: 'independent phases', subject, size: places, unit: 's of real time', ...figure })
    }
    return { rows, absent: [] }
  },
}
