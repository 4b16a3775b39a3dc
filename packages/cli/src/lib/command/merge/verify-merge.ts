import type { Host, StoredRun } from '@amelia/core'
import { boundOutput, showContent, words } from '@amelia/core/view'
import { printNote } from '../../terminal/print-note.ts'
import type { Terminal } from '../../terminal/terminal.ts'

type Lease = Awaited<ReturnType<Host['store']['acquire']>>

export interface VerifyMergeOptions {
  host: Host
  lease: Lease
  /** The commit that the checks run on. */
  commit: string
  checks: StoredRun['checks']
  signal: AbortSignal
}

/** How much of the output of a failed check is printed. */
const shownOutput = { edgeLines: 12, maxCharacters: 2_000 }

/**
 * Runs the checks of a run on a commit, in a separate workspace, until one fails. Returns whether all passed.
 * The full output of a failed check is kept beside the journal.
 */
export const verifyMerge = async (
  terminal: Terminal,
  { host: { git, commands }, lease, commit, checks, signal }: VerifyMergeOptions,
): Promise<boolean> => {
  if (checks.length === 0 || !commands) return true
  const { runId, token } = lease
  const workspace = await git.openWorkspace({ runId, lease: token, base: commit })
  try {
    for (const { name, argv, optional } of checks) {
      const command = words.plainLabel(argv.join(' '))
      const { exitCode, output, durationMs } = await commands.run({ argv, workspace, signal })
      if (signal.aborted) return false
      if (exitCode === 0) {
        printNote(terminal, `${command}: passed in ${words.formatDuration(durationMs)}\n`)
      } else if (optional && exitCode === notFound) {
        printNote(terminal, `${command}: skipped, because the command was not found\n`)
      } else {
        const kept = await lease.keep(`merge/check-${name}.txt`, output).catch(() => undefined)
        const rest = kept === undefined ? '' : `The full output: ${words.plainLabel(kept)}\n`
        const shown = showContent(boundOutput(output, shownOutput).trimEnd()).join('\n')
        const how = exitCode === null ? 'was ended' : `exited with ${exitCode}`
        terminal.error(`${shown}\n${rest}`)
        terminal.error(
          `error: The check ${words.plainLabel(name)} failed on the merged result: ${command} ${how}.\n`,
        )
        return false
      }
    }
    return true
  } finally {
    await git.closeWorkspace(workspace)
  }
}

/** The exit code of a program that does not exist. */
const notFound = 127
