import {
  checkRequest,
  childEnvironment,
  markProcesses,
  runProcess,
  trackSessions,
} from '@amelia/agent-process'
import { defineDriver, driverError } from '@amelia/core/plugin'

const { AbortSignal } = globalThis
/** The exit codes of this agent. Any other code than 0 is a failed attempt. */
const failures = { 66: 'session_lost', 69: 'transient', 75: 'rate_limited', 77: 'auth' }

/** Creates a receiver of output that calls `take` with each line. */
const byLine = (take) => {
  const decoder = new TextDecoder()
  let rest = ''
  return (chunk) => {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop()
    lines.forEach(take)
  }
}

/** A reviewer's verdict, for example, has to be JSON. The engine finds it in the text. */
const promptOf = ({ prompt, outputSchema: schema }) =>
  schema ? `${prompt}\n\nEnd with JSON in a fence, by this schema:\n${JSON.stringify(schema)}\n` : prompt

/** Creates a driver for an agent that is a program: `command` starts it, and it prints JSON, line by line. */
export const programAgent = ({ command, passEnv = [] }) => {
  const sessions = trackSessions()
  const runSession = (request, callContext) =>
    sessions.run(
      callContext,
      async ({ signal, emit }) => {
        const cwd = checkRequest('The agent', request, [], ['tokens'])
        const tooMuch = new AbortController()
        const result = { text: '', usage: {} }
        const take = (line) => {
          const { type, id, text, input, output } = JSON.parse(line)
          if (type === 'session') {
            result.sessionId = id
            emit({ type: 'session', sessionId: id })
          }
          if (type === 'text') {
            result.text = text
            emit({ type: 'text', text })
          }
          if (type === 'usage') {
            result.usage = { inputTokens: input, outputTokens: output }
            emit({ type: 'usage', usage: result.usage })
            if (input + output > request.limits.tokens) tooMuch.abort()
          }
        }
        const marked = markProcesses(request.marker)
        try {
          const { exitCode, output } = await runProcess({
            argv: [
              ...command,
              ...(request.resume ? ['--resume', request.resume] : []),
              ...(request.access === 'read' ? ['--read-only'] : []),
            ],
            cwd,
            env: { ...childEnvironment(process.env, passEnv, cwd), ...marked.variables },
            input: promptOf(request),
            onStdout: byLine(take),
            signal: AbortSignal.any([signal, tooMuch.signal]),
            graceMs: 2_000,
            outputLimit: 2_000,
          })
          signal.throwIfAborted()
          if (tooMuch.signal.aborted) throw driverError('budget_exceeded')
          // A program that a signal ended has no exit code: somebody else ended it.
          if (exitCode === null) throw driverError('interrupted')
          if (exitCode !== 0)
            throw driverError(failures[exitCode] ?? 'agent_failed', { message: output.trim() })
          return result
        } finally {
          await marked.end()
        }
      },
      request.resume,
    )
  return defineDriver({
    id: 'program',
    provider: 'program',
    meters: ['tokens'],
    reports: 'text',
    resume: 'machine',
    runSession,
    close: () => sessions.close(),
  })
}
