import type { PlanDraft } from '@amelia/core'

const topics = [
  'parser',
  'index of symbols',
  'cache',
  'search',
  'import resolver',
  'formatter',
  'command',
  'report',
]

/** A plan with this many phases, of which each depends on one or two of the ones before. */
export const largePlan = (count: number): PlanDraft => ({
  title: 'Language server',
  goal: 'Move the language server to the new parser, one feature at a time, without a release that lacks one',
  phases: Array.from({ length: count }, (_, index) => ({
    id: `p${index}`,
    title: `Port the ${topics[index % topics.length]!} to the new tree, part ${Math.floor(index / topics.length) + 1}`,
    dependsOn: index < 6 ? [] : [...new Set([`p${index - 6 + (index % 2)}`, `p${index - 5}`])],
  })),
})
