import type { DriverV1 } from '../../contract/driver.ts'
import { describeValue } from '../../error/check/describe-value.ts'
import { findFault } from '../../error/check/find-fault.ts'
import { pluginRules } from '../boundary/plugin-rules.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import type { DriverChooser, DriverQuestion } from '../../policy/dispatch/choose-driver.ts'
import type { DriverMap, DriverOption, DriverOrList } from './option/driver-option.ts'

/**
 * Converts the option `driver` to a function that lists the drivers for a session; an empty list for a
 * session without an agent. Throws `OPTION_INVALID`.
 *
 * The agent that the plan names for a phase comes first, followed by the others of the list that it is in.
 */
export const readDrivers = (option: DriverOption | undefined): DriverChooser => {
  if (option === undefined) return () => []
  if (typeof option === 'function')
    return (question) => {
      const chosen = choose(option, question)
      return chosen === undefined ? [] : readList(`driver(${JSON.stringify(question)})`, chosen)
    }
  return chooserOf(isMap(option) ? readMap(option) : { ...noLists, fallback: readList('driver', option) })
}

const choose = (option: (question: DriverQuestion) => unknown, question: DriverQuestion): unknown => {
  try {
    return option(question)
  } catch (cause) {
    if (AmeliaError.is(cause)) throw cause
    const message = cause instanceof Error ? cause.message : describeValue(cause)
    throw new AmeliaError(
      'OPTION_INVALID',
      `\`driver(${JSON.stringify(question)})\` must return a driver, a list of drivers or undefined; it threw: ${message}`,
      { option: 'driver' },
      { cause },
    )
  }
}

interface Lists {
  fallback: readonly DriverV1[]
  roles: ReadonlyMap<string, readonly DriverV1[]>
  phases: ReadonlyMap<string, readonly DriverV1[]>
  agents: ReadonlyMap<string, readonly DriverV1[]>
}

const noLists: Lists = { fallback: [], roles: new Map(), phases: new Map(), agents: new Map() }

const chooserOf = (lists: Lists): DriverChooser => {
  const { fallback, roles, phases, agents } = lists
  const all = [fallback, ...roles.values(), ...phases.values(), ...agents.values()]
  const named = (name: string, usual: readonly DriverV1[]): readonly DriverV1[] | undefined => {
    const list = [usual, ...all].find((each) => each.some(({ id }) => id === name))
    const driver = list?.find(({ id }) => id === name)
    return agents.get(name) ?? (list && driver && [driver, ...list.filter((other) => other !== driver)])
  }
  return ({ role, phase, agent }: DriverQuestion) => {
    const usual = roles.get(role) ?? fallback
    if (role !== 'developer') return usual
    const own = phase === undefined ? undefined : phases.get(phase)
    if (own) return own
    if (agent === undefined) return usual
    const list = named(agent, usual)
    if (list) return list
    throw new AmeliaError(
      'OPTION_INVALID',
      `The plan names the agent "${agent}" for phase ${phase}, but the run has: ${namesOf(lists).join(', ')}. Give the run that driver, or change the plan.`,
      { option: 'driver' },
    )
  }
}

const namesOf = ({ fallback, roles, phases, agents }: Lists): string[] => {
  const drivers = [fallback, ...roles.values(), ...phases.values()].flat()
  return [...new Set([...agents.keys(), ...drivers.map(({ id }) => id)])]
}

const mapKeys = ['default', 'roles', 'phases', 'agents'] as const
const roleNames = ['developer', 'reviewer', 'evaluator']

/** Members of a driver, by which one without `runSession` is told from a map. */
const driverKeys = ['runSession', 'contract', 'id', 'provider', 'meters']

const isMap = (option: DriverOrList | DriverMap): option is DriverMap =>
  typeof option === 'object' &&
  option !== null &&
  !Array.isArray(option) &&
  !driverKeys.some((key) => key in option)

const readMap = (option: DriverMap): Lists => {
  const unknown = Object.keys(option).find((key) => !mapKeys.some((known) => known === key))
  if (unknown !== undefined)
    throw invalid(
      `\`driver.${unknown}\` is unknown. \`driver\` is a driver, a list of drivers, a function, or an object with ${mapKeys.join(', ')}.`,
    )
  const role = Object.keys(option.roles ?? {}).find((name) => !roleNames.includes(name))
  if (role !== undefined)
    throw invalid(`\`driver.roles.${role}\` is unknown. The roles are: ${roleNames.join(', ')}.`)
  return {
    fallback: option.default === undefined ? [] : readList('driver.default', option.default),
    roles: readEntries('driver.roles', option.roles),
    phases: readEntries('driver.phases', option.phases),
    agents: readEntries('driver.agents', option.agents),
  }
}

const readEntries = (
  path: string,
  entries: Readonly<Record<string, DriverOrList | undefined>> = {},
): Map<string, readonly DriverV1[]> =>
  new Map(
    Object.entries(entries).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, readList(`${path}.${key}`, value)] as const],
    ),
  )

const readList = (path: string, value: unknown): readonly DriverV1[] => {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (list.length === 0) throw invalid(`\`${path}\` is an empty list. Give at least one driver.`)
  for (const [index, each] of list.entries()) {
    const place = Array.isArray(value) ? `${path}[${index}]` : path
    const fault = findFault(place, each, pluginRules.driver)
    if (fault !== undefined) throw invalid(fault)
    if (list.indexOf(each) < index) throw invalid(`\`${place}\` is already in the list. Leave it out.`)
  }
  return list as readonly DriverV1[]
}

const invalid = (message: string): AmeliaError =>
  new AmeliaError('OPTION_INVALID', message, { option: 'driver' })
