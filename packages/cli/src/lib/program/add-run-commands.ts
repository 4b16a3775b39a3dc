import type { Command } from 'commander'
import type { ResumeOptions } from '../command/run/resume-command.ts'
import type { RunCommandOptions } from '../command/run/run-command-options.ts'
import { addFollowUpCommands } from './add-follow-up-commands.ts'
import { addRunFlags } from './option/add-run-flags.ts'
import { usageError } from '../terminal/usage-error.ts'
import type { Terminal } from '../terminal/terminal.ts'

type RunOptions = RunCommandOptions & { issue?: string; printConfig?: boolean }

/** Adds the commands that start or resume a run: they keep the arguments as typed, for `--detach`. */
export const addRunCommands = (
  program: Command,
  terminal: Terminal,
  finish: (code: number) => void,
  argv: readonly string[],
): void => {
  const run = program
    .command('run')
    .description('run a plan: one commit per phase on a new branch; your checkout stays as it is')
    .argument('[plan...]', 'file or folder of the plan, or its files')
    .usage('[options] <plan...>')
  addRunFlags(run).action(async (plan: string[], options: RunOptions) => {
    const { applyStoredBudget } = await import('../command/run/apply-stored-budget.ts')
    await applyStoredBudget(run)
    if (options.printConfig) {
      const { printSettings } = await import('../setting/config/print-settings.ts')
      return finish(printSettings(terminal, run))
    }
    const { issue } = options
    if (issue !== undefined && plan.length > 0)
      throw usageError('A run has one plan; got a file and --issue.', 'Leave out one of them.')
    // Only --print-config needs no plan.
    if (issue === undefined && plan.length === 0)
      run.error("missing 'plan'", { code: 'commander.missingArgument' })
    const all = (): RunCommandOptions => ({ ...run.opts<RunCommandOptions>(), argv })
    const { planIssue } = issue === undefined ? {} : await import('../command/plan/plan-issue.ts')
    // At a terminal, the process of the run then finds the plan.
    const step = issue === undefined ? undefined : await planIssue?.(terminal, issue, all())
    if (step && 'code' in step) return finish(step.code)
    const { startBehind } = await import('../command/detach/start-behind.ts')
    const code = await startBehind(terminal, options, argv)
    if (code !== undefined) return finish(code)
    if (step && 'runId' in step) {
      const { resumeCommand } = await import('../command/run/resume-command.ts')
      const { applyStored } = await import('../setting/config/apply-stored.ts')
      const complete: ResumeOptions['complete'] = (stored) => applyStored(run, stored)
      return finish(await resumeCommand(terminal, step.runId, { ...all(), complete }))
    }
    const { runCommand } = await import('../command/run/run-command.ts')
    const planned = step && { planApproved: true }
    finish(await runCommand(terminal, step ? [step.plan] : plan, { ...all(), ...planned }))
  })

  const resume = program
    .command('resume')
    .description('resume a run where it stopped, applying answers given since then')
    .argument('[run]', 'run id, or a unique prefix of it (default: the newest unfinished run)')
  addRunFlags(resume, {
    replan: {
      group: 'Plan:',
      flag: '--replan [file]',
      about: 'switch to the edited plan, from the given file or the original one: show the changes, and ask',
      kind: 'text',
    },
    repair: {
      group: 'Repository:',
      flag: '--repair',
      about: 'resume from the intact records of a damaged journal; the damaged file is kept',
    },
  })
    .addHelpText(
      'after',
      '\nAgents, reviewers and workspaces are those that the run started with, unless a\nflag replaces them. --notify with an address is not stored: pass it again.',
    )
    .action(async (run: string | undefined, options: ResumeOptions) => {
      const { startBehind } = await import('../command/detach/start-behind.ts')
      const code = await startBehind(terminal, options, argv)
      if (code !== undefined) return finish(code)
      const { resumeCommand } = await import('../command/run/resume-command.ts')
      const { applyStored } = await import('../setting/config/apply-stored.ts')
      const complete: ResumeOptions['complete'] = (stored) => applyStored(resume, stored)
      finish(await resumeCommand(terminal, run, { ...options, complete, argv }))
    })
  addFollowUpCommands(program, terminal, finish, argv)
}
