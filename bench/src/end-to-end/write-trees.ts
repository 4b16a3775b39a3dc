import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import { generateRepository } from '../load/generate-repository.ts'

const run = promisify(execFile)

/** Has git write and remove trees of a new repository, one per core at a time. Returns the milliseconds. */
export const writeTrees = async (files: number, count: number): Promise<number> => {
  const { repo, folder, remove } = generateRepository(files)
  try {
    const limit = pLimit(availableParallelism())
    const began = performance.now()
    const inAll = (argsOf: (tree: string) => string[]): Promise<unknown> =>
      Promise.all(
        Array.from({ length: count }, (_, at) =>
          limit(() => run('git', ['-C', repo, 'worktree', ...argsOf(join(folder, `tree${at}`))])),
        ),
      )
    await inAll((tree) => ['add', '--quiet', '--detach', tree])
    await inAll((tree) => ['remove', tree])
    return performance.now() - began
  } finally {
    remove()
  }
}
