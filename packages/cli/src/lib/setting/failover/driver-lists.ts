import type { DriverV1, RunAdapters } from '@amelia/core'

/** Lists the drivers of an option, each list in order of failover. A function of the config file has none. */
export const driverLists = (option: RunAdapters['driver']): (readonly DriverV1[])[] => {
  if (option === undefined || typeof option === 'function') return []
  if ('runSession' in option) return [[option]]
  const {
    roles,
    phases,
    agents: named,
    default: usual = [],
  } = 'length' in option ? { default: option } : option
  const lists = [usual, ...[roles, phases, named].flatMap((group) => Object.values(group ?? {}))]
  return lists.map((list) => [list].flat())
}
