import { AmeliaError } from '../../error/amelia-error.ts'
import type { SessionProgress, SessionResult, Usage } from '../../contract/driver.ts'
import type { SessionFacts, TranscriptFiles } from '../../event/charged-session.ts'
import type { InputOf } from '../../machine/state/input/input.ts'
import type { PhaseState } from '../../machine/state/phase-state.ts'
import type { Charge } from '../../machine/state/run-budget.ts'
import type { RunState } from '../../machine/state/run-state.ts'
import { sessionFailure } from '../../perform/command/session-failure.ts'
import { createPage } from '../../perform/transcript/create-page.ts'
import { keepTranscript } from '../../perform/transcript/keep-transcript.ts'
import { mergeUsage } from '../../policy/spending/merge-usage.ts'
import { refusedUsage } from '../../policy/spending/refused-usage.ts'
import { boundOutput } from '../../text/bound-output.ts'
import { redactSecrets } from '../../text/secret/match-secrets.ts'
import type { MeteredCall, MeterOptions } from './metered-call.ts'

/** One session of the meter: its facts, its usage and its transcript. */
export interface MeteredSession {
  /** The unique name that it is charged under. */
  readonly name: string
  readonly phaseId: string | undefined
  /** Whether it has ended. Its driver may still report usage if it was abandoned. */
  readonly isOver: boolean
  /** Whether the machine has recorded it. */
  isAdmitted(): boolean
  add(progress: SessionProgress): void
  /** Returns its id, once it is known. */
  id(): string | undefined
  /** Sets its prompt, for its transcript. */
  brief(prompt: string): void
  /** Adds a person's text to its transcript. */
  guide(text: string): void
  take(result: SessionResult): void
  /** Returns its usage so far as an input. */
  book(): Omit<InputOf<'session_used'>, 'at'>
  /** Milliseconds since the last `book`. */
  sinceBooked(): number
  /** Returns its charge as of now. */
  now(): Charge
  /** Ends it and keeps its transcript. `how`: `completed`, or the error. Never rejects. */
  end(how: unknown): Promise<void>
}

export const findPhase = (state: RunState, phaseId: string | undefined): PhaseState | undefined =>
  phaseId === undefined ? undefined : state.phases[state.graph.index.get(phaseId) ?? -1]

/** `before`: the usage that the agent's records of the session contain already, if they can be read. */
export const createMeteredSession = (
  options: MeterOptions,
  call: MeteredCall,
  before: Usage | undefined,
): MeteredSession => {
  const { state, host, lease, secrets = [], onListenerError = () => {} } = options
  const { clock } = host
  const { agent, request, phaseId, stop } = call
  const session = host.uniqueId()
  const facts = factsOf(call)
  const of = phaseId === undefined ? {} : { phaseId }
  const page = createPage()
  const began = clock.now()
  let booked = began
  let used: Usage = {}
  let isOver = false
  let hasReported = false
  let last: string | undefined
  let { prompt } = request
  let transcript: TranscriptFiles | undefined
  const age = (): number => Math.max(0, clock.now() - began)

  const charge = (): Charge => {
    const number = state.budget.charges.get(session)?.number ?? 0
    const known = { ...facts, session, number, usd: null, durationMs: age() }
    return Object.assign(known, used, of)
  }

  const isBooked = (): boolean => state.budget.charges.has(session)

  return {
    name: session,
    phaseId,
    get isOver() {
      return isOver
    },
    isAdmitted: () => state.budget.sessions.has(session),
    add(progress) {
      if (progress.type === 'session') facts.sessionId = progress.sessionId
      if (progress.type === 'usage') used = mergeUsage(used, progress.usage)
      // A session that waits for its provider has been refused so far.
      if (progress.type !== 'session' && progress.type !== 'waiting') hasReported = true
      if (!isOver) page.add(progress, age())
    },
    id: () => facts.sessionId,
    brief(full) {
      prompt = full
    },
    guide: (text) => page.guide(text, age()),
    take({ sessionId, text, usage }) {
      if (sessionId !== undefined) facts.sessionId = sessionId
      used = mergeUsage(used, usage)
      last = text
    },
    book() {
      booked = clock.now()
      // A charge without a time is of a session that is running, or whose process died.
      const durationMs = isBooked() ? age() : 0
      return {
        ...{ type: 'session_used', ...of, session, facts: { ...facts }, usage: used },
        ...{ durationMs, over: isOver },
        ...(transcript && { transcript }),
        ...(before && !isBooked() && { before }),
      }
    },
    sinceBooked: () => clock.now() - booked,
    now: charge,
    async end(how) {
      isOver = true
      let outcome = 'completed'
      if (how !== outcome) {
        const redact = (text: string): string => redactSecrets(text, secrets)
        const failure = sessionFailure(how, undefined, { state, redact })
        outcome = failure.message
        facts.failure = failure.class
        if (!hasReported) used = mergeUsage(used, refusedUsage(agent.meters, failure.class))
      }
      const now = charge()
      const { attempt = 0, number, sessionId } = now
      const stack = stop.signal.aborted ? undefined : stackOf(how, secrets)
      transcript = await keepTranscript({
        ...{ driver: agent, sessionId, number, clock, secrets },
        of: phaseId === undefined ? undefined : { phaseId, attempt },
        page: page.render({
          ...{ session: now, phaseId, prompt, startedAt: began, outcome, text: last, stack },
        }),
        keep: (name, text) => lease.keep(name, text),
        onError: onListenerError,
      })
    },
  }
}

/** Returns the stack of an error that the driver did not make on purpose. */
const stackOf = (how: unknown, secrets: readonly string[]): string | undefined =>
  how instanceof Error && !AmeliaError.is(how) && typeof how.stack === 'string'
    ? boundOutput(redactSecrets(how.stack, secrets))
    : undefined

const factsOf = ({ agent, request }: MeteredCall): SessionFacts => {
  const { role, model, unit, attempt, dispatch, resume, sessionId = resume } = request
  return {
    role,
    driver: agent.id,
    ...(model !== undefined && { model }),
    // A review is of its phase: only work has a unit.
    ...(unit && role === 'developer' && { unit }),
    ...(attempt !== undefined && { attempt }),
    ...(dispatch !== undefined && { dispatch }),
    ...(sessionId !== undefined && { sessionId }),
  }
}
