import { findPhaseId } from '../../plan/source/find-phase-id.ts'
import type { DriverV1 } from '../../contract/driver.ts'
import { describeValue } from '../../error/check/describe-value.ts'
import { invalidOption } from '../../error/check/check-options.ts'
import { findFault } from '../../error/check/find-fault.ts'
import { optional } from '../../error/check/rule.ts'
import { driverOrList, isDriverMap } from '../boundary/driver-option.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import type { DriverChooser, DriverQuestion } from '../../policy/dispatch/choose-driver.ts'
import type { DriverMap, DriverOption, DriverOrList } from '../../policy/driver-option.ts'

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
      const fault = findFault(`driver(${JSON.stringify(question)})`, chosen, optional(driverOrList))
      if (fault !== undefined) throw invalidOption('driver', fault)
      return listOf(chosen as DriverOrList | undefined)
    }
  return chooserOf(isDriverMap(option) ? readMap(option) : { ...noLists, fallback: listOf(option) })
}

const choose = (option: (question: DriverQuestion) => unknown, question: DriverQuestion): unknown => {
  try {
    return option(question)
  } catch (cause) {
    if (AmeliaError.is(cause)) throw cause
    const message = cause instanceof Error ? cause.message : describeValue(cause)
    throw invalidOption(
      'driver',
      `\`driver(${JSON.stringify(question)})\` must return a driver, a list of drivers or undefined; it threw: ${message}`,
      cause,
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
    const own = phase === undefined ? undefined : phases.get(findPhaseId([...phases.keys()], phase))
    if (own) return own
    if (agent === undefined) return usual
    const list = named(agent, usual)
    if (list) return list
    throw invalidOption(
      'driver',
      `The plan names the agent "${agent}" for phase ${phase}, but the run has: ${namesOf(lists).join(', ')}. Give the run that driver, or change the plan.`,
    )
  }
}

const namesOf = ({ fallback, roles, phases, agents }: Lists): string[] => {
  const drivers = [fallback, ...roles.values(), ...phases.values()].flat()
  return [...new Set([...agents.keys(), ...drivers.map(({ id }) => id)])]
}

const readMap = (option: DriverMap): Lists => ({
  fallback: listOf(option.default),
  roles: readEntries(option.roles),
  phases: readEntries(option.phases),
  agents: readEntries(option.agents),
})

const readEntries = (
  entries: Readonly<Record<string, DriverOrList | undefined>> = {},
): Map<string, readonly DriverV1[]> =>
  new Map(
    Object.entries(entries).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, listOf(value)] as const],
    ),
  )

const listOf = (given: DriverOrList | undefined): readonly DriverV1[] =>
  given === undefined ? [] : 'runSession' in given ? [given] : given
