import { presetNames, settingValues } from '@amelia/core'
import { type Command, Option } from 'commander'
import { readAmount } from '../setting/read-amount.ts'
import { resumeCommand, type ResumeOptions } from '../command/resume-command.ts'
import { type RunCommandOptions, runCommand } from '../command/run-command.ts'
import {
  agent,
  agentEnv,
  apiKeyEnv,
  atLeastOne,
  baseUrl,
  collect,
  type Format,
  named,
  planFormat,
  repo,
  tag,
  whoWorks,
} from './shared-options.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** Adds what carries a run out: `amelia run`, with the arguments as they were given, and `amelia resume`. */
export const addRunCommands = (
  program: Command,
  terminal: Terminal,
  argv: readonly string[],
  finish: (code: number) => void,
): void => {
  program
    .command('run')
    .description('run a plan: one commit per phase, on a branch of its own; your checkout stays as it is')
    .argument('<plan>', 'file of the plan')
    .option('--driver <name>', whoWorks, 'steps')
    .option('--model <name>', "model of the agent (default: the agent's own)")
    .addOption(baseUrl())
    .addOption(apiKeyEnv())
    .addOption(agent())
    .addOption(agentEnv())
    .option('--repo <dir>', 'repository to work on', '.')
    .option('--target <branch>', 'branch that gets the commits (default: a new one, amelia/...)')
    .addOption(
      new Option(
        '--preset <name>',
        "set of rules to start from (default: by the plan's format; amelia check shows it)",
      ).choices(presetNames),
    )
    .option('--concurrency <n>', "phases that may run at once (default: the preset's, mostly 4)", atLeastOne)
    .addOption(
      new Option(
        '--on-failure <mode>',
        'after a failed phase: start nothing new, or go on with the others (default: halt)',
      ).choices(settingValues.onFailure),
    )
    .addOption(
      new Option(
        '--order <how>',
        'start a phase when its own dependencies are there, or when the whole batch before it has ended (default: dataflow)',
      ).choices(settingValues.order),
    )
    .option('--max-attempts <n>', "attempts at a phase before it fails (default: the preset's)", atLeastOne)
    .option('--budget-usd <amount>', 'US dollars that the run may spend before it asks', readAmount)
    .option('--budget-tokens <n>', 'tokens that the run may spend before it asks', readAmount)
    .option('--one-session', 'run the whole plan as one phase')
    .addOption(
      new Option(
        '--trust <level>',
        'how much is done before you are asked (default: standard in a terminal)',
      ).choices(settingValues.trust),
    )
    .option('--yes', "agree to the plan's commands")
    .option('--tracker-id <id>', 'id of the work in your issue tracker')
    .option('--test <cmd>', 'command that must succeed on every commit')
    .option('--lint <cmd>', 'another one')
    .option('--typecheck <cmd>', 'another one; with --tdd full left out for phases whose tests are to be red')
    .option('--build <cmd>', 'as --typecheck')
    .option(
      '--reviewer <cmd>',
      'command that judges each phase before it is taken in: by its exit code, or a verdict as JSON (may be repeated)',
      collect,
    )
    .option(
      '--final-reviewer <cmd>',
      'another one that judges the whole at the end (may be repeated)',
      collect,
    )
    .addOption(
      new Option(
        '--tdd <how>',
        'static: refuse a plan that implements before it tests; full: also show red and green for every phase (default: static for subtask lists)',
      ).choices(settingValues.tdd),
    )
    .addOption(
      new Option(
        '--commit <mode>',
        'phase: the branch gets a commit a phase; single: one at the end; message-only: the files in your clean checkout, not committed',
      )
        .choices([...settingValues.publish, 'auto'])
        .default('phase'),
    )
    .option('--no-artefacts', 'commit no plan, summaries and report below docs/amelia')
    .option(
      '--setup <cmd>',
      'command that a workspace needs before it is worked in, such as "npm ci" (may be repeated)',
      collect,
    )
    .option(
      '--copy <path>',
      'file or folder of your checkout that a workspace gets a copy of (may be repeated)',
      collect,
    )
    .option(
      '--link <path>',
      'the same, as a link: for large data that is only read (may be repeated)',
      collect,
    )
    .option('--sign', 'sign the commits of the run with your own signing settings')
    .option(
      '--in-place',
      'do the phases in your own checkout, one at a time, on the branch that is checked out',
    )
    .option('--allow-dirty', 'with --in-place: also while you have changes there, which stay yours')
    .option('--dry-run', 'show what would be done, and do nothing')
    .option('--json', 'print one JSON event per line')
    .addOption(planFormat('--format <name>'))
    .addOption(planFormat('--plan-format <name>').hideHelp())
    .addOption(tag())
    .action(async (plan: string, options: RunCommandOptions & Format) => {
      finish(await runCommand(terminal, plan, { ...named(options), argv }))
    })

  program
    .command('resume')
    .description('go on with a run: where it stopped, and with the answers that it was given meanwhile')
    .argument('[run]', 'id of the run, or how it begins (default: the newest that is unfinished)')
    .addOption(repo())
    .option('--driver <name>', whoWorks, 'steps')
    .option('--model <name>', "model of the agent (default: the agent's own)")
    .addOption(baseUrl())
    .addOption(apiKeyEnv())
    .addOption(agent())
    .addOption(agentEnv())
    .option('--replan [file]', 'go by the edited plan: show what that changes, and ask')
    .option('--yes', 'with --replan: agree to that, and to its commands')
    .option('--repair', 'go on from what is whole of a damaged journal; the damaged file is kept')
    .addOption(tag())
    .option('--setup <cmd>', 'as for run: these three are not stored with the run', collect)
    .option('--copy <path>', 'as for run', collect)
    .option('--link <path>', 'as for run', collect)
    .option('--sign', 'as for run')
    .option('--reviewer <cmd>', 'as for run: it is not stored either', collect)
    .option('--final-reviewer <cmd>', 'as for run', collect)
    .option('--json', 'print one JSON event per line')
    .action(async (run: string | undefined, options: ResumeOptions) => {
      finish(await resumeCommand(terminal, run, options))
    })
}
