import { randomBytes } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gitSettings } from '@amelia/agent-process'
import type { CheckoutOutcome } from '@amelia/core/plugin'
import { programsOfHead } from './call-on-checkout.ts'
import { findInTheWay } from './find-in-the-way.ts'
import { findOperation } from '../repository/find-operation.ts'
import type { Repository } from '../repository/locate-repository.ts'
import { readDiff } from '../commit/read-diff.ts'
import { readUserSetting } from '../repository/read-user-setting.ts'
import { type GitAnswer, type GitCall, runGit } from '../call/run-git.ts'
import { withRepositoryLock } from '../repository/with-repository-lock.ts'

const changed = 'the checkout has uncommitted changes'

/**
 * Writes a commit's tree to the user's index and files, as `git merge --squash` does.
 *
 * Checks everything first; git then applies the tree under its lock of the index, with its own checks. A
 * repeated call after a crash succeeds if the tree is already applied. Throws `GIT_FAILED` if git fails
 * halfway: the previous files are in HEAD, because the checkout had no changes.
 */
export const applyToCheckout = (
  repository: Repository,
  { commit, head, message }: { commit: string; head: string; message: string },
): Promise<CheckoutOutcome> =>
  withRepositoryLock(repository.commonDir, async () => {
    const operation = findOperation(repository.gitDir)
    if (operation !== null) return kept(`${operation} is in progress in the checkout`)
    const now = await repository.git(['rev-parse', '--quiet', '--verify', 'HEAD^{commit}'], {
      accept: [0, 1],
    })
    if (now.text !== head) return kept(`its HEAD has moved to ${now.text.slice(0, 12) || 'no commit'}`)
    const git = await prepareCalls(repository)

    const state = await readState(git)
    if (state === 'files') return kept(changed)
    const atCommit = ['diff-index', '--cached', '--quiet', '--ignore-submodules=none', commit, '--']
    if (state === 'index') {
      if ((await git(atCommit, { accept: [0, 1] })).exitCode !== 0) return kept(changed)
      await prepareMessage(repository, message)
      return { outcome: 'applied' }
    }

    const diff = await readDiff(repository, { from: head, to: commit })
    const pathsOf = (wanted: string): string[] =>
      diff.filter(({ status }) => status === wanted).map(({ path }) => path)
    const there = await findInTheWay(repository.top, pathsOf('added'), new Set(pathsOf('deleted')))
    if (there !== null) return kept(`the untracked ${there} is in the way`)

    // Files that were only touched must not look changed. If the index cannot be written, the trial reports
    // why.
    await git(['update-index', '-q', '--refresh', '--ignore-submodules'], { accept: [0, 1, 128] })
    const move = ['-m', '-u', head, commit]
    const trial = await git(['read-tree', '--dry-run', ...move], { accept: [0, 1, 128] })
    if (trial.exitCode !== 0) return kept(`git refuses: ${firstLine(trial.stderr)}`)
    await git(['read-tree', ...move])
    await prepareMessage(repository, message)
    return { outcome: 'applied' }
  })

const kept = (reason: string): CheckoutOutcome => ({ outcome: 'kept', reason })

type Call = (args: string[], call?: Pick<GitCall, 'accept' | 'env'>) => Promise<GitAnswer>

/** Prepares calls on the user's checkout, where its sparse patterns apply. */
const prepareCalls = async (repository: Repository): Promise<Call> => {
  const sparse = await readUserSetting(repository, 'core.sparseCheckout', 'bool')
  const own = ['-c', `core.sparseCheckout=${sparse ?? 'false'}`, '-c', 'core.untrackedCache=keep']
  const { gitDir, top } = repository
  const config = await programsOfHead(repository)
  return (args, call = {}) =>
    runGit([...own, ...args], { gitDir, workTree: top, config, isUsers: true, ...call })
}

/** Returns where the checkout differs from HEAD: nowhere, only in the index, or in tracked files. */
const readState = async (git: Call): Promise<'clean' | 'index' | 'files'> => {
  const { stdout } = await git(
    ['status', '--porcelain', '-z', '--no-renames', '--untracked-files=no', gitSettings.outside],
    { env: { GIT_OPTIONAL_LOCKS: '0' } },
  )
  const lines = stdout
    .toString()
    .split('\0')
    .filter((line) => line !== '')
  if (lines.length === 0) return 'clean'
  return lines.every((line) => line[1] === ' ') ? 'index' : 'files'
}

/** Writes the message to the file from which `git commit` takes the message of a squashed merge. */
const prepareMessage = async (repository: Repository, message: string): Promise<void> => {
  const file = join(repository.gitDir, 'SQUASH_MSG')
  const fresh = `${file}.${randomBytes(4).toString('hex')}`
  await writeFile(fresh, message.endsWith('\n') ? message : `${message}\n`, { flag: 'wx' })
  await rename(fresh, file)
}

const firstLine = (text: string): string => {
  const line = text.split('\n').find((one) => one.trim() !== '') ?? 'no reason given'
  return line.replace(/^(error|fatal): /, '')
}
