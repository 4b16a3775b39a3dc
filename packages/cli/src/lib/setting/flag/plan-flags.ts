import { groupings, planFormats } from './plan-formats.ts'
import { type Flag, readers } from './flag.ts'
import { readLabel, readNames } from './kind-readers.ts'

/** The flags about the plan, in the order of the help. */
export const planFlags = {
  issue: {
    flag: '--issue <file|url>',
    about: 'file with the text of an issue, or its address, to plan, approve and run, in place of a plan',
    kind: 'text',
    on: ['run', 'plan'],
    as: { plan: { about: 'file with the text of an issue, or its address, in place of the goal' } },
  },
  only: {
    flag: '--only <phase>',
    about: 'run only this phase, whose dependencies must be done; several with commas',
    kind: 'list',
    reads: readNames,
    on: ['run'],
    brief: true,
  },
  from: {
    flag: '--from <phase>',
    about: 'run this phase and those after it in the plan',
    kind: 'text',
    on: ['run', 'fork', 'plan'],
    as: {
      fork: { about: 'phase before which the new run begins', required: true },
      plan: {
        flag: '--from <file>',
        about: 'document to rewrite as a plan, in place of the goal; with --change: a plan that you rejected',
      },
    },
    brief: true,
  },
  planFormat: {
    flag: '--plan-format <name>',
    about: `format of the plan: ${[...planFormats, 'single'].join(', ')} (default: detected)`,
    kind: 'text',
    on: ['run', ...readers],
    setting: 'run',
  },
  select: {
    flag: '--select <heading>',
    about: 'section of a file with several plans to read, such as "Issue #18"',
    kind: 'text',
    on: ['run', 'resume', 'check', 'graph', 'convert'],
  },
  tag: {
    flag: '--tag <name>',
    about: 'tag whose tasks to read from a Task Master file',
    kind: 'text',
    on: ['run', 'resume', 'fork', ...readers],
    setting: 'process',
  },
  grouping: {
    flag: '--grouping <how>',
    about:
      'phases of a subtask list: layers, the subtasks whose dependencies are in earlier layers; chains, paths of subtasks that depend only on each other (default: layers)',
    kind: 'text',
    choices: groupings,
    on: ['run', 'resume', 'fork', 'check', 'graph', 'convert'],
    setting: 'process',
  },
  oneSession: {
    flag: '--one-session',
    about: 'run the plan as one phase, in one session',
    on: ['run'],
    setting: 'run',
  },
  trackerId: {
    flag: '--tracker-id <id>',
    about: 'id of this work in your issue tracker; becomes part of the branch name',
    kind: 'text',
    on: ['run'],
    setting: 'run',
  },
  label: {
    flag: '--label <name=value>',
    about: 'label to store with the run, for amelia runs --label',
    kind: 'record',
    reads: readLabel,
    on: ['run', 'fork', 'feedback', 'runs', 'clean'],
    as: {
      fork: { about: 'label to store with the new run (default: the labels of the run)' },
      feedback: { about: 'label to store with the new run (default: the labels of the run)' },
      runs: { about: 'only runs with this label' },
      clean: { about: 'only runs with this label' },
    },
    setting: 'run',
  },
} as const satisfies Record<string, Flag>
