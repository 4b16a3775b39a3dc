import { childEnvironment, endProcessGroup, startProcess } from '@amelia/agent-process'
import { checkArgument, checkOptions, rules } from '@amelia/core/plugin'

/** Options of {@link commandNotifier}. */
export interface CommandNotifierOptions {
  /** The program and its arguments. It is started without a shell. */
  argv: readonly string[]
  /** The folder in which it runs. Default: that of this process. */
  cwd?: string | undefined
  /** Names of further environment variables that it receives. */
  passEnv?: readonly string[] | undefined
  /** Milliseconds after which it is ended. Default: 30,000. */
  timeoutMs?: number | undefined
}

/** A notifier, as `notifyAbout` of `@amelia/http/notify` takes it. */
export interface CommandNotifier {
  /** Names the notifier in warnings. */
  id: string
  /** Runs the command. Rejects if it fails, takes too long, or is stopped by the signal. */
  send(notification: { type: string; runId: string }, context: { signal: AbortSignal }): Promise<void>
}

const aNotification = rules.shape('a notification, as notifyAbout sends', {
  type: rules.name,
  runId: rules.name,
})
const aContext = rules.shape('an object with `signal`', {
  signal: rules.shape('an AbortSignal', { addEventListener: rules.function }),
})

/**
 * Creates a notifier that runs a command for each notification, once. The command receives the notification
 * as JSON on its standard input, `AMELIA_EVENT` and `AMELIA_RUN` in its environment, and none of this
 * process's keys. An exit code other than 0 is a failure. Throws `OPTION_INVALID`.
 */
export const commandNotifier = (options: CommandNotifierOptions): CommandNotifier => {
  checkOptions('commandNotifier', options, {
    argv: rules.argv,
    cwd: rules.optional(rules.name),
    passEnv: rules.optional(rules.texts),
    timeoutMs: rules.optional(rules.milliseconds),
  })
  const { argv, cwd = process.cwd(), passEnv = [], timeoutMs = 30_000 } = options
  const [program = '', ...args] = argv
  return {
    id: `the command ${program}`,
    async send(notification, context) {
      checkArgument('commandNotifier().send', 'notification', notification, aNotification)
      checkArgument('commandNotifier().send', 'context', context, aContext)
      const { signal } = context
      const { type, runId } = notification
      const inherited = childEnvironment(process.env, [...passEnv], cwd)
      const env = { ...inherited, AMELIA_EVENT: type, AMELIA_RUN: runId }
      const child = startProcess(program, args, {
        cwd,
        env,
        detached: true,
        stdio: ['pipe', 'ignore', 'ignore'],
      })
      const ended = new Promise<string | undefined>((resolve) => {
        child.on('error', ({ message }) => resolve(`it could not start: ${message}`))
        child.on('exit', (code, by) => resolve(code === 0 ? undefined : `it ended with ${by ?? code}`))
      })
      // A command may end without reading.
      child.stdin?.on('error', () => {})
      child.stdin?.end(`${JSON.stringify(notification)}\n`)
      return awaitEnd(ended, { group: child.pid, signal, timeoutMs })
    },
  }
}

/** Waits for the end of a process, and ends its group at the limit. Throws if it failed. */
const awaitEnd = async (
  ended: Promise<string | undefined>,
  { group, signal, timeoutMs }: { group: number | undefined; signal: AbortSignal; timeoutMs: number },
): Promise<void> => {
  const over = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  let stop = (): void => {}
  const stopped = new Promise<string>((resolve) => {
    stop = () => resolve(signal.aborted ? 'stopped' : `it took more than ${timeoutMs / 1000} s`)
    over.addEventListener('abort', stop)
    if (over.aborted) stop()
  })
  const problem = await Promise.race([ended, stopped])
  over.removeEventListener('abort', stop)
  if (group !== undefined) await endProcessGroup(group, 1_000)
  if (problem !== undefined) throw new Error(`${problem}.`)
}
