import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { probeConfinement } from '@amelia/agent-process'
import { acpNames } from '../../setting/agent-names.ts'
import type { Finding } from './finding.ts'

/** How long an agent may take to print its version, in milliseconds. */
const longestMs = 30_000

/**
 * Finds the known agents of the Agent Client Protocol that are installed, with their versions and logins. Of
 * the others, only those in `needed` are listed.
 */
export const checkAcpAgents = async (
  needed: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<Finding[]> => {
  const { acpAgent, checkAcpAgent, knownAgents } = await import('@amelia/driver-acp')
  const findings = acpNames.map(async (name): Promise<Finding[]> => {
    const [problem] = checkAcpAgent({ agent: name }, environment)
    if (problem !== undefined)
      return needed.includes(name)
        ? [{ name, status: 'fail', detail: problem.message, hint: problem.hint }]
        : []
    const { program, tested } = knownAgents[name]
    const version = await readVersion(program, environment)
    const { login = 'none' } = acpAgent({ agent: name }, { environment }).access ?? {}
    const detail = [
      `${program} ${version ?? 'without a version'}`,
      tested === 'not tested' ? 'not tested with Amelia' : `tested with ${tested}`,
      `login: ${login}`,
      ...(probeConfinement().works
        ? []
        : ['sessions that only read are a promise of the agent, because processes are not confined here']),
    ]
    return [{ name, status: 'ok', detail: detail.join(', ') }]
  })
  return (await Promise.all(findings)).flat()
}

const readVersion = async (
  program: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> => {
  try {
    const { stdout } = await promisify(execFile)(program, ['--version'], {
      ...{ env: { ...env }, timeout: longestMs, killSignal: 'SIGKILL' },
    })
    return /\d+\.\d+[\w.-]*/.exec(stdout)?.[0]
  } catch {
    return undefined
  }
}
