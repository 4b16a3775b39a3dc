import { type Command, Option } from 'commander'
import type { ResumeOptions } from '../command/run/resume-command.ts'
import type { RunCommandOptions } from '../command/run/run-command-options.ts'
import { choices } from './option/choices.ts'
import { addFollowUpCommands } from './add-follow-up-commands.ts'
import { addRuleOptions } from './option/add-rule-options.ts'
import { addRunOptions } from './option/add-run-options.ts'
import { groupOptions } from './group-options.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { sharedOptions } from './option/shared-options.ts'

const { settingValues } = choices

const { count } = sharedOptions

/** Adds the flags that `amelia run` and `amelia resume` share. */
const addPlanRunOptions = (command: Command): Command =>
  addRunOptions(command)
    .addOption(sharedOptions.notify())
    .addOption(sharedOptions.pull())
    .addOption(sharedOptions.remote())
    .addOption(sharedOptions.engine())
    .addOption(sharedOptions.deadAfter())
    .addOption(sharedOptions.githubFormat('report'))
    .addOption(sharedOptions.select())
    .addOption(sharedOptions.tag())

/** Adds `amelia run`, which keeps the arguments as typed for `--dry-run`, and `amelia resume`. */
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
  addRuleOptions(addPlanRunOptions(run))
    .option('--repo <dir>', 'repository to work on', '.')
    .option('--target <branch>', 'branch that receives the commits (default: a new branch, amelia/...)')
    .addOption(
      sharedOptions.preset(
        "preset to start from (default: chosen by the plan's format; amelia check shows it)",
      ),
    )
    .addOption(
      count('--concurrency <n>', 'phases that may run at once (default: set by the preset, usually 4)'),
    )
    .addOption(
      count(
        '--verify-concurrency <n>',
        'checks that may run at once, 1 if they share a database or a fixed port (default: as many as phases)',
      ),
    )
    .addOption(
      new Option(
        '--on-failure <mode>',
        'after a phase fails: halt starts nothing new, continue runs the phases that do not depend on it (default: halt)',
      ).choices(settingValues.onFailure),
    )
    .addOption(
      new Option(
        '--order <how>',
        'when a phase starts: dataflow, once its own dependencies are integrated; batches, once the batch before it has ended (default: dataflow)',
      ).choices(settingValues.order),
    )
    .addOption(
      count('--max-attempts <n>', 'attempts at a phase before it fails (default: set by the preset)'),
    )
    .addOption(
      count('--reviewer-rounds <n>', 'reviews of a phase before it fails (default: set by the preset)'),
    )
    .addOption(sharedOptions.budgetUsd('US dollars that the run may spend before it asks'))
    .addOption(sharedOptions.budgetTokens('tokens that the run may use before it asks'))
    .addOption(sharedOptions.phaseBudgetUsd())
    .addOption(sharedOptions.phaseBudgetTokens())
    .addOption(
      sharedOptions.names(
        '--only <phase>',
        'run only this phase, whose dependencies must be done; several with commas',
      ),
    )
    .option('--from <phase>', 'run this phase and those after it in the plan')
    .option('--one-session', 'run the plan as one phase, in one session')
    .addOption(
      sharedOptions.trust(
        'how often to ask you: paranoid most, autonomous least (default: standard in a terminal; required elsewhere)',
      ),
    )
    .option('--yes', 'approve the plan and its commands without asking')
    .option('--accept-skipped', 'run the plan without work that was not read')
    .option('--tracker-id <id>', 'id of this work in your issue tracker; becomes part of the branch name')
    .addOption(sharedOptions.label('label to store with the run, for amelia runs --label'))
    .option(
      '--test <cmd>',
      'test command, which must pass on every commit; auto is the command detected in the repository',
    )
    .option('--lint <cmd>', 'lint command; must pass on every commit')
    .option(
      '--typecheck <cmd>',
      'type-check command; must pass on every commit, except of a phase whose tests are to fail first',
    )
    .option(
      '--build <cmd>',
      'build command; must pass on every commit, except of a phase whose tests are to fail first',
    )
    .addOption(
      new Option(
        '--tdd <how>',
        'auto: with a test command, tests that come first must fail before their implementation and pass after it; static: only reject a plan that implements before it tests; full: as auto, and reject a plan without such tests; off: require nothing (default: auto)',
      ).choices(settingValues.tdd),
    )
    .addOption(
      new Option(
        '--commit <mode>',
        'phase: one commit per phase; single: one commit at the end; message-only: stage the result in your clean checkout with a commit message ready; auto is an alias of phase',
      )
        .choices([...settingValues.publish, 'auto'])
        .default('phase'),
    )
    .addOption(
      new Option(
        '--message-style <style>',
        "plain: a commit's subject is the plan's own message, else its phase; conventional: feat, fix, test, docs or refactor, as commitlint expects (default: plain)",
      ).choices(settingValues.messageStyle),
    )
    .option('--no-artefacts', 'do not commit the plan, summaries and report to docs/amelia')
    .option('--no-tick', 'do not tick finished work in the file of the plan')
    .option('--in-place', 'work in your checkout, one phase at a time, on its current branch')
    .option('--allow-dirty', 'allow --in-place with uncommitted changes, which are kept')
    .option('--print-config', 'print each setting and where it comes from, and do not run anything')
    .option('--dry-run', 'show what the run would do, without doing it')
    .option('--detach', 'start the run in the background and return; it needs --trust')
    .option('--ui', 'also show the run in a web page, which only this machine can open')
    .addOption(sharedOptions.planFormat())
    .action(async (plan: string[], options: RunCommandOptions & { printConfig?: boolean }) => {
      const { applyStoredBudget } = await import('../command/run/apply-stored-budget.ts')
      await applyStoredBudget(run)
      if (options.printConfig) {
        const { printSettings } = await import('../setting/config/print-settings.ts')
        return finish(printSettings(terminal, run))
      }
      // Only --print-config needs no plan.
      if (plan.length === 0) run.error("missing 'plan'", { code: 'commander.missingArgument' })
      const { runCommand } = await import('../command/run/run-command.ts')
      finish(await runCommand(terminal, plan, { ...run.opts<RunCommandOptions>(), argv }))
    })

  groupOptions(run)

  const resume = program
    .command('resume')
    .description('resume a run where it stopped, applying answers given since then')
    .argument('[run]', 'run id, or a unique prefix of it (default: the newest unfinished run)')
  addPlanRunOptions(resume)
    .addOption(sharedOptions.repo())
    .option(
      '--replan [file]',
      'switch to the edited plan, from the given file or the original one: show the changes, and ask',
    )
    .addOption(sharedOptions.budgetUsd("new limit of the run's US dollars, those already spent included"))
    .addOption(sharedOptions.budgetTokens("new limit of the run's tokens, those already used included"))
    .option('--yes', 'with --replan: accept the changes and their commands without asking')
    .option('--accept-skipped', 'with --replan: run the plan without work that was not read')
    .option('--repair', 'resume from the intact records of a damaged journal; the damaged file is kept')
    .addOption(sharedOptions.grouping())
    .addHelpText(
      'after',
      '\nAgents, reviewers and workspaces are those that the run started with, unless a\nflag replaces them. --notify with an address is not stored: pass it again.',
    )
    .action(async (run: string | undefined, options: ResumeOptions) => {
      const { resumeCommand } = await import('../command/run/resume-command.ts')
      const { applyStored } = await import('../setting/config/apply-stored.ts')
      const complete: ResumeOptions['complete'] = (stored) => applyStored(resume, stored)
      finish(await resumeCommand(terminal, run, { ...options, complete }))
    })
  groupOptions(resume)
  addFollowUpCommands(program, terminal, finish)
}
