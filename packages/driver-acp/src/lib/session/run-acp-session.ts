import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { endMarkedProcesses, markProcesses, type ProgramExit, watchSession } from '@amelia/agent-process'
import { driverError, type SessionResult } from '@amelia/core/plugin'
import { readFailure } from '../failure/read-failure.ts'
import { agentEnvironment } from '../program/agent-environment.ts'
import { hiddenSettings, type Program, startProgram } from '../program/start-program.ts'
import { exportSession } from '../usage/export-session.ts'
import { readExport, type StoredSession } from '../usage/read-export.ts'
import { createSessionUsage } from '../usage/session-usage.ts'
import type { AcpSession } from '../task/acp-session.ts'
import { type Conversation, converse } from './converse.ts'
import { readOutput } from './read-output.ts'
import { receiveUpdates } from './receive-updates.ts'
import { watchWaits } from './watch-waits.ts'

/** Names the session of a process. Two programs of one session lose each other's work. */
const conversationName = 'AMELIA_CONVERSATION'

/** How long the end of a program is awaited that has closed its connection, in milliseconds. */
const exitMs = 2_000

/**
 * Runs one session in a separate program. Afterwards none of its processes is running.
 *
 * Stops when a limit is reached, when the agent sends no messages, when it waits too long for the provider,
 * and when the signal aborts. Usage is counted up to the end, also that of a killed session.
 */
export const runAcpSession = async (session: AcpSession): Promise<SessionResult> => {
  const { request, context, settings, clock, inputs } = session
  const { resume, outputSchema } = request
  refuseSettings(session)
  if (resume !== undefined) await endMarkedProcesses(`${conversationName}=${resume}`)
  const before = await readBefore(session)
  const own = new AbortController()
  const signal = AbortSignal.any([context.signal, own.signal])
  signal.throwIfAborted()
  const stop = (reason: Error): void => own.abort(reason)
  let sessionId: string | undefined
  const usage = createSessionUsage(session, { sessionId: () => sessionId, before, stop })
  const waits = watchWaits(session, { signal, stop })
  const watch = watchSession({
    ...{ agent: settings.profile.title, clock, stop },
    ...{ wallMs: request.limits.wallMs, idleMs: settings.idleTimeoutMs },
  })
  const updates = receiveUpdates({
    emit(progress) {
      if (!signal.aborted) context.emit(progress)
    },
    onToolEnd: () => void usage.check(),
  })
  const ending = await runProgram(session, signal, (line) => waits.receive(line), {
    ...{ signal, updates, usage },
    onMessage(isWork) {
      watch.received()
      if (isWork) waits.end()
    },
    onOpen(id) {
      sessionId = id
    },
  })
  watch.end()
  waits.end()
  if (sessionId !== undefined) inputs.delete(sessionId)
  const { used, last, error: recorded } = await usage.complete()
  if (sessionId !== undefined && last !== undefined) session.lastMessages.set(sessionId, last)
  if (!('text' in ending)) {
    if (signal.aborted) throw signal.reason
    throw readFailure(settings, {
      ...{ ...ending, recorded },
      isResuming: resume !== undefined && sessionId === undefined,
    })
  }
  const output = outputSchema === undefined ? undefined : readOutput(ending.text)
  return {
    ...(sessionId === undefined ? {} : { sessionId }),
    ...{ text: ending.text, usage: used },
    ...(output === undefined ? {} : { output }),
  }
}

/** Reads the session to resume. Throws `session_lost` if a message is missing that it had. */
const readBefore = async (session: AcpSession): Promise<StoredSession | undefined> => {
  const { resume } = session.request
  if (resume === undefined) return undefined
  const stored = readExport((await exportSession(session, resume)) ?? '')
  const last = session.lastMessages.get(resume)
  if (stored === undefined || last === undefined || stored.messages.includes(last)) return stored
  throw driverError('session_lost', {
    message: `The session ${resume} of ${session.settings.profile.title} cannot be resumed: the end of its records is missing.`,
  })
}

type Ending = { text: string } | { error: unknown; exit: ProgramExit | undefined; errorOutput: string }

/** Runs the program of a session until its conversation ends, and ends the program. */
const runProgram = async (
  session: AcpSession,
  signal: AbortSignal,
  onErrorLine: (line: string) => void,
  conversing: Parameters<typeof converse>[2],
): Promise<Ending> => {
  const { request, settings, folder, environment } = session
  const marked = markProcesses(request.marker)
  const env = {
    ...agentEnvironment(settings, environment),
    ...request.workspace.env,
    ...marked.variables,
    ...(request.resume === undefined ? {} : { [conversationName]: request.resume }),
  }
  let program: Program | undefined
  let conversation: Conversation | undefined
  try {
    const start = { argv: settings.argv, cwd: folder, env, stdin: 'pipe', onErrorLine } as const
    program = await startProgram(session, start, signal)
    conversation = converse(session, program, conversing)
    const ended = program.exited.then(() => Promise.reject(new Error('The program of the agent ended.')))
    return { text: await Promise.race([conversation.text, ended, untilAborted(signal)]) }
  } catch (error) {
    if (signal.aborted) await conversation?.cancel()
    const errorOutput = (): string => program?.errorOutput() ?? ''
    const exit = await exitOf(program, error)
    return {
      ...(exit instanceof Error ? { error: exit, exit: undefined } : { error, exit }),
      errorOutput: errorOutput(),
    }
  } finally {
    await program?.end()
    await marked.end()
  }
}

/** The end of a program whose agent did not answer; the error with which it could not start. */
const exitOf = async (
  program: Program | undefined,
  error: unknown,
): Promise<ProgramExit | Error | undefined> => {
  const isAnswer = typeof (error as { code?: unknown }).code === 'number'
  if (program === undefined || isAnswer) return undefined
  const exit = program.exited.catch((reason: Error) => reason)
  return Promise.race([exit, delay(exitMs, undefined, { ref: false })])
}

const untilAborted = async (signal: AbortSignal): Promise<never> => {
  if (!signal.aborted) await once(signal, 'abort')
  throw signal.reason
}

/** Without a confinement, nothing hides settings that start programs. */
const refuseSettings = ({ request, settings, folder }: AcpSession): void => {
  const [found] = hiddenSettings(settings, folder)
  if (found === undefined || request.workspace.confinement !== undefined) return
  throw driverError('environment', {
    message: `${found} can start programs in ${settings.profile.title} without a question, and nothing hides it from the agent. Confine the run, remove the file, or allow it with \`projectSettings: 'allow'\`.`,
  })
}
