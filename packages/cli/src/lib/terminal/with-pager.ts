import { spawn } from 'node:child_process'
import { splitCommand } from '@amelia/core/plugin'
import type { Terminal } from './terminal.ts'

/** The pager without a setting. Its flags are in `LESS`, as git sets them: a short text needs no key. */
const usual = 'less'

/**
 * Passes what `print` writes to stdout through the person's pager: `AMELIA_PAGER`, `PAGER` or less. An empty
 * setting and `cat` mean none. Without a terminal, with `pager: false`, or if the pager does not start, the
 * text goes to stdout.
 */
export const withPager = async <Result>(
  terminal: Terminal,
  { pager = true, env = process.env }: { pager?: boolean; env?: NodeJS.ProcessEnv },
  print: (terminal: Terminal) => Promise<Result>,
): Promise<Result> => {
  const command = env['AMELIA_PAGER'] ?? env['PAGER'] ?? usual
  if (!pager || !terminal.live || command.trim() === '' || command.trim() === 'cat') return print(terminal)
  const started = await startPager(command, env)
  if (started === undefined) return print(terminal)
  const { write, closed, end } = started
  const gone = AbortSignal.any([terminal.gone, closed])
  try {
    // The terminal's columns and rows are properties that are read now: they fit the pager.
    return await print({ ...terminal, gone, out: write })
  } finally {
    await end()
  }
}

interface Pager {
  write(text: string): void
  /** Aborts when the person has left the pager. */
  closed: AbortSignal
  /** Waits until the person leaves the pager. */
  end(): Promise<void>
}

/** Starts a pager without a shell; undefined if that fails. */
const startPager = async (command: string, env: NodeJS.ProcessEnv): Promise<Pager | undefined> => {
  const argv = readCommand(command)
  if (argv === undefined) return undefined
  const child = spawn(argv[0]!, argv.slice(1), {
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { LESS: 'FRX', ...env },
  })
  const closed = new AbortController()
  const over = new Promise<void>((resolve) => child.once('close', () => resolve()))
  child.stdin.on('error', () => closed.abort())
  const isStarted = await new Promise<boolean>((resolve) => {
    child.once('spawn', () => resolve(true))
    child.once('error', () => resolve(false))
  })
  if (!isStarted) return undefined
  // A Ctrl-C is for the pager.
  const ignore = (): void => {}
  process.on('SIGINT', ignore)
  return {
    write(text) {
      if (!closed.signal.aborted) child.stdin.write(text)
    },
    closed: closed.signal,
    async end() {
      child.stdin.end()
      await over
      process.off('SIGINT', ignore)
    },
  }
}

const readCommand = (command: string): string[] | undefined => {
  const { argv, shellSyntax, unclosed } = splitCommand(command)
  return shellSyntax === undefined && unclosed === undefined ? argv : undefined
}
