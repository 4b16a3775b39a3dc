import type { Graph, Phase } from '@amelia/core'
import { findShared, planWidth, words } from '@amelia/core/view'

const mostShown = 10
const mostNamed = 5

/** Describes which independent phases run one after the other, because they change a file in common. */
export const describeShared = (graph: Graph, phases: readonly Phase[]): string[] => {
  const shared = findShared(graph, phases)
  const left = shared.length - mostShown
  return [
    ...shared.slice(0, mostShown).map(({ phases: ids, files }) => {
      const names = list(ids)
      if (files.length === 0) return `${names} conflict: one after the other`
      return `${names} ${ids.length === 2 ? 'both' : 'all'} change ${list(files)}: one after the other`
    }),
    ...(left > 0 ? [`and ${left} more; see --json`] : []),
  ]
}

/** Describes how many phases can run at the same time. */
export const describeWidth = (graph: Graph, phases: readonly Phase[]): string => {
  const width = planWidth(graph, phases)
  return width < 2 ? `${width}: one phase at a time` : `${width} phases at the same time`
}

const list = (names: readonly string[]): string => {
  const shown = names.slice(0, mostNamed).map(words.plainLabel)
  const more = names.length - shown.length
  if (more > 0) return `${shown.join(', ')} and ${more} more`
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}
