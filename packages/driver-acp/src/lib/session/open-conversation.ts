import { driverError } from '@amelia/core/plugin'
import { readNumber, readRecord, readText } from '@amelia/agent-process'
import type { AgentRequests } from '../program/connect-agent.ts'
import type { AcpSession } from '../task/acp-session.ts'

/** The state of a session that its agent reports at its start. */
interface SessionState {
  configOptions: readonly Record<string, unknown>[]
  modes: Record<string, unknown>
}

const methodNotFound = -32601

const isMissing = (error: unknown): boolean => readNumber(readRecord(error)['code']) === methodNotFound

/**
 * Opens a new session, or the one to resume, and returns its id. Sets its mode and its model: a refusal is an
 * error of the class `environment` before any work.
 */
export const openConversation = async (agent: AgentRequests, session: AcpSession): Promise<string> => {
  const { request, settings, folder, environment } = session
  const { protocolVersion, agentCapabilities = {} } = await agent.request('initialize', {
    protocolVersion: 1,
    clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
    clientInfo: { name: 'amelia', version: '1' },
  })
  if (protocolVersion !== 1)
    throw driverError('environment', {
      message: `${settings.profile.title} speaks version ${protocolVersion} of the protocol, and this driver version 1.`,
    })
  const method = Object.entries(settings.profile.authenticate).find(
    ([name]) => (environment[name] ?? '') !== '',
  )?.[1]
  if (method !== undefined) await agent.request('authenticate', { methodId: method })
  const place = { cwd: folder, mcpServers: settings.mcpServers as never[] }
  const { resume } = request
  const answer: unknown =
    resume === undefined
      ? await agent.request('session/new', place)
      : await resumeSession(agent, { sessionId: resume, ...place }, readRecord(agentCapabilities))
  const sessionId = resume ?? readText(readRecord(answer)['sessionId'])
  if (sessionId === '')
    throw driverError('agent_failed', { message: `${settings.profile.title} gave its session no id.` })
  const state = readState(answer)
  const mode = settings.modes[request.access]
  if (mode !== undefined) await setMode(agent, session, { sessionId, state, value: mode })
  const model = request.model ?? settings.model
  if (model !== undefined) await setModel(agent, session, { sessionId, state, value: model })
  return sessionId
}

interface Resuming {
  sessionId: string
  cwd: string
  mcpServers: never[]
}

/** Resumes a session by either method. An agent may lack the one that it advertises. */
const resumeSession = async (
  agent: AgentRequests,
  params: Resuming,
  { sessionCapabilities, loadSession }: Record<string, unknown>,
): Promise<unknown> => {
  const canResume = typeof readRecord(sessionCapabilities)['resume'] === 'object'
  if (canResume)
    try {
      return await agent.request('session/resume', params)
    } catch (error) {
      if (!isMissing(error)) throw error
    }
  if (loadSession !== true)
    throw driverError('session_lost', { message: 'The agent cannot resume its sessions.' })
  return agent.request('session/load', params)
}

const readState = (answer: unknown): SessionState => {
  const { configOptions, modes } = readRecord(answer)
  return {
    configOptions: Array.isArray(configOptions) ? configOptions.map(readRecord) : [],
    modes: readRecord(modes),
  }
}

interface Choice {
  sessionId: string
  state: SessionState
  value: string
}

const setMode = async (agent: AgentRequests, session: AcpSession, choice: Choice): Promise<void> => {
  const { sessionId, state, value } = choice
  if (await setOption(agent, session, 'mode', choice)) return
  if (state.modes['currentModeId'] === value) return
  await accept(session, 'mode', value, () => agent.request('session/set_mode', { sessionId, modeId: value }))
}

const setModel = async (agent: AgentRequests, session: AcpSession, choice: Choice): Promise<void> => {
  const { sessionId, value } = choice
  if (await setOption(agent, session, 'model', choice)) return
  // No schema of the protocol's package has this method.
  await accept(session, 'model', value, () =>
    agent.request<unknown>('session/set_model', { sessionId, modelId: value }),
  )
}

/** Sets an option of the session, and checks that it has the value. Returns false if it does not exist. */
const setOption = async (
  agent: AgentRequests,
  session: AcpSession,
  category: 'mode' | 'model',
  { sessionId, state, value }: Choice,
): Promise<boolean> => {
  const isWanted = (option: Record<string, unknown>): boolean =>
    option['category'] === category || option['id'] === category
  const option = state.configOptions.find(isWanted)
  if (option === undefined) return false
  if (option['currentValue'] === value) return true
  const configId = readText(option['id'])
  const answer = await accept(session, category, value, () =>
    agent.request('session/set_config_option', { sessionId, configId, value }),
  )
  const now = readState(answer).configOptions.find(isWanted)
  if (now !== undefined && now['currentValue'] !== value)
    throw refused(session, category, value, `it uses ${readText(now['currentValue'])}`)
  return true
}

const accept = async (
  session: AcpSession,
  category: string,
  value: string,
  call: () => Promise<unknown>,
): Promise<unknown> => {
  try {
    return await call()
  } catch (error) {
    const { code, message, data } = readRecord(error)
    // The program ended: the session fails with its end.
    if (typeof code !== 'number') throw error
    throw refused(session, category, value, readText(readRecord(data)['details']) || readText(message))
  }
}

const refused = ({ settings }: AcpSession, category: string, value: string, reason: string): Error =>
  driverError('environment', {
    message: `${settings.profile.title} refuses the ${category} ${JSON.stringify(value)}: ${reason}. Choose another ${category}.`,
  })
