import { type Command, Option } from 'commander'
import { choices } from './choices.ts'
import { sharedOptions } from './shared-options.ts'

const { settingValues } = choices

const { toggle } = sharedOptions

/** Adds the flags of `amelia run` that decide in which parts a plan runs, and where the run asks. */
export const addRuleOptions = (command: Command): Command => {
  const options = [
    sharedOptions.grouping(),
    new Option(
      '--units <part>',
      'work that an agent gets at a time: the phase, a subtask or a step (default: set by the preset)',
    ).choices(settingValues.units),
    ...toggle('adapt', 'let the agent fix a step that failed (default: set by the preset)'),
    ...toggle(
      'pre-validate',
      'validate steps before they run: their files and programs and, with an agent, risky steps (default: set by the preset)',
    ),
    ...toggle(
      'batch-checkpoints',
      'with --trust standard: ask at each batch; without, only about high risk (default: on)',
    ),
    new Option('--auto-approve-low-risk', 'with --trust standard: do not ask at batches of low risk'),
  ]
  for (const option of options) command.addOption(option)
  return command
}
