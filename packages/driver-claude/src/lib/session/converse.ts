import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { exitMs, lateExit, markProcesses } from '@amelia/agent-process'
import { type ProgramEnd, readForeignSignal } from '../program/program-end.ts'
import { noRules, readProjectRules } from '../rules/read-project-rules.ts'
import { writeSkills } from '../rules/write-skills.ts'
import { type StartOptions, startProgram } from '../program/start-program.ts'
import type { ClaudeQuery } from '../program/claude-sdk.ts'
import type { ClaudeSession } from './claude-session.ts'
import { type Conversation, conversationMark } from './open-conversation.ts'
import { type AgentMessage, readMessage } from '../message/read-message.ts'
import { sessionOptions } from './session-options.ts'

/** How long a program may take to end after TERM before KILL follows, in milliseconds. */
const graceMs = 2_500

/**
 * Runs the conversation until it ends or the signal aborts, and ends its processes.
 *
 * A program that is stopped receives TERM: it saves its transcript and its cost, and sends no further
 * request. It is never interrupted by a message: its transcript would tell the agent to stop and wait.
 *
 * @param onMessage Receives each message, first as undefined: unknown messages count as activity too.
 */
export const converse = async (
  session: ClaudeSession,
  conversation: Conversation,
  signal: AbortSignal,
  onMessage: (message: AgentMessage | undefined) => Promise<void> | void,
): Promise<ProgramEnd> => {
  const { request, settings, parts, sdk, folder, home, input } = session
  const { skills, ...rules } =
    settings.projectRules === 'base' && request.workspace.baseFiles !== undefined
      ? await readProjectRules(request.workspace.baseFiles)
      : noRules
  const written = await writeSkills(home, skills)
  const abortController = new AbortController()
  const processes = markProcesses(request.marker)
  const [name = '', value = ''] = conversationMark(conversation.sessionId).split('=')
  const end: ProgramEnd = { errorOutput: '' }
  let exited: Promise<unknown> = Promise.resolve()
  let reading: Promise<unknown> = Promise.resolve()
  let isOver = false
  let kill = (): void => {}
  try {
    const query = sdk.query({
      prompt: input.messages,
      options: sessionOptions({
        request,
        conversation,
        rules: { ...rules, skills: written },
        settings,
        environment: parts.environment,
        folder,
        variables: { ...request.workspace.env, ...processes.variables, [name]: value },
        abortController,
        start(command) {
          const child = startProgram(command, {
            apiKey: settings.apiKey,
            onErrorOutput: (tail) => (end.errorOutput = tail),
            ...confinementOf(session),
          })
          kill = () => child.kill('SIGKILL')
          exited = once(child, 'exit').then(
            ([code, killer]) => {
              const found = readForeignSignal(code as number | null, killer as string | null)
              if (found !== undefined) end.signal = found
            },
            () => {},
          )
          return child
        },
      }),
    })
    reading = readAll(query, (message) => (isOver ? undefined : onMessage(message))).catch(
      (error: unknown) => {
        end.thrown = error
      },
    )
    await Promise.race([reading, untilAborted(signal)])
    // The program saves the session just before it exits.
    if (!signal.aborted) await atMost(session, exitMs, exited)
  } catch (error) {
    end.thrown = error
  } finally {
    abortController.abort()
    // A program that completed its session and does not exit has nothing left to save.
    if (signal.reason === lateExit) kill()
    await Promise.all([processes.end(), atMost(session, graceMs, Promise.all([exited, reading]))])
    kill()
    isOver = true
  }
  return end
}

/** The program writes its login, its settings and its transcripts to its own folder. */
const confinementOf = ({
  request,
  settings,
  parts,
  folder,
  home,
}: ClaudeSession): Pick<StartOptions, 'confinement'> => {
  const { confinement } = request.workspace
  if (confinement === undefined) return {}
  mkdirSync(home, { recursive: true })
  const file = join(parts.environment['HOME'] || homedir(), '.claude.json')
  return {
    confinement: {
      ...{ workspace: folder, cwd: folder, access: request.access },
      confinement: { ...confinement, read: [...confinement.read, ...settings.readable] },
      own: settings.home === undefined ? [home, file] : [home],
    },
  }
}

const readAll = async (
  query: ClaudeQuery,
  onMessage: (message: AgentMessage | undefined) => Promise<void> | void,
): Promise<void> => {
  for await (const message of query) {
    await onMessage(undefined)
    for (const part of readMessage(message)) await onMessage(part)
  }
}

const untilAborted = async (signal: AbortSignal): Promise<void> => {
  if (!signal.aborted) await once(signal, 'abort')
}

/** Waits until a promise settles, at most this many milliseconds. Ignores its result. */
const atMost = async ({ parts }: ClaudeSession, ms: number, end: Promise<unknown>): Promise<void> => {
  const over = new AbortController()
  const settled = end.then(
    () => {},
    () => {},
  )
  await Promise.race([settled, parts.clock.wait(ms, over.signal).catch(() => {})])
  over.abort()
}
