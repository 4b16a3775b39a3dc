import type { RunAdapters } from '@amelia/core'
import { driverLists } from './driver-lists.ts'

/** Agents that stand in for each other, in order of failover, each with the key of its rate limits. */
export type FailoverList = readonly { name: string; provider: string }[]

/** Lists the agents that may stand in for each other. The same agents in another order are one list. */
export const listFailover = (option: RunAdapters['driver']): FailoverList[] => {
  const lists = new Map<string, FailoverList>()
  for (const drivers of driverLists(option)) {
    const list = drivers.map(({ id: name, provider }) => ({ name, provider }))
    const key = JSON.stringify(list.map(({ name, provider }) => [name, provider]).sort())
    if (list.length > 1 && !lists.has(key)) lists.set(key, list)
  }
  return [...lists.values()]
}

/** Describes how the agents of a list stand in for each other. */
export const describeFailover = (list: FailoverList): string =>
  describeShared(list) ?? list.map(({ name, provider }) => `${name} (${provider})`).join(', then ')

/** Describes why a list cannot fail over; undefined if it can. */
export const describeShared = (list: FailoverList): string | undefined => {
  const names = list.map(({ name }) => name)
  const [provider, other] = new Set(list.map((each) => each.provider))
  if (provider === undefined || other !== undefined) return undefined
  return names.length === 2
    ? `${names.join(' and ')} both use ${provider}: if it refuses, neither can take over`
    : `${names.slice(0, -1).join(', ')} and ${names.at(-1)} all use ${provider}: if it refuses, none can take over`
}
