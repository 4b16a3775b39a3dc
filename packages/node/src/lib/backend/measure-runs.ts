import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { checkOptions, type RulesOf, rules } from '@amelia/core/plugin'
import { locateRepository } from '../git/repository/locate-repository.ts'
import { slotsPath } from '../git/pool/slots-folder.ts'

/** Options of {@link measureRuns}. */
export interface MeasureRunsOptions {
  /** The folder of the repository. */
  repo: string
}

const measureRules: RulesOf<MeasureRunsOptions> = { repo: rules.name }

/** The bytes of the files that are kept for a run. */
export interface RunSize {
  /** The trees of its attempts, below the system's temporary folder. */
  workspaces: number
  /** The transcripts of its sessions. */
  transcripts: number
  /** Its journal, with answers and outputs of commands. */
  journal: number
}

/**
 * Measures the files that are kept for the runs of a repository, by run id: the journals below the git folder
 * and the workspaces at their default place. Reads only; a file that disappears counts as 0.
 *
 * Throws `NOT_A_REPOSITORY`.
 */
export const measureRuns = async (options: MeasureRunsOptions): Promise<Map<string, RunSize>> => {
  checkOptions('measureRuns', options, measureRules)
  const { commonDir } = await locateRepository(options.repo)
  const sizes = new Map<string, RunSize>()
  const sizeOf = (runId: string): RunSize => {
    const size = sizes.get(runId) ?? { workspaces: 0, transcripts: 0, journal: 0 }
    sizes.set(runId, size)
    return size
  }
  const slots = slotsPath(commonDir)
  for (const runId of await namesIn(slots)) sizeOf(runId).workspaces = await bytesOf(join(slots, runId))
  const runs = join(commonDir, 'amelia', 'runs')
  for (const runId of await namesIn(runs)) {
    const all = await bytesOf(join(runs, runId))
    const transcripts = await bytesOf(join(runs, runId, 'artifacts', 'transcripts'))
    Object.assign(sizeOf(runId), { transcripts, journal: all - transcripts })
  }
  return sizes
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])

/** The bytes of a file, or of all files in a folder. Links are not followed. */
const bytesOf = async (path: string): Promise<number> => {
  const found = await lstat(path).catch(() => undefined)
  if (!found?.isDirectory()) return found?.size ?? 0
  let sum = 0
  for (const name of await namesIn(path)) sum += await bytesOf(join(path, name))
  return sum
}
