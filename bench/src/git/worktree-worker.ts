import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type GeneratedRepository, generatedPath } from '../load/generate-repository.ts'
import { changedFiles, type PhaseWorker } from './phase-worker.ts'

const run = promisify(execFile)

/**
 * Works as most tools do: a linked worktree and a branch per task, `git add -A`, `git commit`, a merge in the
 * checkout, and both are removed.
 */
export const createWorktreeWorker = ({ folder, repo }: GeneratedRepository, files: number): PhaseWorker => {
  const git = async (at: string, ...args: string[]): Promise<void> => {
    await run('git', ['-C', at, ...args])
  }
  return {
    subject: 'linked worktree per task',
    isSlow: true,
    async phase(number) {
      const tree = join(folder, `worktree-${number}`)
      const branch = `task-${number}`
      await git(repo, 'worktree', 'add', '-q', '-b', branch, tree)
      for (const file of changedFiles(number, files))
        writeFileSync(join(tree, generatedPath(file)), `// ${branch}\n`)
      await git(tree, 'add', '-A')
      await git(tree, 'commit', '-q', '-m', `Task ${number}`)
      await git(repo, 'merge', '-q', '--no-edit', branch)
      await git(repo, 'worktree', 'remove', '--force', tree)
      await git(repo, 'branch', '-q', '-D', branch)
    },
    async close() {},
  }
}
