import type { FrozenPhase } from '../../machine/state/frozen-run.ts'
import type { DriverV1 } from '../../contract/driver.ts'
import { driverError } from '../../contract/driver-error.ts'
import { isOwnEvent } from '../../contract/tool/own-event.ts'
import type { Failure } from '../../contract/failure.ts'
import type { ReviewContext, ReviewRequest } from '../../contract/reviewer.ts'
import { withFiles, type Workspace } from '../../contract/workspace.ts'
import { decideRepair } from '../../policy/answer/decide-repair.ts'
import { isOwnFault } from '../../policy/answer/is-own-fault.ts'
import type { Reading } from '../../policy/answer/read-answer.ts'
import { redactValue } from '../../text/secret/redact-value.ts'
import { runCommand } from '../command/run-command.ts'
import { rulesCommit } from '../own/rules-commit.ts'
import type { Performer } from '../performer.ts'
import { readOnlyFiles } from '../read-only-files.ts'
import { sessionFailure } from '../command/session-failure.ts'
import { askedTwice } from './ask-agent.ts'
import { checkReviewCall } from './check-review-call.ts'

/** The review of one commit. Without a phase, that of the final result. */
export interface Reviewing {
  performer: Performer
  phase: FrozenPhase | undefined
  /** The request without the workspace and its tools, which each reviewer has its own of. */
  facts: Omit<ReviewRequest, 'workspace' | 'tools'>
}

/** A reviewer or an evaluator, and how to read its answer. */
export interface Party<Answer> {
  role: 'reviewer' | 'evaluator'
  id: string
  /** Its name in messages, and that of its answer. */
  name: string
  answer: string
  call(request: ReviewRequest, context: ReviewContext): Promise<unknown>
  read(value: unknown): Reading<Answer>
}

/**
 * Asks a reviewer or an evaluator for its answer.
 *
 * If it crashes, or its answer cannot be read, it is asked once more. A second time is a failure of the class
 * `report_invalid` that names it. Throws only if the run stops or git fails.
 */
export const askParty = async <Answer>(
  reviewing: Reviewing,
  party: Party<Answer>,
): Promise<{ answer: Answer } | { failure: Failure }> => {
  const { secrets, redact } = reviewing.performer
  for (let tries = 1; ; tries++) {
    const said = await call(reviewing, party)
    const reading = 'failure' in said ? said : party.read(said.value)
    if ('answer' in reading) return { answer: redactValue(reading.answer, secrets) }
    const { failure, isLast = false } =
      'failure' in reading ? reading : { failure: unreadable(redact(reading.problem)) }
    const again = decideRepair({ tries, canResume: false, isReadOnly: true })
    if (isLast || again === 'none' || !isOwnFault(failure.class))
      return { failure: nameParty(party, failure) }
  }
}

const unreadable = (message: string): Failure => ({ class: 'report_invalid', message })

/** Names the party in the message of its failure. */
const nameParty = ({ name, answer }: Pick<Party<unknown>, 'name' | 'answer'>, failure: Failure): Failure => ({
  ...failure,
  class: isOwnFault(failure.class) ? 'report_invalid' : failure.class,
  message:
    failure.class === 'report_invalid'
      ? `The ${answer} of the ${name} cannot be read: ${failure.message}`
      : `The ${name} failed: ${failure.message}`,
})

/** Calls a party in a workspace of the commit. `isLast`: its agent was asked twice. */
const call = async (
  { performer, phase, facts }: Reviewing,
  { role, id, call }: Party<unknown>,
): Promise<{ value: unknown } | { failure: Failure; isLast?: boolean }> => {
  const { state, host } = performer
  const { git } = host
  const { runId } = state
  const of = phase && { phase: phase.id }
  const place = await git.openWorkspace({ runId, ...of, base: facts.commit, rules: rulesCommit(state) })
  const workspace = withFiles(place, readOnlyFiles(place.fs))
  let provider: string | undefined
  // One driver for the whole call: a repaired answer continues its session.
  let own: DriverV1 | undefined
  const who = `${role} "${id}"`
  let isOver = false
  const context: ReviewContext = {
    signal: performer.signal,
    emit: (progress) => {
      if (isOwnEvent(progress)) return isOver ? undefined : performer.ownEvent(who, phase?.id, progress)
      if (phase) performer.progress(phase.id, progress)
    },
    session: async (session, driver = (own ??= performer.driverFor(role))) => {
      checkReviewCall(who, 'session', 'session', session)
      checkReviewCall(who, 'session', 'driver', driver)
      if (!driver)
        throw driverError('environment', {
          message: `The ${role} "${id}" needs an agent, but this run has none. Give the ${role} or the run a driver.`,
        })
      ;({ provider } = driver)
      const request = { ...session, role, workspace, access: 'read', limits: {} } as const
      const onProgress: Parameters<typeof performer.session>[1] = (progress, session) => {
        if (phase) performer.progress(phase.id, progress, session)
      }
      return performer.session(request, onProgress, driver)
    },
    command: async (request) => {
      checkReviewCall(who, 'command', 'command', request)
      return runCommand(performer, { ...request, workspace: place, access: 'read' })
    },
  }
  try {
    performer.signal.throwIfAborted()
    const phaseId = phase?.id
    const { signal } = performer
    const run = (own: Workspace): Promise<unknown> =>
      call({ ...facts, workspace: own, tools: performer.tools(own) }, context)
    return { value: await performer.guard({ who, workspace, signal, phaseId, run }) }
  } catch (error) {
    performer.signal.throwIfAborted()
    const isLast = error instanceof Error && error.cause === askedTwice
    return { failure: sessionFailure(error, provider, performer), isLast }
  } finally {
    isOver = true
    await git.closeWorkspace(place)
  }
}
