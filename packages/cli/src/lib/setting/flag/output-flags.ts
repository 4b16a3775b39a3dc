import { type Flag, readers, runners } from './flag.ts'
import { readPort } from './kind-readers.ts'

const named = 'config file to use, which is executed unless it is JSON (default: none)'

/** The flags about the config file. */
export const fileFlags = {
  config: {
    flag: '--config <file>',
    about: 'config file to use (default: amelia.config.* of the repository)',
    kind: 'text',
    on: [...runners, 'plan', ...readers],
    as: Object.fromEntries(readers.map((name) => [name, { about: named }])),
    variable: true,
  },
  noConfig: {
    flag: '--no-config',
    about: 'do not read or execute a config file',
    on: [...runners, 'plan'],
  },
  set: {
    flag: '--set <name=value>',
    about: 'set a setting by its name in the config file, such as secrets.allow=test/fixtures/**',
    kind: 'list',
    on: [...runners, 'plan', ...readers],
  },
  profile: {
    flag: '--profile <name>',
    about: 'profile of the config file to use',
    kind: 'text',
    on: [...runners, 'plan', ...readers],
    variable: true,
  },
} as const satisfies Record<string, Flag>

/** The flags about the output of a command, and how a run is started, in the order of the help. */
export const outputFlags = {
  printConfig: {
    flag: '--print-config',
    about: 'print each setting and where it comes from, and do not run anything',
    on: ['run'],
  },
  dryRun: {
    flag: '--dry-run',
    about: 'show what the run would do, without doing it',
    on: ['run'],
    brief: true,
  },
  detach: {
    flag: '--detach',
    about: 'start the run in the background and return; it needs --trust',
    on: ['run', 'resume', 'fork', 'feedback'],
    as: {
      resume: { about: 'resume the run in the background and return' },
      fork: { about: 'start the run in the background and return' },
      feedback: { about: 'start the run in the background and return' },
    },
    brief: true,
  },
  onHangup: {
    flag: '--on-hangup <effect>',
    about: 'when the terminal is closed: let the run continue in the background, or drain it (default)',
    kind: 'text',
    choices: ['drain', 'background'],
    on: ['run', 'resume', 'fork', 'feedback'],
    setting: 'process',
  },
  ui: {
    flag: '--ui',
    about: 'also show the run in a web page, which only this machine can open',
    on: ['run'],
    brief: true,
  },
  port: {
    flag: '--port <n>',
    about: 'port on 127.0.0.1 (default: a free one)',
    kind: 'number',
    reads: readPort,
    on: ['ui'],
    variable: true,
  },
  out: {
    flag: '--out <file>',
    about: 'new file to write (default: stdout)',
    kind: 'text',
    on: ['plan', 'convert', 'report'],
  },
  json: {
    flag: '--json',
    about: 'print one JSON object',
    on: [...runners, 'check', 'convert', 'show', 'prove', 'status', 'runs', 'stats', 'doctor'],
    as: {
      ...Object.fromEntries(runners.map((name) => [name, { about: 'print one JSON event per line' }])),
      convert: { about: 'print one JSON object with every loss' },
      runs: { about: 'print one JSON array' },
    },
    variable: true,
    brief: true,
  },
  format: {
    flag: '--format <output>',
    about: 'github: also print annotations of GitHub Actions, and append the report to its step summary',
    kind: 'text',
    choices: ['github'],
    conflicts: 'json',
    on: ['run', 'resume', 'feedback', 'status', 'check'],
    as: {
      check: {
        about: 'github: also print annotations of GitHub Actions, and append the check to its step summary',
      },
    },
  },
  pager: {
    flag: '--no-pager',
    about: 'print to the terminal, not through AMELIA_PAGER, PAGER or less',
    on: ['show', 'logs', 'report'],
  },
} as const satisfies Record<string, Flag>
