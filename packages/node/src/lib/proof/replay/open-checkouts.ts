import { mkdtemp, mkdir, readdir, realpath, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CommandRunnerV1, GitBackendV1, Workspace } from '@amelia/core/plugin'
import { nativeGit } from '../../backend/native-git.ts'
import type { ConfineOptions } from '../../confine/confine-options.ts'
import { removeFolder } from '../../file/remove-folder.ts'
import { runGit } from '../../git/call/run-git.ts'
import { locateRepository, type Repository } from '../../git/repository/locate-repository.ts'
import { processRunner } from '../../process/process-runner.ts'
import { describeLacks } from './describe-lacks.ts'
import { lendContent, type LentContent } from './lend-content.ts'

/** The surroundings of the commands of a replay. */
export interface ReplayLimits {
  confine: ConfineOptions
  /** Names of variables that commands inherit in addition to the short list. */
  passEnv: string[]
  signal: AbortSignal
  graceMs?: number
}

/** Fresh checkouts of commits in a clone that knows nothing of the run. */
export interface Checkouts {
  /** The backend that prepares checkouts with a set-up. */
  gitFor(setup: readonly (readonly string[])[], runId: string): GitBackendV1
  commands: CommandRunnerV1
  /** Whether the clone has an object. */
  has(id: string): Promise<boolean>
  /** Describes the content of a commit that the checkouts lack; undefined if they lack none. */
  lacks(commit: string): Promise<string | undefined>
  /** Adds the caches of a workspace to those that `fetched` measures. */
  note(workspace: Workspace): void
  /** Measures the files in the caches, which were empty; undefined if no commands were confined. */
  fetched(): Promise<{ files: number; bytes: number } | undefined>
  /** Deletes everything. */
  close(): Promise<void>
}

/**
 * Clones the history of a commit to a temporary folder. Of the rest of the repository, only its submodules
 * and filters are used there. `commits`: those that the checkouts contain.
 */
export const openCheckouts = async (
  repository: Repository,
  { to, commits }: { to: string; commits: readonly string[] },
  { confine, passEnv, graceMs }: Omit<ReplayLimits, 'signal'>,
): Promise<Checkouts> => {
  const root = await mkdtemp(join(await realpath(tmpdir()), 'amelia-prove-'))
  const clone = join(root, 'clone')
  await mkdir(clone)
  let lent: LentContent
  try {
    const git = (args: string[]) => runGit(args, { cwd: clone })
    await git(['init', '-q', `--object-format=${repository.objectFormat}`, '-b', 'proven'])
    const config = ['-c', 'protocol.version=2', '-c', 'protocol.file.allow=always']
    await git([...config, 'fetch', '-q', '--no-tags', '--no-write-fetch-head', repository.commonDir, to])
    // Keeps the commits, and names them as a checkout does.
    await git(['update-ref', 'refs/heads/proven', to])
    lent = await lendContent(repository, join(clone, '.git'), commits)
  } catch (error) {
    await removeFolder(root)
    throw error
  }
  const cloned = await locateRepository(clone)
  const { objects } = cloned
  const hidden = { ...confine, hide: [...(confine.hide ?? []), ...lent.state] }
  const backends = new Map<string, GitBackendV1>()
  const options = { repo: clone, slots: join(root, 'slots'), confine: hidden, passEnv }
  const caches = new Set<string>()
  const runIds = new Set<string>()
  return {
    gitFor(setup, runId) {
      runIds.add(runId)
      const key = JSON.stringify(setup)
      const known = backends.get(key)
      if (known) return known
      const slots = `${options.slots}-${backends.size}`
      const backend = nativeGit({
        ...options,
        slots,
        ...(setup.length > 0 && { setup: setup.map((argv) => [...argv]) }),
        ...(graceMs !== undefined && { graceMs }),
      })
      backends.set(key, backend)
      return backend
    },
    commands: processRunner({ passEnv, ...(graceMs !== undefined && { graceMs }) }),
    has: async (id) => (await objects.find(id)) !== null,
    lacks: (commit) => describeLacks(cloned, commit, lent.refused),
    note({ confinement }) {
      if (confinement) caches.add(confinement.caches)
    },
    async fetched() {
      if (caches.size === 0) return undefined
      const total = { files: 0, bytes: 0 }
      for (const folder of caches) await addSizes(folder, total)
      return total
    },
    async close() {
      for (const backend of backends.values())
        for (const runId of runIds) await backend.removeWorkspaces?.(runId).catch(() => {})
      await removeFolder(root)
    },
  }
}

const addSizes = async (folder: string, total: { files: number; bytes: number }): Promise<void> => {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])) {
    if (!entry.isFile()) continue
    total.files += 1
    total.bytes += (await stat(join(entry.parentPath, entry.name)).catch(() => null))?.size ?? 0
  }
}
