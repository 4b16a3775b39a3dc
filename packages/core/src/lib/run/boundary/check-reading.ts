import { invalidOption } from '../../error/check/check-options.ts'
import { sessionEventTypes } from '../../event/progress-event.ts'
import { runEventTypes } from '../../event/run-event-type.ts'
import { nearestName } from '../../text/nearest-name.ts'
import { describeValue } from '../../error/check/describe-value.ts'
import { findFault } from '../../error/check/find-fault.ts'
import { aBoolean, optional, record, type Rule } from '../../error/check/rule.ts'

/** Options of a reader of a run's events. */
export interface ReadingOptions {
  after?: number
  progress?: boolean
  views?: boolean
}

const seq: Rule = { expected: 'an integer of at least 0', is: (value) => isSeq(value) }
const isSeq = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0
const reading = record({ after: optional(seq), progress: optional(aBoolean), views: optional(aBoolean) })

/** Returns the options of `subscribe` or `events`. Throws `OPTION_INVALID`. */
export const checkReading = (method: string, options: ReadingOptions): ReadingOptions => {
  if (typeof options === 'function')
    throw invalidOption(
      'options',
      `${method}: the listener is the second argument, as in ${method}({}, listener).`,
    )
  const fault = findFault('options', options, reading)
  if (fault !== undefined) throw invalidOption('options', `${method}: ${fault}`)
  return options
}

const types: readonly string[] = [...new Set<string>([...runEventTypes, ...sessionEventTypes])]

/** Throws `OPTION_INVALID` for a type that no event has: its listener would never be called. */
export const checkEventType = (type: string): void => {
  if (types.includes(type)) return
  const near = typeof type === 'string' ? nearestName(type, types) : undefined
  const advice = near === undefined ? `Known are: ${types.join(', ')}.` : `Did you mean "${near}"?`
  const all = type === '*' ? ' To receive every event, call run.subscribe({}, listener).' : ''
  throw invalidOption('type', `No event has the type ${describeValue(type)}.${all || ` ${advice}`}`)
}

/** Throws `OPTION_INVALID`. */
export const checkListener = (method: string, listener: unknown): void => {
  if (typeof listener !== 'function')
    throw invalidOption(
      'listener',
      `${method}: the listener must be a function; got ${describeValue(listener)}.`,
    )
}
