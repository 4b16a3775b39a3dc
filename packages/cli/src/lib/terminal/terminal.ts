import type { Paint, Tone } from '@amelia/core'
import pc from 'picocolors'

/** Where output goes, and what can be done there. */
export interface Terminal {
  readonly stdin: NodeJS.ReadStream
  readonly stdout: NodeJS.WriteStream
  /** Where questions go: stdout, or stderr while stdout goes to a file. */
  readonly screen: NodeJS.WriteStream
  out(text: string): void
  error(text: string): void
  /** Columns of stdout; 100 where it is no terminal. */
  readonly columns: number
  readonly rows: number
  /** Whether stdout is a terminal whose lines can be written anew. */
  readonly live: boolean
  /** Whether somebody is there to answer. */
  readonly attended: boolean
  /** Whether only ASCII can be shown. */
  readonly ascii: boolean
  readonly paint: Paint
  readonly paintError: Paint
  /** Aborts when nobody reads stdout any more (`| head`): from then on nothing is written there. */
  readonly gone: AbortSignal
}

type Streams = Pick<NodeJS.Process, 'stdin' | 'stdout' | 'stderr' | 'env'>

/** The terminal of a process. */
export const createTerminal = ({ stdin, stdout, stderr, env }: Streams): Terminal => {
  const gone = new AbortController()
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (!isClosed(error)) throw error
    gone.abort()
  })
  stderr.on('error', (error: NodeJS.ErrnoException) => {
    if (!isClosed(error)) throw error
  })
  return {
    stdin,
    stdout,
    screen: stdout.isTTY ? stdout : stderr,
    out(text) {
      if (!gone.signal.aborted) stdout.write(text)
    },
    error: (text) => void stderr.write(text),
    get columns() {
      return stdout.isTTY ? Math.max(20, stdout.columns || 80) : 100
    },
    get rows() {
      return Math.max(4, stdout.rows || 24)
    },
    live: stdout.isTTY === true && env['TERM'] !== 'dumb',
    attended: stdin.isTTY === true,
    ascii: isAscii(env),
    paint: createPaint(wantsColor(stdout.isTTY, env)),
    paintError: createPaint(wantsColor(stderr.isTTY, env)),
    gone: gone.signal,
  }
}

type Environment = Record<string, string | undefined>

/** NO_COLOR before all else, then FORCE_COLOR, then what the stream is. */
export const wantsColor = (isTTY: boolean | undefined, env: Environment): boolean => {
  if (env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== '') return false
  if (env['FORCE_COLOR'] !== undefined) return env['FORCE_COLOR'] !== '0'
  return isTTY === true && env['TERM'] !== 'dumb'
}

/** A locale that is named and is not UTF-8, or a console without the characters. */
export const isAscii = (env: Environment): boolean => {
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || 'UTF-8'
  return env['TERM'] === 'linux' || !/utf-?8/i.test(locale)
}

const createPaint = (enabled: boolean): Paint => {
  const colors = pc.createColors(enabled)
  const tones: Record<Tone, (text: string) => string> = {
    good: colors.green,
    bad: colors.red,
    warn: colors.yellow,
    active: colors.cyan,
    dim: colors.dim,
    strong: colors.bold,
  }
  return (text, tone) => tones[tone](text)
}

/** The reader of a pipe is gone, or the terminal was closed. */
const isClosed = ({ code }: NodeJS.ErrnoException): boolean => code === 'EPIPE' || code === 'EIO'
