import {
  checkRequest,
  childEnvironment,
  markProcesses,
  runProcess,
  trackSessions,
} from '@amelia/agent-process'
import { defineDriver, driverError } from '@amelia/core/plugin'
import { readOutput } from './output.js'

const { AbortSignal } = globalThis
/** The exit codes of this agent. Any other code than 0 is a failed attempt. */
const failures = { 66: 'session_lost', 69: 'transient', 75: 'rate_limited', 77: 'auth' }
/** A reviewer's verdict, for example, has to be JSON. The engine finds it in the text. */
const promptOf = ({ prompt, outputSchema: schema }) =>
  schema ? `${prompt}\n\nEnd with JSON in a fence, by this schema:\n${JSON.stringify(schema)}\n` : prompt

/** Creates a driver for an agent that is a program: `command` starts it, and it prints JSON, line by line. */
export const programAgent = ({ command, passEnv = [] }) => {
  const sessions = trackSessions()
  const work = async (request, { signal, emit }) => {
    const cwd = checkRequest('The agent', request, [], ['tokens'])
    const spent = new AbortController()
    const { result, onStdout } = readOutput(request.limits.tokens, emit, () => spent.abort())
    const resume = request.resume ? ['--resume', request.resume] : []
    const readOnly = request.access === 'read' ? ['--read-only'] : []
    const marked = markProcesses(request.marker)
    try {
      const { exitCode, output } = await runProcess({
        argv: [...command, ...resume, ...readOnly],
        cwd,
        env: { ...childEnvironment(process.env, passEnv, cwd), ...marked.variables },
        input: promptOf(request),
        onStdout,
        signal: AbortSignal.any([signal, spent.signal]),
        graceMs: 2_000,
        outputLimit: 2_000,
      })
      signal.throwIfAborted()
      if (spent.signal.aborted) throw driverError('budget_exceeded')
      // A program that a signal ended has no exit code: somebody else ended it.
      if (exitCode === null) throw driverError('interrupted')
      if (exitCode !== 0) throw driverError(failures[exitCode] ?? 'agent_failed', { message: output.trim() })
      return result
    } finally {
      await marked.end()
    }
  }
  const [id, meters, reports, resume] = ['program', ['tokens'], 'text', 'machine']
  const runSession = (request, context) => sessions.run(context, (own) => work(request, own), request.resume)
  return defineDriver({
    id,
    provider: id,
    meters,
    reports,
    resume,
    runSession,
    close: () => sessions.close(),
  })
}
