import { quoteText as quote } from '../../text/quote-text.ts'
import type { Phase } from '../model/phase.ts'
import { splitCommand } from '../split-command.ts'
import { checkPath } from './check-path.ts'
import type { ReportIssue } from './report-issue.ts'

/** Reports acceptance checks without a command, that need a shell, or with an unsafe folder. */
export const checkAcceptance = (phases: readonly Phase[], report: ReportIssue): void => {
  for (const { id, acceptance = [] } of phases) {
    for (const { command, cwd, line } of acceptance) {
      const place = `An acceptance check of phase ${id}`
      const { argv, shellSyntax, unclosed } = splitCommand(command)
      if (argv.length === 0) report(line, 'STEP_INVALID', `${place} has no command.`)
      else if (unclosed !== undefined)
        report(line, 'STEP_INVALID', `${place}: the command ends inside a ${unclosed}.`)
      else if (shellSyntax !== undefined) {
        const message = `${place}: only a shell understands ${quote(shellSyntax)}, and commands run without one.`
        report(line, 'COMMAND_NEEDS_SHELL', message)
      }
      const checked = cwd === undefined ? {} : checkPath(cwd)
      if ('problem' in checked)
        report(
          line,
          'PATH_UNSAFE',
          `${place}: the folder ${quote(cwd ?? '')} is refused: ${checked.problem}.`,
        )
    }
  }
}
