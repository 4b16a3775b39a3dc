import { Argument, type Command } from 'commander'
import type { DoctorOptions } from '../command/setup/doctor-command.ts'
import type { InitOptions } from '../command/setup/init-command.ts'
import { shells } from '../command/setup/shells.ts'
import { agentNames } from '../setting/agent-names.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { addFlags } from './option/add-flags.ts'

/** Adds the commands that prepare a machine and a repository, and the hidden one that completes words. */
export const addSetupCommands = (
  program: Command,
  terminal: Terminal,
  finish: (code: number) => void,
): void => {
  addFlags(
    program
      .command('init')
      .description('write a commented config file with the commands detected in the repository'),
  ).action(async (options: InitOptions) => {
    const { initCommand } = await import('../command/setup/init-command.ts')
    finish(await initCommand(terminal, options))
  })

  addFlags(program.command('doctor').description('check git, the repository, the agents and the machine'), {
    driver: {
      flag: '--driver <name>',
      about: `agent that has to be ready: ${agentNames.join(', ')}`,
      kind: 'list',
    },
  }).action(async (options: DoctorOptions) => {
    const { doctorCommand } = await import('../command/setup/doctor-command.ts')
    finish(await doctorCommand(terminal, options))
  })

  program
    .command('completion')
    .description('print a script that completes commands, flags, runs, phases and questions')
    .addArgument(new Argument('<shell>', 'shell that loads the script').choices(shells))
    .action(async (shell: (typeof shells)[number]) => {
      const { completionScript } = await import('../command/setup/completion-script.ts')
      terminal.out(completionScript(shell))
      finish(0)
    })
}
