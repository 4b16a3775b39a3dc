import type { DriverV1, SessionRequest } from '../../contract/driver.ts'
import type { Effect } from '../../machine/state/effect.ts'
import type { InputDraft } from '../../machine/state/input/input.ts'
import type { RunState } from '../../machine/state/run-state.ts'
import { describeError } from '../../policy/describe-error.ts'
import { buildGuidance } from '../../prompt/build-guidance.ts'
import { describeValue } from '../../error/check/describe-value.ts'

export interface SteeringOptions {
  state: Pick<RunState, 'guidance'>
  /** Resolves once the machine has applied the input. */
  feedAndWait(input: InputDraft): Promise<void>
}

/** A session that may be given texts. */
export interface SteeredSession {
  agent: DriverV1
  request: Pick<SessionRequest, 'role' | 'prompt'>
  phaseId: string | undefined
  /** Its id, once it is known. */
  id(): string | undefined
  /** Called with a text before the session's driver is. */
  onText(text: string): void
}

/** Gives the texts of people to sessions. */
export interface Steering {
  /** Registers a running session. Returns the function that ends it. */
  join(session: SteeredSession): () => void
  /** Returns the prompt of a session that is about to start, with the texts that wait for its phase. */
  brief(session: SteeredSession): Promise<string>
  /** Offers a text to the running session of its phase, the last one if there are several. Never rejects. */
  deliver(effect: Extract<Effect, { type: 'steer' }>): Promise<void>
}

/**
 * Creates the steering of a run. Only sessions of developers are steered.
 *
 * - S1 A text is journalled as given before a session can receive it, so no session receives one twice, also
 *   not after a crash. A crash between the two loses the text, and its last event reports that.
 * - S2 Of a prompt and a running session, only one takes a text.
 */
export const createSteering = ({ state, feedAndWait }: SteeringOptions): Steering => {
  const running = new Map<SteeredSession, Promise<void>>()
  /** S2: texts that a prompt or a session has taken. */
  const taken = new Set<string>()

  const ask = async (
    session: SteeredSession,
    sessionId: string,
    text: string,
  ): Promise<{ outcome: 'delivered' | 'deferred' | 'dropped'; reason?: string }> => {
    try {
      session.onText(text)
      const over = running.get(session)?.then(unanswered)
      const received: unknown = await Promise.race([session.agent.steer?.(sessionId, text) ?? false, over])
      if (typeof received === 'boolean') return { outcome: received ? 'delivered' : 'deferred' }
      throw new Error(
        `\`steer\` must return whether the session received the text; got ${describeValue(received)}.`,
      )
    } catch (error) {
      const { message } = describeError(error, (said) => said)
      return { outcome: 'dropped', reason: `Driver "${session.agent.id}": ${message}` }
    }
  }

  const deliver = async (phaseId: string, steerId: string): Promise<void> => {
    const waiting = state.guidance.get(steerId)
    if (!waiting || taken.has(steerId)) return
    const session = [...running.keys()].findLast(
      (one) => one.phaseId === phaseId && one.agent.steer !== undefined && one.id() !== undefined,
    )
    const id = session?.id()
    if (!session || id === undefined)
      return feedAndWait({ type: 'steer_answered', steerId, outcome: 'deferred' })
    taken.add(steerId)
    await feedAndWait({ type: 'steer_given', steerIds: [steerId], to: 'turn' })
    const answer = running.has(session)
      ? await ask(session, id, buildGuidance([waiting.text]))
      : { outcome: 'deferred' as const }
    await feedAndWait({ type: 'steer_answered', steerId, ...answer })
    if (answer.outcome === 'deferred') taken.delete(steerId)
  }

  return {
    join(session) {
      if (session.request.role !== 'developer') return () => {}
      let end = (): void => {}
      running.set(session, new Promise((resolve) => (end = resolve)))
      return () => {
        running.delete(session)
        end()
      }
    },
    async brief({ request: { role, prompt }, phaseId }) {
      if (role !== 'developer') return prompt
      const waiting = [...state.guidance].filter(([id, one]) => one.phaseId === phaseId && !taken.has(id))
      if (waiting.length === 0) return prompt
      const steerIds = waiting.map(([id]) => id)
      for (const id of steerIds) taken.add(id)
      await feedAndWait({ type: 'steer_given', steerIds, to: 'prompt' })
      return `${prompt}\n${buildGuidance(waiting.map(([, { text }]) => text))}`
    },
    // A journal that takes no more inputs ends the run, and the next process reports the text.
    deliver: ({ phaseId, steerId }) => deliver(phaseId, steerId).catch(() => {}),
  }
}

/** A driver answers before its session ends. The session's last promises may still be under way. */
const unanswered = async (): Promise<never> => {
  await new Promise((resolve) => setTimeout(resolve))
  throw new Error('the session ended without an answer whether it received the text.')
}
