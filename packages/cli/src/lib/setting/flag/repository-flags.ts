import { choices } from './choices.ts'
import { type Flag, inspectors, runners } from './flag.ts'
import { readPortBase } from './kind-readers.ts'

const { settingValues } = choices

const rule = { on: ['run'], setting: 'run' } as const
const workspace = { on: runners, setting: 'process' } as const
const confined = { on: [...runners, 'plan'], setting: 'process' } as const

/** The flags about the repository and its commits, in the order of the help. */
export const repositoryFlags = {
  repo: {
    flag: '--repo <dir>',
    about: 'repository of the run',
    kind: 'text',
    default: '.',
    on: [...runners, ...inspectors, 'plan', 'prove', 'init', 'doctor', 'ui', 'mcp'],
    as: {
      prove: { about: 'repository with the commits' },
      run: { about: 'repository to work on' },
      plan: { about: 'repository that the plan is for' },
      cluster: {
        about: "this machine's clone of the shared repository (default: one in the user's cache folder)",
        default: undefined,
      },
      init: { about: 'folder of the config file' },
      doctor: { about: 'repository to check' },
      mcp: { about: 'repository of the plans and the runs' },
    },
    variable: true,
  },
  database: {
    flag: '--database <url>',
    about: 'PostgreSQL database with the journals of runs (default: files below .git)',
    kind: 'text',
    on: [...runners, ...inspectors, 'ui', 'mcp', 'acp', 'doctor'],
    as: { cluster: { about: 'PostgreSQL database of the workers and their runs (required)' } },
    variable: true,
  },
  target: {
    flag: '--target <branch>',
    about: 'branch that receives the commits (default: a new branch, amelia/…)',
    kind: 'text',
    on: ['run', 'fork'],
    as: { fork: { about: 'new branch that receives the commits (default: amelia/…)' } },
    setting: 'run',
    brief: true,
  },
  commit: {
    flag: '--commit <mode>',
    about:
      'phase: one commit per phase; single: one commit at the end; message-only: stage the result in your clean checkout with a commit message ready; auto is an alias of phase',
    kind: 'text',
    choices: [...settingValues.publish, 'auto'],
    default: 'phase',
    ...rule,
    brief: true,
  },
  messageStyle: {
    flag: '--message-style <style>',
    about:
      "plain: a commit's subject is the plan's own message, else its phase; conventional: feat, fix, test, docs or refactor, as commitlint expects (default: plain)",
    kind: 'text',
    choices: settingValues.messageStyle,
    ...rule,
  },
  artifacts: {
    flag: '--no-artifacts',
    about: 'do not commit the plan, summaries and report to docs/amelia',
    ...rule,
  },
  tick: { flag: '--no-tick', about: 'do not tick finished work in the file of the plan', ...rule },
  sign: { flag: '--sign', about: 'sign commits with your git signing settings', ...workspace },
  inPlace: {
    flag: '--in-place',
    about: 'work in your checkout, one phase at a time, on its current branch',
    ...rule,
    brief: true,
  },
  allowDirty: {
    flag: '--allow-dirty',
    about: 'allow --in-place with uncommitted changes, which are kept',
    on: ['run'],
    variable: true,
  },
  pr: {
    flag: '--pr',
    about: 'push the branch of the completed run, and open a pull request with gh',
    on: ['run', 'resume', 'feedback'],
    as: {
      feedback: {
        flag: '--pr [number]',
        about:
          'number or address of the pull request (default: that of the branch); its comments are fetched with gh, and the new commits pushed',
        kind: 'text',
      },
    },
    brief: true,
  },
  pushProof: {
    flag: '--push-proof',
    about: 'push the statements of the completed run, which --pr does too',
    on: ['run', 'resume'],
  },
  remote: {
    flag: '--remote <name>',
    about:
      'remote to push to with --pr (default: the one that git would push to); with --engine dbos, the address of the repository that all machines share',
    kind: 'text',
    on: ['run', 'resume', 'feedback', 'cluster', 'revert', 'clean'],
    as: {
      cluster: { flag: '--remote <url>', about: 'repository that all machines share' },
      revert: { flag: '--remote <url>', about: 'repository that the machines of the run share' },
      clean: { flag: '--remote <url>', about: 'repository that the machines of the run share' },
    },
  },
} as const satisfies Record<string, Flag>

/** The flags about the workspaces of a run. */
export const workspaceFlags = {
  setup: {
    flag: '--setup <cmd>',
    about: 'command that prepares each workspace, such as "npm ci"',
    kind: 'list',
    ...workspace,
  },
  copy: {
    flag: '--copy <path>',
    about: 'file or folder to copy from your checkout into each workspace',
    kind: 'list',
    ...workspace,
  },
  link: {
    flag: '--link <path>',
    about: 'file or folder of your checkout to link into each workspace, for large data that is only read',
    kind: 'list',
    ...workspace,
  },
  confine: {
    flag: '--confine <level>',
    about:
      'confine commands, checks and agents to their workspace: auto, where the machine can; files, ask where it cannot; required, refuse there; off (default: auto)',
    kind: 'text',
    choices: choices.confineModes.level,
    ...confined,
  },
  confineWrite: {
    flag: '--confine-write <path>',
    about: 'file or folder outside the workspace that confined processes may write to',
    kind: 'list',
    ...confined,
  },
  confineHide: {
    flag: '--confine-hide <path>',
    about: 'file or folder that confined processes see empty, in addition to those with credentials',
    kind: 'list',
    ...confined,
  },
  confineNetwork: {
    flag: '--confine-network <network>',
    about: 'network of confined processes: host, or none, a separate loopback only (default: host)',
    kind: 'text',
    choices: choices.confineModes.network,
    ...confined,
  },
  portBase: {
    flag: '--port-base <port>',
    about: 'lowest port of the ranges of 20 ports, one for each workspace: AMELIA_PORT (default: 20000)',
    kind: 'number',
    reads: readPortBase,
    ...workspace,
  },
} as const satisfies Record<string, Flag>
