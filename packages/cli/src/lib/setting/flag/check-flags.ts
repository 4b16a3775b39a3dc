import { choices } from './choices.ts'
import { type Flag, runners } from './flag.ts'

const rule = { on: ['run'], setting: 'run' } as const
const reviews = { on: runners, setting: 'process' } as const

/** The flags about checks and reviews, in the order of the help. */
export const checkFlags = {
  test: {
    flag: '--test <cmd>',
    about: 'test command, which must pass on every commit; auto is the command detected in the repository',
    kind: 'text',
    ...rule,
    brief: true,
  },
  lint: { flag: '--lint <cmd>', about: 'lint command; must pass on every commit', kind: 'text', ...rule },
  typecheck: {
    flag: '--typecheck <cmd>',
    about: 'type-check command; must pass on every commit, except of a phase whose tests are to fail first',
    kind: 'text',
    ...rule,
  },
  build: {
    flag: '--build <cmd>',
    about: 'build command; must pass on every commit, except of a phase whose tests are to fail first',
    kind: 'text',
    ...rule,
  },
  tdd: {
    flag: '--tdd <how>',
    about:
      'auto: with a test command, tests that come first must fail before their implementation and pass after it; static: only reject a plan that implements before it tests; full: as auto, and reject a plan without such tests; off: require nothing (default: auto)',
    kind: 'text',
    choices: choices.settingValues.tdd,
    ...rule,
  },
  review: {
    flag: '--no-review',
    about: 'run without reviews, of phases and of the final result',
    ...reviews,
    brief: true,
  },
  reviewer: {
    flag: '--reviewer <cmd>',
    about: 'command that reviews each phase before it is integrated, by exit code or a JSON verdict',
    kind: 'list',
    ...reviews,
  },
  reviewerDriver: {
    flag: '--reviewer-driver <name>',
    about: 'agent that reviews each phase before it is integrated (default: the agent that does the work)',
    kind: 'text',
    ...reviews,
  },
  reviewerModel: {
    flag: '--reviewer-model <name>',
    about: 'model of the reviewing agent (default: chosen by the agent)',
    kind: 'text',
    ...reviews,
  },
  reviewerRounds: {
    flag: '--reviewer-rounds <n>',
    about: 'reviews of a phase before it fails (default: set by the preset)',
    kind: 'number',
    ...rule,
  },
  evaluator: {
    flag: '--evaluator <name>',
    about:
      'agent that decides which comments of the reviewing agent to implement, or none: critical and major ones (default: the agent that does the work)',
    kind: 'text',
    ...reviews,
  },
  finalReviewer: {
    flag: '--final-reviewer <cmd>',
    about: 'command that reviews the final result of all phases, by exit code or a JSON verdict',
    kind: 'list',
    ...reviews,
  },
} as const satisfies Record<string, Flag>
