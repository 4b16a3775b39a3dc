import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { probeConfinement } from '@amelia/agent-process'
import type { AcpAbilities } from '@amelia/driver-acp'
import { acpNames } from '../../setting/agent-names.ts'
import { findAbilities } from './find-abilities.ts'
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
  const { acpAgent, checkAcpAgent, knownAgents, probeAcpAgent } = await import('@amelia/driver-acp')
  const findings = acpNames.map(async (name): Promise<Finding[]> => {
    const [problem] = checkAcpAgent({ agent: name }, environment)
    if (problem !== undefined)
      return needed.includes(name)
        ? [{ name, status: 'fail', detail: problem.message, hint: problem.hint }]
        : []
    const { program, tested } = knownAgents[name]
    const version = await readVersion(program, environment)
    const abilities = await findAbilities(`${name} ${version ?? ''}`, environment, () =>
      probeAcpAgent({ agent: name }, environment),
    )
    const { login = 'none' } = acpAgent({ agent: name }, { environment }).access ?? {}
    const detail = [
      `${program} ${version ?? 'without a version'}`,
      tested === 'not tested' ? 'not tested with Amelia' : `tested with ${tested}`,
      `login: ${login}`,
      describeAbilities(abilities),
      ...(probeConfinement().works
        ? []
        : ['sessions that only read are a promise of the agent, because processes are not confined here']),
    ]
    const agent = { isInstalled: true, ...(login !== 'none' && { login }) }
    return [{ name, status: 'ok', detail: detail.join(', '), agent }]
  })
  return (await Promise.all(findings)).flat()
}

/** Describes how the program continues sessions, and what it promises and lacks. */
const describeAbilities = (abilities: AcpAbilities | undefined): string => {
  if (abilities === undefined) return 'it did not answer on the protocol'
  const { resumes, lacks } = abilities
  const has = resumes.length === 0 ? 'it cannot resume sessions' : `resumes sessions by ${resumes[0]}`
  return lacks.length === 0 ? has : `${has}, advertises ${lacks.join(' and ')} and lacks it`
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
