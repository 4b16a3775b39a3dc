import { spawn } from 'node:child_process'
import { plainLabel } from '@amelia/core'
import { checkCommits, type DiffRange, phaseRange } from '@amelia/core/machine'
import { checkFolder } from '../../stored/check-folder.ts'
import { findPhase } from '../../stored/find-phase.ts'
import { findRun } from '../../stored/find-run.ts'
import { howToShow } from '../../stored/next-steps.ts'
import { printNote } from '../../terminal/print-note.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { usageError } from '../../terminal/usage-error.ts'
import { openHost } from '../../stored/open-host.ts'
import type { RunPlace } from '../../stored/run-place.ts'

export interface DiffOptions extends RunPlace {
  /** Lists the changed files with their numbers of lines, without the changes. */
  stat?: boolean
}

/** Shows the changes of a run or of one of its phases with `git diff`, on the streams of this process. */
export const diffCommand = async (
  terminal: Terminal,
  { wanted, phase: name }: { wanted: string; phase: string | undefined },
  { repo, database, stat }: DiffOptions,
): Promise<number> => {
  await checkFolder(repo)
  const place = { repo, database }
  const { store, clock, git } = await openHost(place)
  const found = await findRun(terminal, { store, clock, wanted })
  const { runId, report } = found
  const phase = name === undefined ? undefined : findPhase(found, name, place)
  const range: DiffRange | undefined =
    phase === undefined ? { from: report.base, to: report.head } : await phaseRange(git, runId, phase)
  if (range === undefined)
    throw usageError(
      `Phase ${plainLabel(phase?.id ?? '')} has no commit: its status is ${phase?.status}.`,
      `To see the run: ${howToShow(runId, place)}`,
    )
  if (range.attempt !== undefined)
    printNote(
      terminal,
      `${terminal.paintError('note:', 'warn')} Phase ${plainLabel(phase?.id ?? '')} is not integrated: this is the commit of attempt ${range.attempt}.\n`,
    )
  await checkCommits(git, runId, range)
  const flags = stat === true ? ['--stat'] : []
  return (await runGit(['-C', repo, 'diff', ...flags, range.from, range.to, '--']))
    ? exitCode.completed
    : exitCode.failed
}

/** Runs git with the streams of this process. Returns whether it succeeded, or its reader has closed. */
const runGit = async (argv: readonly string[]): Promise<boolean> => {
  // A Ctrl-C is for the pager that git starts: this process waits for it.
  const ignore = (): void => {}
  process.on('SIGINT', ignore)
  try {
    return await new Promise<boolean>((resolve, reject) => {
      const child = spawn('git', argv, { stdio: 'inherit' })
      child.on('error', (error) =>
        reject(usageError(`git could not be started: ${error.message}.`, 'Install git, or add it to PATH.')),
      )
      child.on('close', (code, signal) => resolve(code === 0 || signal === 'SIGPIPE'))
    })
  } finally {
    process.off('SIGINT', ignore)
  }
}
