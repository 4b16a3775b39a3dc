import type { Paint, Tone } from '@amelia/core/view'
import pc from 'picocolors'

/** The streams of a process and their capabilities. */
export interface Terminal {
  readonly stdin: NodeJS.ReadStream
  readonly stdout: NodeJS.WriteStream
  readonly stderr: Pick<NodeJS.WriteStream, 'isTTY'>
  /** The stream for questions: stdout, or stderr when stdout is redirected. */
  readonly screen: NodeJS.WriteStream
  out(text: string): void
  error(text: string): void
  /** Columns of stdout; `Infinity` if it is not a terminal, where no text is cut. */
  readonly columns: number
  readonly rows: number
  /** Whether stdout is a terminal whose lines can be rewritten. */
  readonly live: boolean
  /** Whether a person can answer questions. */
  readonly attended: boolean
  /** Whether output is limited to ASCII. */
  readonly ascii: boolean
  /** Whether only results, questions and errors are printed. */
  readonly quiet?: boolean
  readonly paint: Paint
  readonly paintError: Paint
  /**
   * Writes everything from now on with the given function instead, without colours, and asks nothing: another
   * program gets the terminal.
   */
  handOver(write: (text: string) => void): void
  /** Aborts when the reader of stdout closes (`| head`), or its disk is full: no more is written to it. */
  readonly gone: AbortSignal
}

type Streams = Pick<NodeJS.Process, 'stdin' | 'stdout' | 'stderr' | 'env'>

export interface TerminalOptions {
  quiet?: boolean
  /** Called when stdout or stderr cannot be written, such as on a full disk, but not for a closed pipe. */
  onLost?: () => void
}

/** Creates the terminal of a process. */
export const createTerminal = (
  streams: Streams,
  { quiet = false, onLost = () => {} }: TerminalOptions = {},
): Terminal => {
  const { stdout, stderr, env } = streams
  const gone = new AbortController()
  let writeElsewhere: ((text: string) => void) | undefined
  const paintOr = (paint: Paint): Paint => {
    return (text, tone) => (writeElsewhere ? text : paint(text, tone))
  }
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (!isClosed(error) && !gone.signal.aborted) {
      stderr.write(`error: The output cannot be written: ${error.message}\n`)
      onLost()
    }
    gone.abort()
  })
  stderr.on('error', (error: NodeJS.ErrnoException) => {
    if (!isClosed(error)) onLost()
  })
  return {
    get stdin() {
      return streams.stdin
    },
    stdout,
    stderr,
    screen: stdout.isTTY ? stdout : stderr,
    out(text) {
      if (writeElsewhere) writeElsewhere(text)
      else if (!gone.signal.aborted) stdout.write(text)
    },
    error(text) {
      if (writeElsewhere) writeElsewhere(text)
      else stderr.write(text)
    },
    handOver(write) {
      writeElsewhere = write
    },
    get columns() {
      return stdout.isTTY && !writeElsewhere ? Math.max(20, stdout.columns || 80) : Infinity
    },
    get rows() {
      return Math.max(4, stdout.rows || 24)
    },
    get live() {
      return stdout.isTTY === true && env['TERM'] !== 'dumb' && !writeElsewhere
    },
    get attended() {
      return !writeElsewhere && streams.stdin.isTTY === true
    },
    ascii: isAscii(env),
    quiet,
    paint: paintOr(createPaint(wantsColor(stdout.isTTY, env))),
    paintError: paintOr(createPaint(wantsColor(stderr.isTTY, env))),
    gone: gone.signal,
  }
}

type Environment = Record<string, string | undefined>

/** Decides on colour by NO_COLOR, then FORCE_COLOR, then whether the stream is a terminal. */
export const wantsColor = (isTTY: boolean | undefined, env: Environment): boolean => {
  if (env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== '') return false
  if (env['FORCE_COLOR'] !== undefined) return env['FORCE_COLOR'] !== '0'
  return isTTY === true && env['TERM'] !== 'dumb'
}

/** Returns whether the locale is set and not UTF-8, or the console lacks the characters. */
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

/** Returns whether the reader of a pipe, or the terminal, has closed. */
const isClosed = ({ code }: NodeJS.ErrnoException): boolean => code === 'EPIPE' || code === 'EIO'
