import type { Meta } from '../field/meta.ts'
import type { Risk } from '../field/risk.ts'
import type { DraftOf } from './draft-of.ts'

/** One structured action of a subtask. */
export interface Step {
  /** Unique in the plan. */
  id: string
  /** The work in words, for agents and people. Default: empty. */
  description: string
  /** The kind of the action: it decides which of the other fields are used. */
  action: 'code' | 'command' | 'validation' | 'manual' | 'function'
  /** `code`: the file to write, relative to the repository's root, with `/`. */
  filePath?: string | undefined
  /** `code`: the whole content of a new file (or of any file, with `replace`), or a unified diff. */
  codeChange?: string | undefined
  /** `code`: whether the content takes the place of a file that exists. Default: false. */
  replace: boolean
  /** `function`: the name of one of the run's `functions`. */
  name?: string | undefined
  /** `function`: the input of the call, at most 16 kB as JSON. Default: an empty object. */
  input?: Meta | undefined
  /** `command`: split into words as a shell would, but run without one unless `shell` is set. */
  command?: string | undefined
  /** Whether the commands of this step go through `sh`, as the plan's author asked. Default: false. */
  shell: boolean
  /** Folder of the commands, relative to the repository's root. Default: the root. */
  cwd?: string | undefined
  /** Commands that are tried in order when the command does not do what is expected. Default: none. */
  fallbackCommands: string[]
  /**
   * The exit code that means success, or `fail`: any but 0 (and but 126 and 127, which mean that it never
   * ran). Default: 0.
   */
  expectExitCode: number | 'fail'
  /**
   * A regular expression (RE2) that the output must contain, ANSI codes stripped. Checked after the exit
   * code.
   */
  expectedOutputPattern?: string | undefined
  /**
   * `command`: it starts a server in the background for later phases, which ends with the run. Default: its
   * processes end with it.
   */
  keep?: 'server' | undefined
  /** `validation`: the command that decides. */
  validationCommand?: string | undefined
  /** Criteria in words. The review answers them. */
  successCriteria?: string | undefined
  /** The possible harm. A person is asked before a step of high risk. Default: `medium`. */
  risk: Risk
  /** The expected time in minutes, as information for people: nothing is stopped by it. Default: 2. */
  estimatedMinutes: number
  /** Whether a person is asked before this step. Default: false. */
  requiresHumanJudgment: boolean
  /** Ids of steps of the same plan that come before this one. Default: none. */
  dependsOn: string[]
  /** Whether the step writes or runs tests. Default: false. */
  isTestStep: boolean
  /** Id of the step that this one validates. */
  validatesStep?: string | undefined
  /** The line of the plan's text at which it begins, from 1. Default: 1. */
  line: number
}

/** A step as a parser or a program writes it: what has a default may be left out. */
export type StepDraft = DraftOf<Step, 'id' | 'action'>
