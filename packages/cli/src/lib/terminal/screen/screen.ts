import { StringDecoder } from 'node:string_decoder'
import { front } from '../front.ts'
import type { Terminal } from '../terminal.ts'
import { decodeKeys, type Key } from './decode-keys.ts'
import { drawLines } from './draw-lines.ts'

/** The lines of the screen, and the place of the cursor, which both count from 0. */
export interface Frame {
  readonly lines: readonly string[]
  readonly cursor: { readonly row: number; readonly column: number }
}

export interface ScreenOptions {
  /** Renders the present state. */
  render(size: { columns: number; rows: number }): Frame
  /** Receives each key, except Ctrl-Z. */
  onKey(key: Key, now: number): void
  /** Is called after each frame that was written. */
  onDrawn(now: number): void
  /** Milliseconds since 1970. Default: the system's clock. */
  now?: () => number
  /**
   * Stops this process and the other ones of its job, or returns true if SIGCONT follows when the job
   * continues. Default: SIGTSTP, or the front of this process does it.
   */
  suspend?: () => boolean | void
}

/** Owns a terminal: its mode, its keys and its frames. */
export interface Screen {
  /** Draws soon, at most 20 times per second, and only if the frame differs. */
  invalidate(): void
  bell(): void
  /** Gives the terminal to another program until the task has ended. */
  lend<Result>(task: () => Promise<Result>): Promise<Result>
  /** Whether another program has the terminal. */
  readonly isLent: boolean
  /** Restores the terminal. Has no effect the second time. */
  stop(): void
}

const frameMs = 50
/** A lone escape is a key after this time; else it begins a sequence. */
const escapeMs = 50
/** A running time is drawn this often. */
const tickMs = 1_000

// The cursor stays visible: a process that is killed cannot show it again.
const enter = '\u001b[?1049h\u001b[?2004h'
const leave = '\u001b[?2004l\u001b[?1049l'

const suspendJob = (): boolean => {
  if (!front.exists) return !process.kill(0, 'SIGTSTP')
  front.suspend()
  return true
}

/**
 * Takes a terminal into raw mode and on to its alternate screen, and keeps it there until `stop`. It is
 * restored when the process exits, crashes or is suspended.
 */
export const createScreen = (terminal: Terminal, options: ScreenOptions): Screen => {
  const { stdin, stdout } = terminal
  const { render, onKey, onDrawn, now = Date.now, suspend = suspendJob } = options
  const decoder = new StringDecoder('utf8')
  let before: readonly string[] | undefined
  let cursorBefore = ''
  let isOpen = false
  let isOver = false
  let lent = 0
  let drawnAt = -Infinity
  let drawing: NodeJS.Timeout | undefined
  let escaping: NodeJS.Timeout | undefined
  let rest = ''

  const write = (text: string): void => {
    if (!terminal.gone.aborted) stdout.write(text)
  }
  const setRaw = (isRaw: boolean): void => {
    try {
      stdin.setRawMode(isRaw)
    } catch {
      // The terminal has closed.
    }
  }
  const draw = (): void => {
    clearTimeout(drawing)
    drawing = undefined
    if (!isOpen || terminal.gone.aborted) return
    const { columns, rows } = terminal
    const { lines, cursor } = render({ columns, rows })
    const shown = lines.slice(0, rows)
    const changes = drawLines(before, shown)
    const at = `\u001b[${cursor.row + 1};${cursor.column + 1}H`
    if (changes !== '' || at !== cursorBefore) write(`${changes}${at}`)
    before = shown
    cursorBefore = at
    drawnAt = now()
    onDrawn(drawnAt)
  }
  const invalidate = (): void => {
    if (!isOpen || drawing !== undefined) return
    const wait = Math.max(0, drawnAt + frameMs - now())
    if (wait === 0) draw()
    else drawing = setTimeout(draw, wait)
  }
  const press = (keys: readonly Key[]): void => {
    for (const key of keys) {
      if (key.ctrl && key.name === 'z') stopJob()
      else onKey(key, now())
    }
    invalidate()
  }
  const onData = (chunk: Buffer | string): void => {
    clearTimeout(escaping)
    const decoded = decodeKeys(rest + (typeof chunk === 'string' ? chunk : decoder.write(chunk)))
    rest = decoded.rest
    press(decoded.keys)
    if (rest === '' || rest.startsWith('\u001b[200~')) return
    escaping = setTimeout(() => {
      const left = decodeKeys(rest, true).keys
      rest = ''
      press(left)
    }, escapeMs)
  }
  const ignore = (): void => {}
  const open = (): void => {
    if (isOpen || isOver) return
    isOpen = true
    before = undefined
    setRaw(true)
    stdin.on('data', onData)
    stdin.resume()
    write(enter)
    draw()
  }
  const close = (): void => {
    if (!isOpen) return
    isOpen = false
    clearTimeout(drawing)
    clearTimeout(escaping)
    drawing = undefined
    rest = ''
    stdin.off('data', onData)
    stdin.pause()
    write(leave)
    setRaw(false)
  }
  const onResize = (): void => {
    before = undefined
    invalidate()
  }
  const onContinue = (): void => {
    if (lent === 0) open()
  }
  const stopJob = (): void => {
    close()
    process.off('SIGTSTP', stopJob)
    const isAnnounced = suspend() === true
    // The signal is ignored where no shell could continue the job.
    setTimeout(() => {
      if (isOver) return
      process.on('SIGTSTP', stopJob)
      if (!isAnnounced) onContinue()
    }, escapeMs)
  }

  const ticking = setInterval(invalidate, tickMs)
  stdin.on('error', ignore)
  stdout.on('resize', onResize)
  process.on('SIGCONT', onContinue)
  process.on('SIGTSTP', stopJob)
  process.on('exit', close)
  process.on('uncaughtExceptionMonitor', close)
  open()

  return {
    invalidate,
    bell: () => write('\u0007'),
    async lend(task) {
      lent++
      close()
      try {
        return await task()
      } finally {
        lent--
        onContinue()
      }
    },
    get isLent() {
      return lent > 0
    },
    stop() {
      if (isOver) return
      isOver = true
      close()
      clearInterval(ticking)
      stdin.off('error', ignore)
      stdout.off('resize', onResize)
      process.off('SIGCONT', onContinue)
      process.off('SIGTSTP', stopJob)
      process.off('exit', close)
      process.off('uncaughtExceptionMonitor', close)
    },
  }
}
