import { type Plan, planBatches, resolveGraph } from '@amelia/core'
import { words } from '@amelia/core/view'
import { compareRewrite, type RewrittenSource } from './compare-rewrite.ts'

const mostShown = 40

/** The facts about a plan that a person judges beside its text. */
export interface WrittenFacts {
  /** The order of its phases, in a sentence. */
  order: string
  /** The differences from its source; undefined if it has none to compare with. */
  differences: string[] | undefined
}

/** Describes the order of a plan, and how it differs from the document that it was rewritten from. */
export const describeWritten = (
  written: { text: string; plan: Plan },
  source: RewrittenSource | undefined,
): WrittenFacts => ({
  order: orderOf(written.plan),
  differences: source && compareRewrite(source, written),
})

/** Lists the facts, a line each. `from`: the name of the source. */
export const listFacts = ({ order, differences }: WrittenFacts, from = ''): string[] => {
  if (differences === undefined) return [order]
  const left = differences.length - mostShown
  return [
    order,
    differences.length === 0
      ? `Compared with ${from}: nothing is new, moved or missing.`
      : `Compared with ${from}:`,
    ...differences.slice(0, mostShown).map((each) => `  ${words.plainLabel(each)}`),
    ...(left > 0 ? [`  and ${left} more`] : []),
  ]
}

const orderOf = ({ phases }: Plan): string => {
  const { graph } = resolveGraph(phases)
  const batches = graph ? planBatches(graph, phases) : []
  const left = batches.length - mostShown
  const steps = batches.slice(0, mostShown).map((batch) => {
    const more = batch.phases.length - mostShown
    const ids = batch.phases.slice(0, mostShown).map(words.plainLabel).join(', ')
    return `${ids}${more > 0 ? ` and ${more} more` : ''}${batch.kind === 'parallel' ? ' (in parallel)' : ''}`
  })
  return `Order: ${steps.join('; then ')}${left > 0 ? `; and ${left} more batches` : ''}`
}
