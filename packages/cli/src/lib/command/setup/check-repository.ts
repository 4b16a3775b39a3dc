import { readdir } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { AmeliaError } from '@amelia/core'
import { nodeHost } from '@amelia/node'
import { findConfigFile } from '../../setting/config/find-config-file.ts'
import type { Finding } from './finding.ts'
import { tryCommand } from '../../stored/try-command.ts'
import { isUsageError } from '../../terminal/usage-error.ts'

/** Checks a repository: its state, identity, signing, hooks, filters and config file. */
export const checkRepository = async (repo: string): Promise<Finding[]> => {
  const state = await nodeHost({ repo })
    .git.inspect()
    .catch((error: unknown) => error as Error)
  if (state instanceof Error) {
    const detail = AmeliaError.is(state) ? state.message : `cannot be read: ${state.message}`
    return [{ name: 'repository', status: 'fail', detail }]
  }
  const { head, branch, operation, dirty, identity, obstacle, location, notes } = state
  const problem =
    obstacle ??
    (head === null ? 'has no commit. Create one first.' : undefined) ??
    (operation ? `${operation} is in progress. Finish or abort it.` : undefined)
  const at = branch === null ? 'a detached HEAD' : branch.replace(/^refs\/heads\//, '')
  return [
    problem === undefined
      ? {
          name: 'repository',
          status: 'ok',
          detail: `${location ?? repo} on ${at}${dirty ? ', with uncommitted changes, which are not part of a run' : ''}`,
        }
      : { name: 'repository', status: 'fail', detail: problem },
    identity === null
      ? {
          ...{ name: 'identity', status: 'fail', detail: 'git has no author.' },
          hint: 'Set one: git config user.name NAME, git config user.email ADDRESS.',
        }
      : { name: 'identity', status: 'ok', detail: identity },
    await checkSigning(repo),
    await checkHooks(repo),
    await checkFilters(repo),
    checkConfig(repo),
    ...notes
      .filter((note) => !/LFS|gpgSign/.test(note))
      .map((detail): Finding => ({ name: 'note', status: 'warn', detail })),
  ]
}

/** Names the config file, without executing it. Several files make every run fail. */
const checkConfig = (repo: string): Finding => {
  const name = 'config'
  try {
    const file = findConfigFile(repo)
    return file === undefined
      ? { name, status: 'info', detail: 'no config file; amelia init writes one' }
      : { name, status: 'ok', detail: file }
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    const hint = isUsageError(error) ? error.advice : undefined
    return { name, status: 'fail', detail, ...(hint !== undefined && { hint }) }
  }
}

const checkSigning = async (repo: string): Promise<Finding> => {
  const name = 'signing'
  const config = async (key: string): Promise<string> =>
    (await tryCommand('git', ['config', '--get', key], repo)) ?? ''
  const isOn = /^(?:true|yes|on|1)$/i.test(await config('commit.gpgSign'))
  const key = await config('user.signingKey')
  const format = (await config('gpg.format')) || 'openpgp'
  if (!isOn)
    return { name, status: 'info', detail: `off${key === '' ? '' : '; --sign signs the commits of a run'}` }
  if (format === 'ssh' && key === '')
    return { name, status: 'warn', detail: 'on, without user.signingKey.', hint: 'Set it, for --sign.' }
  return { name, status: 'ok', detail: `on (${format}); the commits of a run are signed only with --sign` }
}

const checkHooks = async (repo: string): Promise<Finding> => {
  const name = 'hooks'
  const folder = await tryCommand('git', ['rev-parse', '--git-path', 'hooks'], repo)
  const files =
    folder === undefined
      ? []
      : await readdir(isAbsolute(folder) ? folder : join(repo, folder)).catch(() => [])
  const active = files.filter((file) => !file.endsWith('.sample') && /^[a-z-]+$/.test(file)).sort()
  return { name, status: 'info', detail: active.length === 0 ? 'none' : active.join(', ') }
}

/** Runs each filter that files of HEAD have on one file. */
const checkFilters = async (repo: string): Promise<Finding> => {
  const name = 'filters'
  const { git } = nodeHost({ repo })
  const trials = (await git.tryFilters?.().catch((error: unknown) => error as Error)) ?? []
  if (trials instanceof Error) return { name, status: 'warn', detail: trials.message }
  const failed = trials.filter(({ failure }) => failure)
  const { required, failure } = failed.find((trial) => trial.required) ?? failed[0] ?? {}
  if (failure)
    return { name, status: required ? 'fail' : 'warn', detail: failure.message, hint: failure.remedy }
  const names = trials.map((trial) => trial.name)
  return names.length === 0
    ? { name, status: 'info', detail: 'none' }
    : { name, status: 'ok', detail: `${names.join(', ')}: tried on one file each` }
}
