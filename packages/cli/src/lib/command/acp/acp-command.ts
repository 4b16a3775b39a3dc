import { Readable, Writable } from 'node:stream'
import { answerRun, readRun } from '@amelia/core'
import manifest from '../../../../package.json' with { type: 'json' }
import { exitCode } from '../../terminal/exit-code.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { describeError } from '../mcp/tool-result.ts'
import type { Execute } from '../detach/check-run-flags.ts'
import { type Editor, type EditorSession, sendText } from './editor-session.ts'
import { replayRun } from './follow-run.ts'
import { findSession, listSessions, openSession } from './open-session.ts'
import { takeTurn } from './take-turn.ts'

/** Options of `amelia acp`. */
export interface AcpOptions {
  database?: string
  /** Whether the editor's person is asked the questions of runs. */
  acpGates: 'ask' | 'refuse'
}

/**
 * Serves the Agent Client Protocol until stdin ends: an editor starts plans as prompts, follows their runs
 * and answers their questions. Runs outlive the editor. Stdout carries only the protocol.
 */
export const acpCommand = async (
  terminal: Terminal,
  runFlags: readonly string[],
  { database, acpGates }: AcpOptions,
  execute: Execute,
): Promise<number> => {
  const { agent, ndJsonStream, PROTOCOL_VERSION, RequestError } = await import('@agentclientprotocol/sdk')
  const settings = { terminal, execute, runFlags, database }
  const sessions = new Map<string, EditorSession>()
  let hasForms = false
  const editorOf = (client: Editor['client']): Editor => ({ client, hasForms, asks: acpGates === 'ask' })
  const refuse = (error: unknown): never => {
    throw RequestError.invalidParams(undefined, describeError(error))
  }
  const find = (id: string): EditorSession => {
    const session = sessions.get(id)
    if (session) return session
    throw RequestError.sessionNotFound(id)
  }
  const load = async (cwd: string, id: string): Promise<EditorSession> => {
    const session = await openSession(cwd, settings, id).catch(refuse)
    await findSession(session).catch(() => {
      throw RequestError.sessionNotFound(id)
    })
    sessions.set(id, session)
    return session
  }

  const app = agent({ name: 'amelia' })
    .onRequest('initialize', ({ params }) => {
      hasForms = params.clientCapabilities?.elicitation?.form != null
      return {
        protocolVersion: Math.min(params.protocolVersion, PROTOCOL_VERSION),
        agentInfo: { name: 'amelia', title: 'Amelia', version: manifest.version },
        agentCapabilities: {
          loadSession: true,
          promptCapabilities: { embeddedContext: true },
          sessionCapabilities: { list: {}, resume: {}, close: {} },
        },
      }
    })
    .onRequest('session/new', async ({ params }) => {
      const session = await openSession(params.cwd, settings).catch(refuse)
      sessions.set(session.id, session)
      return { sessionId: session.id }
    })
    .onRequest('session/load', async ({ params, client }) => {
      await replayRun(editorOf(client), await load(params.cwd, params.sessionId))
      return {}
    })
    .onRequest('session/resume', async ({ params }) => {
      const session = await load(params.cwd, params.sessionId)
      const { host, runId = '' } = session
      session.seq = (await readRun({ host, runId })).seq
      return {}
    })
    .onRequest('session/list', async ({ params }) => {
      const session = await openSession(params.cwd ?? process.cwd(), settings).catch(refuse)
      return { sessions: await listSessions(session) }
    })
    .onRequest('session/close', ({ params }) => {
      const { turn } = find(params.sessionId)
      // The run goes on: only a cancelled turn stops it.
      sessions.delete(params.sessionId)
      turn?.abort()
    })
    .onRequest('session/prompt', async ({ params, client, signal }) => {
      const session = find(params.sessionId)
      if (session.turn) throw RequestError.invalidRequest(undefined, 'A prompt of this session is under way.')
      const turn = new AbortController()
      session.turn = turn
      const editor = editorOf(client)
      try {
        await takeTurn(editor, session, params.prompt, AbortSignal.any([turn.signal, signal]))
      } catch (error) {
        if (!turn.signal.aborted) await sendText(editor, session, describeError(error))
      } finally {
        delete session.turn
      }
      // Here and not when the turn was cancelled, because its run may have been about to start.
      if (turn.signal.aborted && sessions.has(session.id)) await stopRun(session)
      return { stopReason: turn.signal.aborted ? 'cancelled' : 'end_turn' }
    })
    .onNotification('session/cancel', ({ params }) => find(params.sessionId).turn?.abort())

  const output = Writable.toWeb(process.stdout)
  const input = Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>
  await app.connect(ndJsonStream(output, input)).closed
  return exitCode.completed
}

/** Stops the run of a session. One that waits or has ended refuses this: there is nothing to stop. */
const stopRun = async ({ host, runId }: EditorSession): Promise<void> => {
  if (runId !== undefined)
    await answerRun({ host, runId, command: { type: 'cancel' } }).catch(() => undefined)
}
