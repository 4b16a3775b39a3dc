import { join } from 'node:path'
import { nodeHost } from '@amelia/node'
import { createIdleHost } from '../idle-host.ts'
import { changedFiles } from '../git/phase-worker.ts'
import { generatedPath, generateRepository } from '../load/generate-repository.ts'
import type { Benchmark, Row } from '../run/benchmark.ts'
import { runTimed } from '../timed/run-timed.ts'
import { createTimedGraph, type TimedGraph } from '../timed/timed-graph.ts'
import { countCalls } from './count-calls.ts'

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

/** Runs a graph in workspaces of a new repository, with git, journal and engine in real time. */
const runInWorkspaces = async (
  graph: TimedGraph,
  { files, concurrency, skipsWaits }: RealRun,
): Promise<number> => {
  const repository = generateRepository(files)
  try {
    const { repo, folder } = repository
    const { host, isBusy } = countCalls(nodeHost({ repo, slots: join(folder, 'slots') }))
    return await runTimed(graph, {
      ...{ host, concurrency, realTime: { isBusy, skipsWaits } },
      async work(task, { fs }) {
        for (const file of changedFiles(task, files))
          await fs.writeFile(`/${generatedPath(file)}`, `// ${task}\n`)
      },
      more: { artefacts: 'commit' },
    })
  } finally {
    repository.remove()
  }
}

/** Whole runs: the time that agents alone would not need. */
export const endToEnd: Benchmark = {
  name: 'end-to-end',
  title: 'End to end',
  axis: 'at a time',
  about: `A plan of 100 phases runs in workspaces of a repository with 10,000 files; each phase changes five of them and is committed, merged and published.
Git, journal and engine take real time. Sessions take virtual time: lognormal, median 60 s, sigma 1, with a fixed seed. When only sessions are to be waited for, the time until the first of them ends is skipped.
The share is the part of the run's time by which it is longer than the same run with an idle git and store: 1 - idle / measured.
The second series runs 24 independent phases of 10 s, 8 at a time, with everything in real time; 30 s is ideal.`,
  async measure({ quick }) {
    const rows: Row[] = []
    const [size, files] = quick ? [12, 1_000] : [100, 10_000]
    const graph = createTimedGraph(size, { seed: 1, medianMs: 60_000 })
    for (const concurrency of [1, 4, 8]) {
      const idle = await runTimed(graph, { host: createIdleHost(), concurrency })
      const measured = await runInWorkspaces(graph, { files, concurrency, skipsWaits: true })
      const share = (100 * (measured - idle)) / measured
      const figure = { min: share, median: share, repeats: 1 }
      const series = 'share not in agents'
      rows.push({ series, subject: 'amelia', size: concurrency, unit: '% of the time', ...figure })
    }
    const seconds: number[] = []
    const [phases, duration] = quick ? [8, 1_000] : [24, 10_000]
    for (let repeat = 0; repeat < (quick ? 1 : 2); repeat++)
      seconds.push(
        (await runInWorkspaces(independent(phases, duration), { files, concurrency: 8, skipsWaits: false })) /
          1_000,
      )
    seconds.sort((a, b) => a - b)
    const figure = { min: seconds[0]!, median: seconds[seconds.length >> 1]!, repeats: seconds.length }
    rows.push({ series: 'independent phases', subject: 'amelia', size: 8, unit: 's of real time', ...figure })
    return { rows, absent: [] }
  },
}
