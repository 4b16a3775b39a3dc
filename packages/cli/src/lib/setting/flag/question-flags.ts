import { choices } from './choices.ts'
import type { Flag } from './flag.ts'

const { settingValues } = choices

const rule = { on: ['run'], setting: 'run' } as const

/** The flags about the questions of a run, in the order of the help. */
export const questionFlags = {
  trust: {
    flag: '--trust <level>',
    about:
      'how often to ask you: paranoid most, autonomous least (default: standard in a terminal; required elsewhere)',
    kind: 'text',
    choices: settingValues.trust,
    on: ['run', 'fork', 'feedback'],
    as: {
      fork: { about: 'how often to ask you (default: as the run did)' },
      feedback: { about: 'how often to ask you (default: as the run did)' },
    },
    setting: 'run',
    brief: true,
  },
  batchCheckpoints: {
    flag: '--[no-]batch-checkpoints',
    about: 'with --trust standard: ask at each batch; without, only about high risk (default: on)',
    ...rule,
  },
  autoApproveLowRisk: {
    flag: '--auto-approve-low-risk',
    about: 'with --trust standard: do not ask at batches of low risk',
    ...rule,
  },
  yes: {
    flag: '--yes',
    about: 'approve the plan and its commands without asking',
    on: ['run', 'resume', 'fork', 'feedback', 'init', 'merge', 'revert', 'clean'],
    as: {
      resume: { about: 'with --replan: approve the changes and their commands without asking' },
      feedback: { about: 'approve the comments and their phases without asking' },
      init: { about: 'write the file without asking' },
      merge: { about: 'do not ask' },
      revert: { about: 'do not ask' },
      clean: { about: 'do not ask' },
    },
    variable: true,
    brief: true,
  },
  acceptSkipped: {
    flag: '--accept-skipped',
    about: 'run the plan without work that was not read',
    on: ['run', 'resume', 'fork'],
    as: {
      resume: { about: 'with --replan: run the plan without work that was not read' },
      fork: { about: 'with --plan: run the plan without work that was not read' },
    },
  },
  notify: {
    flag: '--notify <cmd|url|desktop>',
    about:
      'when the run asks or ends: desktop shows a notification, a command is started and reads JSON from stdin, an address receives it as a request signed with AMELIA_NOTIFY_SECRET',
    kind: 'list',
    on: ['run', 'resume', 'fork', 'feedback'],
    setting: 'process',
  },
} as const satisfies Record<string, Flag>
