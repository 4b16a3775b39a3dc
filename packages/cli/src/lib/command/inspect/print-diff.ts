import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { showContent } from '@amelia/core/view'
import type { Terminal } from '../../terminal/terminal.ts'
import { quietDiff } from '../../stored/quiet-diff.ts'
import { usageError } from '../../terminal/usage-error.ts'

/** How a diff was printed. */
export interface PrintedDiff {
  /** Whether git succeeded, or its reader has closed. */
  ok: boolean
  /** The number of control characters that were made visible. */
  hidden: number
}

/**
 * Prints the diff of a git command, without the programs of `diff.external` and textconv: a phase may have
 * changed them. A pager of git gets it as it is, and shows control characters itself.
 * Otherwise control characters and marks that change the direction of text are written as `<U+001B>`, unless
 * `raw`: the text comes from agents, and could act on the terminal.
 */
export const printDiff = async (
  terminal: Terminal,
  { repo, argv, raw }: { repo: string; argv: readonly string[]; raw: boolean },
): Promise<PrintedDiff> => {
  const isDirect = raw || (terminal.stdout.isTTY && (await hasPager(repo)))
  // A Ctrl-C is for the pager that git starts: this process waits for it.
  const ignore = (): void => {}
  if (isDirect) process.on('SIGINT', ignore)
  const colour = terminal.stdout.isTTY ? ['-c', 'color.ui=always'] : []
  const child = spawn('git', ['-C', repo, ...(isDirect ? [] : colour), ...quietDiff, ...argv], {
    stdio: ['inherit', isDirect ? 'inherit' : 'pipe', 'inherit'],
  })
  try {
    const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>
    const shown = showLines(terminal, child.stdout)
    const [code, signal] = await ended
    return { ok: code === 0 || signal === 'SIGPIPE' || terminal.gone.aborted, hidden: await shown }
  } catch (error) {
    throw usageError(
      `git could not be started: ${(error as Error).message}.`,
      'Install git, or add it to PATH.',
    )
  } finally {
    process.off('SIGINT', ignore)
  }
}

/** Whether git would show a diff in a pager, at a terminal. */
const hasPager = async (repo: string): Promise<boolean> => {
  const ask = (...argv: string[]): Promise<string> =>
    promisify(execFile)('git', ['-C', repo, ...argv]).then(
      ({ stdout }) => stdout.trim(),
      () => '',
    )
  const [pager, isOn] = await Promise.all([
    ask('var', 'GIT_PAGER'),
    ask('config', '--type=bool', 'pager.diff'),
  ])
  return pager !== '' && pager !== 'cat' && isOn !== 'false'
}

/** Bytes of UTF-8: colours, other control characters, and marks that change the direction of text. */
const acting =
  /\u001b\[[\d;]*m|[\0-\u0008\u000b\u000c\u000e-\u001f\u007f]|\r(?!\n)|\u00c2[\u0080-\u009f]|\u00e2(?:\u0080[\u00aa-\u00ae]|\u0081[\u00a6-\u00a9])/g

/**
 * Writes a stream with visible control characters, except for colours at a terminal. Returns their number.
 */
const showLines = async (
  { stdout, gone }: Terminal,
  lines: NodeJS.ReadableStream | null,
): Promise<number> => {
  let hidden = 0
  const show = async (text: string): Promise<void> => {
    const shown = text.replace(acting, (found) => {
      const isColour = found.endsWith('m')
      if (isColour && stdout.isTTY) return found
      hidden++
      const bytes = Buffer.from(isColour ? found.slice(0, 1) : found, 'latin1')
      return showContent(bytes.toString()).join('') + (isColour ? found.slice(1) : '')
    })
    if (shown !== '' && !gone.aborted && !stdout.write(Buffer.from(shown, 'latin1')))
      // Without a reader, the rest is read and dropped.
      await once(stdout, 'drain', { signal: gone }).catch(() => {})
  }
  let rest = ''
  // Bytes as characters, so that a file in any encoding passes unchanged.
  for await (const chunk of lines?.setEncoding('latin1') ?? []) {
    const text = rest + String(chunk)
    const end = text.lastIndexOf('\n') + 1
    rest = text.slice(end)
    await show(text.slice(0, end))
  }
  await show(rest)
  return hidden
}
