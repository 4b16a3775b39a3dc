/** A message of a run's process to its front. */
export type FrontMessage =
  /** Stop the job in its shell. SIGCONT follows when it continues. */
  | { readonly type: 'suspend' }
  /** The terminal is free again. */
  | { readonly type: 'left' }
  /** Run a program that needs the terminal as its own, and answer when it has ended. */
  | { readonly type: 'run'; readonly argv: readonly string[]; readonly cwd: string }

/** The answer of a front to `run`. */
export interface FrontAnswer {
  /** Why the program could not be started. */
  readonly problem?: string
}

const marker = 'AMELIA_FRONT'

// A program that this process starts inherits the variable, and has another parent.
const isBehind = process.env[marker] === String(process.ppid)
let hasLeft = false

const send = (message: FrontMessage, then?: () => void): void => {
  process.send?.(message, undefined, undefined, then)
}

/**
 * A run at a terminal has two processes: the one that was typed, and the run's own one, which has its session
 * and therefore survives the terminal. The first is the front of the second: it passes signals on, and ends
 * with it, or when the second has left the terminal.
 */
export const front = {
  /** The variables of a process that this one is the front of. */
  variables: (): Record<string, string> => ({ [marker]: String(process.pid) }),
  /** Whether this process has a front. */
  get exists(): boolean {
    return isBehind && !hasLeft && process.connected
  },
  /** Has the front stop the job in its shell. */
  suspend: (): void => send({ type: 'suspend' }),
  /** Has the front run a program at the terminal. Resolves at its end, or with why it did not start. */
  run: (argv: readonly string[], cwd: string): Promise<string | undefined> =>
    new Promise((resolve) => {
      process.once('message', ({ problem }: FrontAnswer) => resolve(problem))
      send({ type: 'run', argv, cwd })
    }),
  /** Lets the front end. From then on this process has none. Has no effect without a front. */
  leave(): void {
    if (!front.exists) return
    hasLeft = true
    send({ type: 'left' }, () => {
      if (process.connected) process.disconnect()
    })
  },
  /**
   * Calls the function when the front has died, until the returned function is called. The channel to it does
   * not keep this process from ending.
   */
  onLost(lost: () => void): () => void {
    if (!front.exists) return () => {}
    const onDisconnect = (): void => {
      if (!hasLeft) lost()
    }
    process.on('disconnect', onDisconnect)
    process.channel?.unref()
    return () => void process.off('disconnect', onDisconnect)
  },
}
