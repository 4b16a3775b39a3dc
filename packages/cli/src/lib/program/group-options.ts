import { type Command, Option } from 'commander'

/** The headings of the help of `amelia run` and `amelia resume`, with the flags below each. */
const groups: readonly (readonly [heading: string, names: readonly string[]])[] = [
  [
    'Plan:',
    [
      'only',
      'from',
      'plan',
      'replan',
      'plan-format',
      'select',
      'tag',
      'grouping',
      'one-session',
      'context',
      'feedback',
      'tracker-id',
      'label',
    ],
  ],
  [
    'Agents:',
    [
      ...['driver', 'model', 'model-for', 'base-url', 'api-key-env', 'agent', 'agent-env'],
      ...['agent-config', 'provider-for', 'max-turns', 'idle-timeout', 'session-timeout'],
    ],
  ],
  [
    'Execution:',
    [
      ...[
        'preset',
        'concurrency',
        'verify-concurrency',
        'order',
        'on-failure',
        'max-attempts',
        'units',
        'adapt',
        'pre-validate',
      ],
      ...['budget-usd', 'budget-tokens', 'phase-budget-usd', 'phase-budget-tokens'],
    ],
  ],
  ['Cluster:', ['engine', 'sessions', 'queue', 'provider-sessions', 'dead-after']],
  ['Questions:', ['trust', 'batch-checkpoints', 'auto-approve-low-risk', 'yes', 'accept-skipped', 'notify']],
  [
    'Checks and reviews:',
    [
      ...['test', 'lint', 'typecheck', 'build', 'tdd', 'review', 'reviewer', 'reviewer-driver'],
      ...['reviewer-model', 'reviewer-rounds', 'evaluator', 'final-reviewer'],
    ],
  ],
  [
    'Repository:',
    [
      'repo',
      'database',
      'target',
      'commit',
      'message-style',
      'artefacts',
      'tick',
      'sign',
      'in-place',
      'allow-dirty',
      'repair',
      'pr',
      'remote',
      'comments',
      'author',
    ],
  ],
  ['Workspaces:', ['setup', 'copy', 'link', 'port-base']],
  ['Config file:', ['config', 'profile']],
  ['Output:', ['print-config', 'dry-run', 'detach', 'ui', 'out', 'json', 'format', 'help']],
]

/** Puts the flags of a command below headings in its help, in the order of the headings. */
export const groupOptions = (command: Command): void => {
  const names = groups.flatMap(([heading, names]) => names.map((name) => ({ name, heading })))
  const placeOf = (option: Option): number =>
    names.findIndex(({ name }) => name === option.name().replace(/^no-/, ''))
  for (const option of command.options) {
    const heading = names[placeOf(option)]?.heading
    if (heading !== undefined) option.helpGroup(heading)
  }
  // The help has the order of this list, and only the help depends on it.
  ;(command.options as Option[]).sort((one, other) => placeOf(one) - placeOf(other))
  command.addHelpOption(new Option('-h, --help', 'show help').helpGroup('Output:'))
}
