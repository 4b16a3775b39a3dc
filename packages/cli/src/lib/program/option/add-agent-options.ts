import { type Command, Option } from 'commander'
import { agentNames, driverNames } from '../../setting/agent-names.ts'
import { readDuration } from '../../setting/read-duration.ts'
import { sharedOptions } from './shared-options.ts'

const { count, list } = sharedOptions

const duration = (flags: string, description: string): Option =>
  new Option(flags, description).argParser(readDuration)

/**
 * Adds the flags that choose agents and their options, for `amelia run`, `resume` and `plan`. A plan is
 * written by one agent in one role.
 */
export const addAgentOptions = (command: Command, use: 'run' | 'plan'): Command => {
  const runs = use === 'run'
  const names = runs
    ? `who does the work: ${driverNames.join(', ')}; steps runs the steps written in the plan, without an agent; several agents, separated by commas, in order of failover (default: steps)`
    : `agent that writes the plan: ${agentNames.join(', ')}`
  command
    .addOption(sharedOptions.names('--driver <name>', names))
    .addOption(
      list('--model <name>', "agent's model (default: chosen by the agent); of another agent: AGENT=NAME"),
    )
    .addOption(list('--base-url <url>', "server of the agent's model, such as http://127.0.0.1:11434/v1"))
    .addOption(list('--api-key-env <name>', 'environment variable with the API key of that server'))
    .option(
      '--agent <cmd>',
      'command of the agent for --driver command, its program relative to the current folder; receives the prompt on stdin, or in place of {prompt}',
    )
    .addOption(list('--agent-env <name>', 'environment variable passed to the --agent command'))
    .addOption(
      count(
        '--max-turns <n>',
        'maximum number of model responses in one session (default: 500 for claude, 100 for api)',
      ),
    )
    .addOption(
      duration(
        '--idle-timeout <duration>',
        'stop a session that sends no message for this time: 90s, 10m, 2h (default: 30m; 10m for api)',
      ),
    )
    .addOption(
      duration('--session-timeout <duration>', 'stop a session that takes longer than this (default: 6h)'),
    )
    .addOption(list('--agent-config <file>', 'JSON file with additional options of the driver'))
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
