import { setTimeout as delay } from 'node:timers/promises'
import type { PromptResponse } from '@agentclientprotocol/sdk'
import { fullPrompt } from '@amelia/agent-process'
import { driverError } from '@amelia/core/plugin'
import { connectAgent } from '../program/connect-agent.ts'
import type { Program } from '../program/start-program.ts'
import { chooseOption, permitTool } from '../tool/permit-tool.ts'
import type { SessionUsage } from '../usage/session-usage.ts'
import type { AcpSession } from '../task/acp-session.ts'
import { openConversation } from './open-conversation.ts'
import type { Updates } from './receive-updates.ts'
import { createSessionInput } from '../task/session-input.ts'

/** The receivers of a conversation, and what stops it. */
export interface Conversing {
  signal: AbortSignal
  updates: Updates
  usage: SessionUsage
  /** Called for each message of the agent, with whether it belongs to its work. */
  onMessage(isWork: boolean): void
  /** Called once the session has an id. */
  onOpen(sessionId: string): void
}

/** A conversation that runs. */
export interface Conversation {
  /** Resolves with the last message of the agent. */
  text: Promise<string>
  /**
   * Asks the agent to end its turn, and waits a short time for it. Agents need not do so: some do not know
   * the request.
   */
  cancel(): Promise<void>
}

/** How long a cancelled turn may take to end before its program is ended, in milliseconds. */
const cancelMs = 1_000

/** Holds one session with an agent's program: opens or resumes it, and sends the prompt. */
export const converse = (session: AcpSession, program: Program, conversing: Conversing): Conversation => {
  const { request, settings, folder, inputs, context } = session
  const { signal, updates, usage, onMessage, onOpen } = conversing
  const policy = {
    ...{ access: request.access, root: folder, tools: settings.tools },
    isConfined: request.workspace.confinement !== undefined,
  }
  let cancel = (): Promise<void> => Promise.resolve()
  /** Updates before the prompt repeat the history of a session that is loaded. */
  let isPrompted = false

  const work = async (): Promise<string> => {
    const agent = await connectAgent(program.child, {
      async permit({ toolCall, options }) {
        onMessage(true)
        const verdict = signal.aborted ? undefined : await permitTool(policy, toolCall)
        const chosen = verdict && chooseOption(verdict, options)
        return {
          outcome: chosen ? { outcome: 'selected', optionId: chosen.optionId } : { outcome: 'cancelled' },
        }
      },
      update({ update }) {
        onMessage(isPrompted)
        if (isPrompted) updates.receive(update)
      },
    })
    const sessionId = await openConversation(agent, session)
    signal.throwIfAborted()
    onOpen(sessionId)
    context.emit({ type: 'session', sessionId })
    isPrompted = true
    cancel = () => agent.notify('session/cancel', { sessionId })
    const send = (text: string): Promise<PromptResponse> =>
      agent.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] })
    const input = createSessionInput(send)
    if (settings.profile.steers) inputs.set(sessionId, input)
    const answer = await send(fullPrompt(request)).finally(() => updates.flush())
    usage.answered(answer)
    await input.close()
    updates.flush()
    if (answer.stopReason === 'end_turn') return updates.text()
    throw stopped(settings.profile.title, answer.stopReason)
  }

  const text = work()
  text.catch(() => {})
  return {
    text,
    async cancel() {
      await cancel().catch(() => {})
      await Promise.race([text.catch(() => {}), delay(cancelMs, undefined, { ref: false })])
    },
  }
}

const stopped = (title: string, reason: string): Error =>
  driverError(reason === 'refusal' ? 'refused' : 'agent_failed', {
    message: `${title} ended its turn early: ${reason.replaceAll('_', ' ')}.`,
  })
