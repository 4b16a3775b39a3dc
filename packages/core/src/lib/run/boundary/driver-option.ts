/** The rules of the option `driver`: a driver, a list, a function that chooses, or a map of these. */
import type { DriverMap } from '../../policy/driver-option.ts'
import { pluginRules } from './plugin-rules.ts'
import {
  aFunction,
  either,
  entries,
  optional,
  record,
  type Rule,
  type RulesOf,
  someOf,
} from '../../error/check/rule.ts'

const { driver } = pluginRules

/** A driver, or a list of different ones. */
export const driverOrList: Rule = {
  ...either(driver, someOf(driver, 'a list of at least one')),
  each: driver,
  distinct: true,
}

const listed = optional(driverOrList)

const driverMap = record({
  default: listed,
  roles: optional(
    record({ developer: listed, reviewer: listed, evaluator: listed } satisfies RulesOf<
      NonNullable<DriverMap['roles']>
    >),
  ),
  phases: optional(entries(listed)),
  agents: optional(entries(listed)),
} satisfies RulesOf<DriverMap>)

/** Whether the option is a map. A member of a driver shows a driver that is not complete. */
export const isDriverMap = (option: object): option is DriverMap =>
  !Array.isArray(option) &&
  !['runSession', 'contract', 'id', 'provider', 'meters'].some((key) => key in option)

export const driverOption: Rule = {
  ...either(driverOrList, aFunction),
  by: (option) => (isDriverMap(option) ? driverMap : driver),
  optional: true,
}
