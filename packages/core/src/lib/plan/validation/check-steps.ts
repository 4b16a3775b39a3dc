import { checkFile } from './check-file.ts'
import { checkPath } from './check-path.ts'
import { quoteText as quote } from '../../text/quote-text.ts'
import type { Phase } from '../model/phase.ts'
import type { Step } from '../model/step.ts'
import type { ReportIssue } from './report-issue.ts'
import { splitCommand } from '../split-command.ts'
import { suggestName } from './suggest-name.ts'

/**
 * Reports steps with missing properties, unsafe folders, unknown references, or commands that need a shell.
 */
export const checkSteps = (phases: readonly Phase[], report: ReportIssue): void => {
  const ids = new Set(
    phases.flatMap(({ subtasks }) => subtasks.flatMap(({ steps }) => steps.map(({ id }) => id))),
  )
  const suggest = suggestName(ids)
  for (const phase of phases) {
    for (const step of phase.subtasks.flatMap((subtask) => subtask.steps)) {
      checkAction(step, report)
      if (step.cwd !== undefined && step.cwd !== '.' && step.cwd !== './') {
        const checked = checkPath(step.cwd)
        if ('problem' in checked) {
          report(
            step.line,
            'PATH_UNSAFE',
            `Step ${step.id}: the folder ${quote(step.cwd)} is refused: ${checked.problem}.`,
          )
        }
      }
      for (const id of step.validatesStep === undefined
        ? step.dependsOn
        : [...step.dependsOn, step.validatesStep]) {
        if (id === step.id) report(step.line, 'STEP_INVALID', `Step ${step.id} refers to itself.`)
        else if (!ids.has(id)) {
          report(
            step.line,
            'STEP_INVALID',
            `Step ${step.id} names ${quote(id)}, which is not a step of this plan.${suggest(id, step.id)}`,
          )
        }
      }
    }
  }
}

const checkAction = (step: Step, report: ReportIssue): void => {
  const lacks = (what: string): void =>
    report(step.line, 'STEP_INVALID', `Step ${step.id} has the action ${step.action} but no ${what}.`)
  const { action, filePath } = step
  if (action === 'code') {
    if (filePath === undefined || filePath === '') lacks('file')
    else checkFile(filePath, `Step ${step.id}`, step.line, report)
    if (step.codeChange === undefined) lacks('content')
  }
  if (action === 'function' && (step.name ?? '').trim() === '') lacks('name')
  if (action === 'command' && (step.command ?? '').trim() === '') lacks('command')
  if (action === 'validation' && (step.validationCommand ?? step.command ?? '').trim() === '') {
    lacks('validation command')
  }
  if (step.keep !== undefined && (action !== 'command' || step.expectExitCode !== 0)) {
    const why = action === 'command' ? 'its command must not exit with 0' : `its action is ${action}`
    report(
      step.line,
      'STEP_INVALID',
      `Step ${step.id} keeps a server, but ${why}. Start the server in a command that exits with 0, or remove keep.`,
    )
  }
  if (step.shell) return
  for (const command of [step.command, step.validationCommand, ...step.fallbackCommands]) {
    if (command === undefined) continue
    const { shellSyntax, unclosed } = splitCommand(command)
    if (unclosed !== undefined) {
      report(step.line, 'STEP_INVALID', `Step ${step.id}: the command ends inside a ${unclosed}.`)
    } else if (shellSyntax !== undefined) {
      report(
        step.line,
        'COMMAND_NEEDS_SHELL',
        `Step ${step.id}: only a shell understands ${quote(shellSyntax)}, and commands run without one. ` +
          'Quote it, or run the command in a shell: an `sh` block, or "shell: true".',
      )
    }
  }
}
