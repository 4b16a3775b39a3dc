import type { Report } from '@amelia/core'
import { runCondition, words } from '@amelia/core/view'
import type { RunFlags } from '../../stored/next-steps.ts'
import { readBase } from '../../stored/read-base.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import { printNote } from '../../terminal/print-note.ts'
import type { Terminal } from '../../terminal/terminal.ts'

import { isUndecided, undecided } from './choose-push.ts'
import { findPush, type Push } from './find-push.ts'
import { pushRef } from './push-ref.ts'
import { withoutLogin } from './without-login.ts'

type PushTerminal = Pick<Terminal, 'out' | 'error' | 'attended'>

/** The name of a run's chain of statements on a remote. */
const pushedRef = (runId: string): string => `refs/amelia/proof/${runId}`

/**
 * Pushes the statements of a completed run to the remote that git would push its branch to. Returns the exit
 * code: 1 if nothing was pushed.
 */
export const pushProof = async (
  terminal: PushTerminal,
  report: Report,
  options: RunFlags & { json?: boolean },
): Promise<number> => {
  const { repo } = options
  if (runCondition({ report }).status !== 'completed') {
    printNote(terminal, `note: no statement was pushed, because the run is not completed.\n`)
    return exitCode.completed
  }
  const { base } = await readBase(repo, report.runId)
  const push = await findPush(options, { target: report.target.replace(/^refs\/heads\//, ''), base })
  if (isUndecided(push)) {
    const { message, advice } = undecided(push, options)
    terminal.error(`No statement was pushed. ${message}\n${advice}\n`)
    return exitCode.failed
  }
  if (push.remote === undefined) {
    terminal.error('No statement was pushed, because the repository has no remote.\n')
    return exitCode.failed
  }
  return sendProof(terminal, report, push, options)
}

/** Pushes the statements of a run to a remote. Returns the exit code. */
export const sendProof = async (
  terminal: PushTerminal,
  { runId, statements }: Pick<Report, 'runId' | 'statements'>,
  { remote = 'origin', url }: Push,
  { repo, json = false }: Pick<RunFlags, 'repo'> & { json?: boolean },
): Promise<number> => {
  if (statements === undefined) return exitCode.completed
  const place = words.plainLabel(withoutLogin(remote))
  const pushed = await pushRef(url || remote, `refs/amelia/${runId}/proof`, {
    ...{ remote, to: pushedRef(runId), cwd: repo },
    env: terminal.attended ? {} : { GIT_TERMINAL_PROMPT: '0' },
    onKilled: ({ problem }) =>
      printNote(terminal, `warning: ${problem} Asking ${place} whether it has the statements.\n`),
  })
  if (!pushed.ok) {
    terminal.error(`The statements were not pushed to ${place}:\n${pushed.problem.replaceAll(/^/gm, '  ')}\n`)
    return exitCode.failed
  }
  const print = json ? terminal.error : terminal.out
  print(`Pushed the statements of the run to ${place}: ${pushedRef(runId)}\n`)
  return exitCode.completed
}
