import { frozen } from '../../error/check/frozen.ts'
import { publishModes } from '../../event/publish-mode.ts'
import { trustLevels } from './trust-level.ts'

/** Every preset by name, in the order of the docs. */
export const presetNames = ['phased', 'subtasks', 'taskLoop', 'intelligent', 'autobuild'] as const
Object.freeze(presetNames)

/** The name of a preset. */
export type PresetName = (typeof presetNames)[number]

/**
 * The values of each setting that is a choice. Options, checks of options and the command line derive from
 * these lists.
 */
export const settingValues = frozen({
  /** After a phase has failed: start nothing new, or continue with phases that do not depend on it. */
  onFailure: ['halt', 'continue'],
  /**
   * A phase starts when its own dependencies are done, or when every phase of the batches before its own has
   * ended.
   */
  order: ['dataflow', 'batches'],
  trust: trustLevels,
  /** The piece of work in one dispatch. */
  units: ['phase', 'subtask', 'step'],
  /** Executes structured steps if the run has an agent. */
  steps: ['engine', 'driver'],
  /**
   * No check; a check of the plan only; also proof of red and green where the plan writes tests first and a
   * test command is configured; or such proof at all costs.
   */
  tdd: ['off', 'static', 'auto', 'full'],
  /** Whether the user's commit hooks run. */
  hooks: ['on', 'off'],
  publish: publishModes,
  /** The form of the subjects of commits. */
  messageStyle: ['plain', 'conventional'],
  /** Whether plan, summaries and report are committed below `docs/amelia`. */
  artifacts: ['commit', 'none'],
} as const satisfies Record<string, readonly string[]>)

/** The value of one setting. */
export type SettingValue<Name extends keyof typeof settingValues> = (typeof settingValues)[Name][number]
