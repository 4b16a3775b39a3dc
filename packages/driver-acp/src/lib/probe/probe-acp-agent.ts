import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endProcessGroup, readNumber, readRecord } from '@amelia/agent-process'
import { type AgentRequests, connectAgent } from '../program/connect-agent.ts'
import { agentEnvironment } from '../program/agent-environment.ts'
import type { AcpAgentOptions } from '../option/acp-agent-options.ts'
import { readSettings } from '../option/acp-settings.ts'

/** The abilities of an agent's program, each tried and not only advertised. */
export interface AcpAbilities {
  /** The version of the protocol. */
  protocol: number
  /** The methods that it has for a session that ended. */
  resumes: readonly ('session/resume' | 'session/load')[]
  /** The methods that it advertises and does not have. */
  lacks: readonly ('session/resume' | 'session/load')[]
}

/** How long all of it may take, in milliseconds. */
const longestMs = 30_000
const graceMs = 1_000
const methodNotFound = -32601

/**
 * Starts an agent's program in an empty folder, asks what it can do, and tries to resume a session that does
 * not exist. No prompt is sent. Undefined if the program does not answer within 30 s.
 *
 * Throws `OPTION_INVALID` for a command that cannot be split into words.
 */
export const probeAcpAgent = async (
  options: AcpAgentOptions,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<AcpAbilities | undefined> => {
  const settings = readSettings(options)
  const [program = '', ...args] = settings.argv
  const folder = await mkdtemp(join(tmpdir(), 'amelia-probe-'))
  const child = spawn(program, args, {
    cwd: folder,
    env: agentEnvironment(settings, environment),
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const ended = new Promise<undefined>((resolve) => {
    for (const event of ['error', 'exit']) child.once(event, () => resolve(undefined))
    setTimeout(() => resolve(undefined), longestMs).unref()
  })
  child.stdin.on('error', () => {})
  try {
    const client = {
      permit: () => Promise.resolve({ outcome: { outcome: 'cancelled' as const } }),
      update() {},
    }
    const asking = connectAgent(child, client).then((agent) => ask(agent, folder))
    return await Promise.race([asking.catch(() => undefined), ended])
  } finally {
    if (child.pid !== undefined) await endProcessGroup(child.pid, graceMs)
    await rm(folder, { recursive: true, force: true })
  }
}

const ask = async (agent: AgentRequests, cwd: string): Promise<AcpAbilities> => {
  const { protocolVersion, agentCapabilities = {} } = await agent.request('initialize', {
    protocolVersion: 1,
    clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
    clientInfo: { name: 'amelia', version: '1' },
  })
  const { sessionCapabilities, loadSession } = readRecord(agentCapabilities)
  const advertised = [
    ...(typeof readRecord(sessionCapabilities)['resume'] === 'object' ? (['session/resume'] as const) : []),
    ...(loadSession === true ? (['session/load'] as const) : []),
  ]
  const has = await Promise.all(advertised.map((method) => hasMethod(agent, method, cwd)))
  return {
    protocol: protocolVersion,
    resumes: advertised.filter((_, index) => has[index]),
    lacks: advertised.filter((_, index) => !has[index]),
  }
}

/** The session does not exist: any other refusal than an unknown method means that the method exists. */
const hasMethod = async (
  agent: AgentRequests,
  method: 'session/resume' | 'session/load',
  cwd: string,
): Promise<boolean> => {
  try {
    await agent.request(method, { sessionId: 'amelia-probe', cwd, mcpServers: [] })
    return true
  } catch (error) {
    return readNumber(readRecord(error)['code']) !== methodNotFound
  }
}
