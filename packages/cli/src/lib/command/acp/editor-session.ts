import type { AgentContext, SessionUpdate } from '@agentclientprotocol/sdk'
import type { GateChoice, Host } from '@amelia/core'
import type { RunPlace } from '../../stored/run-place.ts'

/** The editor at the other end of the connection. */
export interface Editor {
  /** Its requests and notifications. */
  readonly client: Pick<AgentContext, 'request' | 'notify'>
  /** Whether it shows forms. */
  readonly hasForms: boolean
  /** Whether its person is asked the questions of runs: some editors approve everything by themselves. */
  readonly asks: boolean
}

/** A conversation of an editor. It follows one run at a time. */
export interface EditorSession {
  readonly id: string
  readonly place: RunPlace
  readonly host: Host
  /** Flags of `amelia run` for each run that is started. */
  readonly runFlags: readonly string[]
  /** The run that was started last. */
  runId?: string
  /** The number of the last event that the editor has received. */
  seq: number
  /** The question whose answer needs words, which the next prompt contains. */
  awaited?: { gateId: string; choice: GateChoice }
  /** Ends the turn that is under way. */
  turn?: AbortController
}

/** The label that stores the session of a run with it. */
export const sessionLabel = 'acp-session'

/** Sends an update of a session. */
export const sendUpdate = async (
  { client }: Editor,
  { id }: EditorSession,
  update: SessionUpdate,
): Promise<void> => client.notify('session/update', { sessionId: id, update })

/** Sends a text, as Markdown. */
export const sendText = async (editor: Editor, session: EditorSession, text: string): Promise<void> =>
  sendUpdate(editor, session, {
    sessionUpdate: 'agent_message_chunk',
    content: { type: 'text', text: `${text}\n\n` },
  })
