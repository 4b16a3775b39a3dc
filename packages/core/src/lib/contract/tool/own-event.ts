import { checkArgument } from '../../error/check/check-options.ts'
import { aBoolean, anything, matching, oneOf, optional, record, type Rule } from '../../error/check/rule.ts'
import { copyJson, jsonForm } from '../../plan/field/meta.ts'

/** An event that a driver, a reviewer, an evaluator or a function emits for the program around the run. */
export interface OwnEvent {
  /** The type of the progress. */
  type: 'event'
  /**
   * The name: a prefix of the plugin, a colon and the event, as in `acme:deployed`. At most 80 lower-case
   * letters, digits, `.`, `_` and `-`. The prefix `amelia` is reserved.
   */
  name: string
  /** JSON data of at most 16 kB. Default: none. */
  data?: unknown
  /**
   * Whether the journal keeps the event. A run keeps at most 1,000; later ones are only streamed. Default:
   * false.
   */
  journal?: boolean
}

/** The fields of an event that a plugin emitted. */
export interface PluginEventFields {
  /** The phase that the plugin works for. Absent for work on the run itself. */
  phaseId?: string
  /** The plugin that emitted it, such as `driver "x"` or `function "deploy"`. */
  who: string
  /** The event's name, such as `acme:deployed`. */
  name: string
  /** The event's data, without secrets. */
  data?: unknown
}

/** The most events of plugins that the journal of a run keeps. */
export const mostOwnEvents = 1_000

/** The members of an event of a plugin, but for its type. */
export const ownEventRules = {
  name: matching(
    /^(?!amelia:)(?=.{1,80}$)[a-z0-9][a-z0-9._-]*:[a-z0-9][a-z0-9._-]*$/,
    'a prefix, a colon and a name, as in "acme:deployed", of at most 80 lower-case letters, digits, ".", "_" and "-"; the prefix "amelia" is reserved',
  ),
  data: optional({ ...anything, expected: jsonForm, is: (value) => copyJson(value) !== undefined }),
  journal: optional(aBoolean),
} satisfies Record<string, Rule>

const rule = record({ type: oneOf('event'), ...ownEventRules })

/** Whether progress is an event of a plugin. It may still be invalid. */
export const isOwnEvent = (progress: unknown): progress is OwnEvent =>
  typeof progress === 'object' && progress !== null && 'type' in progress && progress.type === 'event'

/** Copies an event of a plugin. `who`: `driver "x"`. Throws `OPTION_INVALID` for an invalid one. */
export const readOwnEvent = (who: string, value: unknown): OwnEvent => {
  checkArgument(`emit of the ${who}`, 'event', value, rule)
  const { name, data, journal } = value as OwnEvent
  return {
    ...{ type: 'event', name },
    ...(data !== undefined && { data: copyJson(data) }),
    ...(journal && { journal }),
  }
}
