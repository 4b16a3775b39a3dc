import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { homeOf } from '../option/home-of.ts'
import { agentEnvironment } from '../program/agent-environment.ts'
import type { AcpSession } from '../task/acp-session.ts'

const run = promisify(execFile)

const longestOutput = 256 * 1024 * 1024
const longestMs = 60_000

/**
 * Prints a session with the agent's own command, in a folder without settings of a workspace. Undefined if
 * the agent has no such command or does not know the session.
 */
export const exportSession = async (
  { settings, environment }: Pick<AcpSession, 'settings' | 'environment'>,
  sessionId: string,
): Promise<string | undefined> => {
  const { exportArgv, profile } = settings
  if (exportArgv.length === 0 || !/^\w[\w-]*$/.test(sessionId)) return undefined
  const env = agentEnvironment(settings, environment)
  const [own = ''] = Object.values(profile.ownFolders)
  const [program = '', ...words] = exportArgv.map((word) => word.replaceAll('{session}', sessionId))
  try {
    const { stdout } = await run(program, words, {
      ...{ cwd: join(homeOf(environment), own), env },
      ...{ maxBuffer: longestOutput, timeout: longestMs, killSignal: 'SIGKILL' },
    })
    return stdout
  } catch {
    return undefined
  }
}
