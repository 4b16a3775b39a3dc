import { generateRepository } from '../load/generate-repository.ts'
import type { Benchmark, Row } from '../run/benchmark.ts'
import { cpuTimeWithChildren, realTime } from '../run/clocks.ts'
import { createBareWorker } from './bare-worker.ts'
import { createIsomorphicWorker } from './isomorphic-worker.ts'
import { createNativeWorker } from './native-worker.ts'
import { changesPerPhase, type Lap, type PhaseWorker } from './phase-worker.ts'
import { createWorktreeWorker } from './worktree-worker.ts'

interface Spent {
  cpu: number[]
  real: number[]
}

/** Collects the times of steps by name. */
const createLap = (): { lap: Lap; times: Map<string, number[]> } => {
  const times = new Map<string, number[]>()
  return {
    times,
    async lap(step, work) {
      const began = realTime()
      const value = await work()
      times.set(step, [...(times.get(step) ?? []), realTime() - began])
      return value
    },
  }
}

const rowOf = (series: string, subject: string, size: number, unit: string, microseconds: number[]): Row => {
  const sorted = [...microseconds].sort((a, b) => a - b)
  const [min, median] = [sorted[0]! / 1_000, sorted[sorted.length >> 1]! / 1_000]
  return { series, subject, size, unit, min, median, repeats: sorted.length }
}

/** Runs the workers in turns. A repeat has several phases, because children count in steps of 10 ms. */
const measureInTurns = async (
  workers: readonly PhaseWorker[],
  { repeats, phases, from }: { repeats: number; phases: number; from: number },
): Promise<Map<PhaseWorker, Spent>> => {
  const spent = new Map<PhaseWorker, Spent>(workers.map((worker) => [worker, { cpu: [], real: [] }]))
  let number = from
  // The first phase of a worker fills its workspace.
  for (const worker of workers) await worker.phase(number++)
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const worker of workers) {
      const [cpu, real] = [cpuTimeWithChildren(), realTime()]
      for (let phase = 0; phase < phases; phase++) await worker.phase(number++)
      spent.get(worker)!.cpu.push((cpuTimeWithChildren() - cpu) / phases)
      spent.get(worker)!.real.push((realTime() - real) / phases)
    }
  }
  return spent
}

/**
 * Measures the quick workers first: the slow one writes and deletes a whole tree in each phase, which the
 * disk still does during the next phase of another worker.
 */
const measureWorkers = async (
  workers: readonly PhaseWorker[],
  { repeats, slowRepeats, phases }: { repeats: number; slowRepeats: number; phases: number },
): Promise<[PhaseWorker, Spent][]> => {
  const quick = workers.filter(({ isSlow }) => !isSlow)
  const slow = workers.filter(({ isSlow }) => isSlow)
  return [
    ...(await measureInTurns(quick, { repeats, phases, from: 0 })),
    ...(await measureInTurns(slow, { repeats: slowRepeats, phases: 1, from: 1_000 })),
  ]
}

/** The git work of one phase. */
export const gitWork: Benchmark = {
  name: 'git',
  title: 'Git: one phase',
  axis: 'files',
  about: `The git work of a phase that changes ${changesPerPhase} files of a packed repository: open its workspace, find the changes, commit them, fill the workspace with the commit for one check, compose the commit with a summary, and move the references.
CPU time includes that of the git processes; real time includes waiting for the disk, because every object and reference is synced.
\`bare git commands\` are the commands of this protocol in the same order with the same synced writes, but without any check: the limit.
\`linked worktree per task\` creates a worktree and a branch, commits with \`git add -A\`, merges into the checkout, and removes both; it syncs what git syncs by default, and checks nothing.
It is measured after the others, because the disk is still deleting its files in the phase that follows.
\`amelia, isomorphic\` works on a copy of the repository in memory, where the file system costs nothing.
The first workspace is filled before the measurement, except that of a linked worktree, which each task needs.`,
  async measure({ quick }) {
    const rows: Row[] = []
    for (const files of quick ? [1_000] : [1_000, 10_000, 100_000]) {
      const repository = generateRepository(files)
      const native = createLap()
      const isomorphic = createLap()
      try {
        const workers: PhaseWorker[] = [
          await createNativeWorker(repository, files, native.lap),
          createBareWorker(repository, files),
          createWorktreeWorker(repository, files),
        ]
        if (files <= 10_000) workers.push(await createIsomorphicWorker(repository, files, isomorphic.lap))
        const large = files > 10_000
        const spent = await measureWorkers(workers, {
          repeats: quick ? 3 : 10,
          slowRepeats: quick ? 3 : large ? 4 : 10,
          phases: large ? 1 : 3,
        })
        for (const [{ subject }, { cpu, real }] of spent) {
          rows.push(rowOf('CPU time', subject, files, 'ms of CPU time', cpu))
          rows.push(rowOf('real time', subject, files, 'ms of real time', real))
        }
        for (const [series, { times }] of Object.entries({ native, isomorphic }))
          for (const [step, values] of times)
            rows.push(rowOf(`steps, ${series}`, step, files, 'ms of real time', values))
        for (const worker of workers) await worker.close()
      } finally {
        repository.remove()
      }
    }
    return { rows, absent: [] }
  },
}
