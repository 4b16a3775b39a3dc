import { statfs } from 'node:fs/promises'
import { nodeHost } from '@amelia/node'
import type { Finding } from './finding.ts'
import { tryCommand } from '../../stored/try-command.ts'

const megabyte = 1024 * 1024

/** Checks Node, git, the disk and the variables with keys. */
export const checkMachine = async (
  repo: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Finding[]> => [
  checkVersion('node', process.versions.node, '20.19'),
  await checkGit(),
  await checkDisk(repo),
  checkConfinement(repo),
  ...['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'AMELIA_NOTIFY_SECRET'].map(
    (name): Finding => ({
      name,
      ...((env[name] ?? '') === '' ? { status: 'info', detail: 'not set' } : { status: 'ok', detail: 'set' }),
    }),
  ),
]

/** The level `auto` reports what the machine can do, whichever level a run asks for. */
const checkConfinement = (repo: string): Finding => {
  const { confinement } = nodeHost({ repo, confine: { level: 'auto' } })
  const name = 'confinement'
  if (confinement === undefined || confinement.on)
    return {
      name,
      status: 'ok',
      detail: `${confinement?.detail ?? ''} works: runs are confined unless --confine off`,
    }
  return {
    ...{ name, status: 'info', detail: `not available: ${confinement.detail}.` },
    ...(confinement.remedy !== undefined && { hint: confinement.remedy }),
  }
}

/** Compares a version with the lowest supported one, which has two numbers. */
export const checkVersion = (name: string, version: string, lowest: string): Finding => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [least = 0, leastMinor = 0] = lowest.split('.').map(Number)
  const isNew = major > least || (major === least && minor >= leastMinor)
  return isNew
    ? { name, status: 'ok', detail: version }
    : { name, status: 'fail', detail: `${version} is too old.`, hint: `Install ${lowest} or later.` }
}

const checkGit = async (): Promise<Finding> => {
  const text = await tryCommand('git', ['version'])
  if (text === undefined)
    return { name: 'git', status: 'fail', detail: 'not found.', hint: 'Install git 2.38 or later.' }
  return checkVersion('git', /\d+\.\d+[\d.]*/.exec(text)?.[0] ?? '0', '2.38')
}

const checkDisk = async (folder: string): Promise<Finding> => {
  const disk = await statfs(folder).catch(() => undefined)
  if (disk === undefined) return { name: 'disk', status: 'warn', detail: 'free space is unknown.' }
  const free = (disk.bavail * disk.bsize) / megabyte
  const detail = free < 10_240 ? `${Math.floor(free)} MB free` : `${Math.floor(free / 1_024)} GB free`
  if (free >= 1_024) return { name: 'disk', status: 'ok', detail }
  const hint = 'Each phase that runs has a checkout of the repository.'
  return { name: 'disk', status: free < 100 ? 'fail' : 'warn', detail: `${detail}.`, hint }
}
