import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import { generateRepository } from '../load/generate-repository.ts'

const run = promisify(execFile)

/** Has git write trees of a new repository, one per core at a time. Returns the milliseconds. */
export const writeTrees = async (files: number, count: number): Promise<number> => {
  const { repo, folder, remove } = generateRepository(files)
  try {
    const limit = pLimit(availableParallelism())
    const began = performance.now()
    await Promise.all(
      Array.from({ length: count }, (_, at) =>
        limit(() =>
          run('git', ['-C', repo, 'worktree', 'add', '--quiet', '--detach', join(folder, `tree${at}`)]),
        ),
      ),
    )
    return performance.now() - began
  } finally {
    remove()
  }
}
