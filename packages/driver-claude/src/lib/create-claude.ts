import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type AgentParts, checkRequest, loadSdk, trackSessions } from '@amelia/agent-process'
import { defineDriver, type DriverV1, timerClock } from '@amelia/core/plugin'
import { checkClaude, checkSettings } from './option/check-claude.ts'
import type { ClaudeOptions } from './option/claude-options.ts'
import { claudePackage } from './option/claude-package.ts'
import { describeAccess } from './option/describe-access.ts'
import type { ClaudeSdk } from './program/claude-sdk.ts'
import { readSettings } from './option/claude-settings.ts'
import { agentHome } from './option/agent-home.ts'
import { createSessionInput, type SessionInput } from './session/session-input.ts'
import { createSessionQueue } from './session/session-queue.ts'
import { createSessionRecords } from './transcript/session-records.ts'
import { createTokenPrices } from './usage/token-prices.ts'
import { readSpent } from './transcript/read-spent.ts'
import { findTranscript } from './transcript/find-transcript.ts'
import { runClaudeSession } from './session/run-claude-session.ts'

/**
 * The package name is an expression, so that type checkers and bundlers do not resolve the optional package.
 */
const importSdk = (): Promise<unknown> => import(claudePackage.name)

/**
 * Creates a driver for Claude with replaceable parts. Programs use {@link claude}.
 *
 * Meters tokens and dollars. Dollars are the agent's own figure, reported at the end of a session; those of a
 * killed session are estimated if the agent left no figure. A session leaves no process behind, and can be
 * resumed on the same machine as long as the agent keeps its transcript.
 */
export const createClaude = (options: ClaudeOptions = {}, parts: Partial<AgentParts> = {}): DriverV1 => {
  const { load, clock = timerClock({ keepAlive: false }), environment = process.env } = parts
  const settings = readSettings(options, environment)
  const sessions = trackSessions()
  const home = agentHome(settings, environment)
  const queue = createSessionQueue()
  const inputs = new Map<string, SessionInput>()
  const records = createSessionRecords(home, () => clock.now())
  const prices = createTokenPrices()
  return defineDriver({
    id: 'claude',
    provider: settings.provider,
    meters: ['tokens', 'usd'],
    reports: 'output',
    todo: true,
    resume: 'machine',
    access: describeAccess(settings, environment),
    runSession: (request, callContext) =>
      sessions.run(callContext, async (context) => {
        context.signal.throwIfAborted()
        const problems = load ? checkSettings(settings, environment) : checkClaude(options, environment)
        const folder = checkRequest('Claude', request, problems, ['tokens', 'usd', 'wallMs'])
        const sdk = await loadSdk<ClaudeSdk>(claudePackage, load ?? importSdk)
        context.signal.throwIfAborted()
        const { resume, sessionId = randomUUID() } = request
        const id = resume ?? sessionId
        const input = createSessionInput(request.prompt)
        const places = { folder, home, records, prices, input }
        return queue(id, context.signal, async () => {
          inputs.set(id, input)
          const asked = resume === undefined ? { ...request, sessionId } : request
          const session = { request: asked, context, settings, parts: { clock, environment }, sdk, ...places }
          return runClaudeSession(session).finally(() => inputs.delete(id))
        })
      }),
    steer: async (sessionId, text) => (await inputs.get(sessionId)?.offer(text)) ?? false,
    async readTranscript(sessionId) {
      const path = await findTranscript(home, sessionId)
      return path === undefined ? undefined : { format: 'jsonl', text: await readFile(path, 'utf8') }
    },
    readUsage: (sessionId) => readSpent(home, sessionId),
    close: () => sessions.close(),
  })
}
