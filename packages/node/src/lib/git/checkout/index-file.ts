import { randomBytes } from 'node:crypto'
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { lockedError } from '../refs/explain-lock.ts'
import type { Repository } from '../repository/locate-repository.ts'
import { runGit } from '../call/run-git.ts'
import { callOnCheckout, withIndexNote } from './call-on-checkout.ts'

/** An entry of an index or a tree; null if it has none at a path. */
export type Entry = { mode: string; id: string } | null

/** The difference of two commits at one path. */
export interface Step {
  path: string
  from: Entry
  to: Entry
}

/**
 * How long to wait for a lock of the user's index, in milliseconds. The caller waits longer, with its own
 * clock.
 */
const patience = 500

export const indexFile = ({ gitDir }: Repository): string => join(gitDir, 'index')

/**
 * Describes an index without its stats of files: two indexes with the same description are equal to the user.
 */
export const describeIndex = async (repository: Repository, file: string): Promise<string> => {
  const call = { env: { GIT_INDEX_FILE: file } }
  return (await callOnCheckout(repository, ['ls-files', '--stage', '-v', '-z'], call)).stdout.toString(
    'latin1',
  )
}

/** Reads the entries of an index, by path; a path with conflicts has the mode `unmerged`. */
export const readIndex = async (repository: Repository, file: string): Promise<Map<string, Entry>> => {
  const call = { env: { GIT_INDEX_FILE: file } }
  const { stdout } = await callOnCheckout(repository, ['ls-files', '--stage', '-z'], call)
  const entries = new Map<string, Entry>()
  for (const line of stdout.toString().split('\0')) {
    const [, mode, id, stage, path] = /^(\d+) ([0-9a-f]+) (\d)\t(.*)$/s.exec(line) ?? []
    if (mode !== undefined && id !== undefined && path !== undefined)
      entries.set(path, stage === '0' ? { mode, id } : { mode: 'unmerged', id })
  }
  return entries
}

export const isSameEntry = (one: Entry, other: Entry): boolean =>
  one?.id === other?.id && one?.mode === other?.mode

/** Reads the differences between two commits, path by path. */
export const readSteps = async ({ git }: Repository, from: string, to: string): Promise<Step[]> => {
  const { stdout } = await git([
    'diff-tree',
    '-r',
    '-z',
    '--raw',
    '--no-renames',
    '--no-abbrev',
    from,
    to,
    '--',
  ])
  const fields = stdout.toString().split('\0')
  const entry = (mode: string, id: string): Entry => (/^0+$/.test(mode) ? null : { mode, id })
  const steps: Step[] = []
  for (let index = 0; fields[index]?.startsWith(':'); index += 2) {
    const [oldMode = '', newMode = '', oldId = '', newId = ''] = (fields[index] ?? '').slice(1).split(' ')
    steps.push({ path: fields[index + 1] ?? '', from: entry(oldMode, oldId), to: entry(newMode, newId) })
  }
  return steps
}

/** Applies steps to an index, at the paths whose entries match the start of the step. */
export const stepIndex = async (
  repository: Repository,
  file: string,
  steps: readonly Step[],
): Promise<void> => {
  const entries = await readIndex(repository, file)
  const due = steps.filter(({ path, from, to }) => {
    const now = entries.get(path) ?? null
    return isSameEntry(now, from) && !isSameEntry(now, to)
  })
  if (due.length === 0) return
  // Removals first: a file may become a folder.
  const ordered = [...due].sort((one, other) => Number(other.to === null) - Number(one.to === null))
  const absent = '0'.repeat(repository.objectFormat === 'sha256' ? 64 : 40)
  const input = ordered.map(({ path, to }) => `${to?.mode ?? '0'} ${to?.id ?? absent}\t${path}\0`).join('')
  await untilFree(repository, () =>
    callOnCheckout(repository, ['update-index', '-z', '--index-info'], {
      write: true,
      input,
      env: { GIT_INDEX_FILE: file },
    }),
  )
}

/** Refreshes the stats of files in the user's index, so that git need not read unchanged files again. */
export const refreshIndex = async (repository: Repository): Promise<void> => {
  await callOnCheckout(repository, ['update-index', '-q', '--refresh', '--ignore-submodules'], {
    write: true,
    accept: [0, 1, 128],
  })
}

/** Writes the tree of an index; null if the index has conflicts. Throws `GIT_LOCKED`. */
export const writeIndexTree = async (repository: Repository, file: string): Promise<string | null> => {
  const call = { write: true, accept: [0, 128], env: { GIT_INDEX_FILE: file } }
  const { exitCode, text } = await untilFree(repository, async () => {
    const answer = await callOnCheckout(repository, ['write-tree'], call)
    if (/^fatal: Unable to create '.*\.lock'/m.test(answer.stderr)) throw new Error(answer.stderr)
    return answer
  })
  return exitCode === 0 ? text : null
}

/** Replaces the user's index by these bytes, atomically and under git's lock of it. */
export const putIndex = async (repository: Repository, bytes: Buffer): Promise<void> => {
  const file = indexFile(repository)
  const lock = `${file}.lock`
  await withIndexNote(repository, async () => {
    const handle = await untilFree(repository, () => open(lock, 'wx', 0o600))
    try {
      await handle.writeFile(bytes)
      await handle.sync()
      await handle.close()
      await rename(lock, file)
    } catch (error) {
      await rm(lock, { force: true })
      throw error
    }
  })
}

/** Writes the bytes of a stored index to a separate file, which the caller removes. */
export const restoreIndexFile = async (
  repository: Repository,
  folder: string,
  blob: string,
): Promise<string> => {
  const file = join(folder, `index-${randomBytes(4).toString('hex')}`)
  const { stdout } = await runGit(['cat-file', 'blob', blob], {
    gitDir: repository.gitDir,
    workTree: repository.commonDir,
  })
  await writeFile(file, stdout, { flag: 'wx', mode: 0o600 })
  return file
}

export const readIndexBytes = (repository: Repository): Promise<Buffer> => readFile(indexFile(repository))

/** Retries for a short time, because git locks the user's index only briefly. Never removes a lock. */
const untilFree = async <Value>(repository: Repository, task: () => Promise<Value>): Promise<Value> => {
  for (let waited = 0; ; waited += 100) {
    try {
      return await task()
    } catch (error) {
      const isLocked = /EEXIST|index\.lock/.test(error instanceof Error ? error.message : '')
      if (!isLocked) throw error
      if (waited >= patience) {
        throw await lockedError(repository, [`${indexFile(repository)}.lock`], error)
      }
      await setTimeout(100)
    }
  }
}
