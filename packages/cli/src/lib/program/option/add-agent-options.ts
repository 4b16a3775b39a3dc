import { type Command, Option } from 'commander'
import { agentNames, driverNames } from '../../setting/agent-names.ts'
import { agentFlags } from '../../setting/flag/agent-flags.ts'
import { readDuration } from '../../setting/read-duration.ts'
import { sharedOptions } from './shared-options.ts'

const { count, list } = sharedOptions

/** How the flags of each kind are read. */
const optionOf = {
  list,
  text: (flags: string, description: string): Option => new Option(flags, description),
  number: count,
  duration: (flags: string, description: string): Option =>
    new Option(flags, description).argParser(readDuration),
}

/**
 * Adds the flags that choose agents and their options, for `amelia run`, `resume` and `plan`. A plan is
 * written by one agent in one role.
 */
export const addAgentOptions = (command: Command, use: 'run' | 'plan'): Command => {
  const runs = use === 'run'
  const names = runs
    ? `who does the work: ${driverNames.join(', ')}; steps runs the steps written in the plan, without an agent; several agents, separated by commas, in order of failover (default: steps)`
    : `agent that writes the plan: ${agentNames.join(', ')}`
  command.addOption(sharedOptions.names('--driver <name>', names))
  for (const { flag, about, kind } of Object.values(agentFlags))
    command.addOption(optionOf[kind](flag, about))
  if (!runs) return command
  return command
    .addOption(
      list('--model-for <who=name>', 'model for developer, reviewer or the id of a phase, such as 2a=NAME'),
    )
    .addOption(
      list(
        '--provider-for <agent=name>',
        'provider of an agent, such as claude=litellm; agents of one provider share its rate limits (default: the host of its server)',
      ),
    )
    .option(
      '--reviewer-driver <name>',
      'agent that reviews each phase before it is integrated (default: the agent that does the work)',
    )
    .option('--reviewer-model <name>', 'model of the reviewing agent (default: chosen by the agent)')
    .option(
      '--evaluator <name>',
      'agent that decides which comments of the reviewing agent to implement, or none: critical and major ones (default: the agent that does the work)',
    )
    .option('--no-review', 'run without reviews, of phases and of the final result')
}
