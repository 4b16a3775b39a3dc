import { describe, expect, it } from 'vitest'
import type { PhaseReport } from '../event/report.ts'
import { resolveGraph } from '../graph/resolve-graph.ts'
import { longestChain } from './longest-chain.ts'

const chainOf = (...phases: [id: string, dependsOn: string, ms?: number][]) =>
  longestChain(
    resolveGraph(
      phases.map(([id, dependsOn]) => ({ id, dependsOn: [...dependsOn], parallelWith: [], line: 1 })),
    ).graph!,
    phases.map(
      ([id, , durationMs]) => ({ id, ...(durationMs !== undefined && { durationMs }) }) as PhaseReport,
    ),
  )

describe('longestChain', () => {
  it('follows the dependencies that took the longest, whatever the number of phases', () => {
    expect(chainOf(['a', '', 10], ['b', '', 90], ['c', 'a', 10], ['d', 'bc', 5], ['e', 'd', 1])).toEqual({
      phases: ['b', 'd', 'e'],
      durationMs: 96,
    })
  })

  it('takes the first of equal chains, and leaves out phases that did not run', () => {
    expect(chainOf(['a', '', 5], ['b', '', 5], ['c', 'ab', 5])).toMatchObject({ phases: ['a', 'c'] })
    expect(chainOf(['a', ''], ['b', 'a', 5], ['c', 'b', 5], ['d', 'c'])).toEqual({
      phases: ['b', 'c'],
      durationMs: 10,
    })
  })

  it('is undefined without two phases in a row', () => {
    expect(chainOf(['a', '', 5], ['b', '', 9])).toBeUndefined()
    expect(chainOf(['a', ''], ['b', 'a'])).toBeUndefined()
  })
})
