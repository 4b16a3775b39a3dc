import { randomBytes } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CheckoutOutcome } from '@amelia/core/plugin'
import { findInTheWay } from './find-in-the-way.ts'
import { findOperation } from '../repository/find-operation.ts'
import type { Repository } from '../repository/locate-repository.ts'
import { readDiff } from '../commit/read-diff.ts'
import { readUserSetting } from '../repository/read-user-setting.ts'
import { type GitAnswer, type GitCall, runGit } from '../call/run-git.ts'
import { withRepositoryLock } from '../repository/with-repository-lock.ts'

const changed = 'the checkout has changes of its own'

/**
 * Puts a commit's tree into the user's index and files, as `git merge --squash` does.
 *
 * Everything is looked at first, then git does it under its own lock of the index, and looks once more itself. Asked again
 * after a crash, what is there already counts as done. Where git fails in the middle it throws `GIT_FAILED`: what was there
 * before is in HEAD, for nothing of it had been changed.
 */
export const applyToCheckout = (
  repository: Repository,
  { commit, head, message }: { commit: string; head: string; message: string },
): Promise<CheckoutOutcome> =>
  withRepositoryLock(repository.commonDir, async () => {
    const operation = findOperation(repository.gitDir)
    if (operation !== null) return held(`${operation} is under way in the checkout`)
    const now = await repository.git(['rev-parse', '--quiet', '--verify', 'HEAD^{commit}'], {
      accept: [0, 1],
    })
    if (now.text !== head) return held(`its HEAD is at ${now.text.slice(0, 12) || 'no commit'} by now`)
    const git = await prepareCalls(repository)

    const state = await readState(git)
    if (state === 'files') return held(changed)
    const atCommit = ['diff-index', '--cached', '--quiet', '--ignore-submodules=none', commit, '--']
    if (state === 'index') {
      if ((await git(atCommit, { accept: [0, 1] })).exitCode !== 0) return held(changed)
      await offerMessage(repository, message)
      return { outcome: 'applied' }
    }

    const diff = await readDiff(repository, { from: head, to: commit })
    const pathsOf = (wanted: string): string[] =>
      diff.filter(({ status }) => status === wanted).map(({ path }) => path)
    const there = await findInTheWay(repository.top, pathsOf('added'), new Set(pathsOf('deleted')))
    if (there !== null) return held(`${there}, which git does not track, is in the way`)

    // What was only touched must not look changed. Where it cannot be written down, the trial says why.
    await git(['update-index', '-q', '--refresh', '--ignore-submodules'], { accept: [0, 1, 128] })
    const move = ['-m', '-u', head, commit]
    const trial = await git(['read-tree', '--dry-run', ...move], { accept: [0, 1, 128] })
    if (trial.exitCode !== 0) return held(`git refuses: ${firstLine(trial.stderr)}`)
    await git(['read-tree', ...move])
    await offerMessage(repository, message)
    return { outcome: 'applied' }
  })

const held = (reason: string): CheckoutOutcome => ({ outcome: 'held', reason })

type Call = (args: string[], call?: Pick<GitCall, 'accept' | 'env'>) => Promise<GitAnswer>

/** Calls on the user's own checkout: there, its own sparse patterns hold. */
const prepareCalls = async (repository: Repository): Promise<Call> => {
  const sparse = await readUserSetting(repository, 'core.sparseCheckout', 'bool')
  const own = ['-c', `core.sparseCheckout=${sparse ?? 'false'}`, '-c', 'core.untrackedCache=keep']
  const { gitDir, top } = repository
  return (args, call = {}) => runGit([...own, ...args], { gitDir, workTree: top, ...call })
}

/** Where the checkout differs from HEAD: nowhere, in the index alone, or in tracked files. */
const readState = async (git: Call): Promise<'clean' | 'index' | 'files'> => {
  const { stdout } = await git(
    ['status', '--porcelain', '-z', '--no-renames', '--untracked-files=no', '--ignore-submodules=dirty'],
    { env: { GIT_OPTIONAL_LOCKS: '0' } },
  )
  const lines = stdout
    .toString()
    .split('\0')
    .filter((line) => line !== '')
  if (lines.length === 0) return 'clean'
  return lines.every((line) => line[1] === ' ') ? 'index' : 'files'
}

/** In the place where `git commit` looks for what a squashed merge left. */
const offerMessage = async (repository: Repository, message: string): Promise<void> => {
  const file = join(repository.gitDir, 'SQUASH_MSG')
  const fresh = `${file}.${randomBytes(4).toString('hex')}`
  await writeFile(fresh, message.endsWith('\n') ? message : `${message}\n`, { flag: 'wx' })
  await rename(fresh, file)
}

const firstLine = (text: string): string => {
  const line = text.split('\n').find((one) => one.trim() !== '') ?? 'it does not say why'
  return line.replace(/^(error|fatal): /, '')
}
