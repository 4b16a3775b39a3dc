import { readFile } from 'node:fs/promises'
import { findConfigFile } from '../../setting/config/find-config-file.ts'
import { tryCommand } from '../../stored/try-command.ts'
import type { Finding } from './finding.ts'

/**
 * Checks the program `gh` where the config file or `AMELIA_PR` sets `pr`: without its login, a run completes
 * and opens no pull request. The config file is read as text, and not executed.
 */
export const checkPull = async (repo: string, env: NodeJS.ProcessEnv = process.env): Promise<Finding[]> => {
  if (!(await isConfigured(repo, env))) return []
  const name = 'gh'
  const version = /\d+\.\d+[\d.]*/.exec((await tryCommand('gh', ['--version'])) ?? '')?.[0]
  if (version === undefined)
    return [
      {
        ...{ name, status: 'warn', detail: 'not found, and runs are configured to open pull requests.' },
        hint: 'Install the GitHub CLI, or leave out pr.',
      },
    ]
  const isLoggedIn = (await tryCommand('gh', ['auth', 'status'], repo)) !== undefined
  return isLoggedIn
    ? [{ name, status: 'ok', detail: `${version}, logged in` }]
    : [{ name, status: 'warn', detail: `${version} is not logged in.`, hint: 'Log in: gh auth login' }]
}

const isConfigured = async (repo: string, env: NodeJS.ProcessEnv): Promise<boolean> => {
  const given = env['AMELIA_PR']
  if (given !== undefined && given !== '') return !/^(?:0|false|no|off)$/i.test(given)
  try {
    const file = findConfigFile(repo)
    return file !== undefined && /["']?\bpr["']?\s*:\s*true\b/.test(await readFile(file, 'utf8'))
  } catch {
    // Another finding reports a config file that cannot be used.
    return false
  }
}
