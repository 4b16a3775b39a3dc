import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planBatches } from '../../graph/plan-batches.ts'
import { resolveGraph } from '../../graph/resolve-graph.ts'
import { displayWidth } from '../../text/display-width.ts'
import type { PhaseView } from '../phase-view.ts'
import { renderAscii } from './render-ascii.ts'

type Row = [id: string, title: string, ...dependsOn: string[]]

const draw = (rows: Row[], width?: number): string => {
  const phases: PhaseView[] = rows.map(([id, title, ...dependsOn]) => ({ id, title, dependsOn, tasks: 1 }))
  const { graph } = resolveGraph(phases.map((phase) => ({ ...phase, parallelWith: [], line: 1 })))
  return renderAscii(
    phases,
    graph === undefined ? [] : planBatches(graph),
    width === undefined ? {} : { width },
  )
}

/** The lines below the heading. */
const body = (text: string): string => `\n${text.split('\n').slice(3).join('\n')}`

const seed: Row[] = [
  ['0', 'Bootstrap'],
  ['1', 'Setup', '0'],
  ['2a', 'Backend', '1'],
  ['2b', 'Frontend', '1'],
  ['2c', 'Tests', '1'],
  ['3', 'Integration', '2a', '2b', '2c'],
]

describe('renderAscii', () => {
  // seed: phase-execution-reference 19
  it('draws forks and joins as the seed phase-execution-reference, ASCII Diagram', () => {
    expect(draw(seed, 40)).toBe(`EXECUTION ORDER
===============

 [Phase 0: Bootstrap]
           |
           v
   [Phase 1: Setup]
           |
   +-------+-------+
   |       |       |
   v       v       v
 [2a]    [2b]    [2c]   <- PARALLEL
   |       |       |
   +-------+-------+
           |
           v
[Phase 3: Integration]
`)
  })

  it('shows titles in a parallel batch where all of them fit', () => {
    expect(
      body(draw(seed.slice(1).map(([id, title, ...rest]) => [id, title, ...rest.filter((d) => d !== '0')]))),
    ).toBe(`
                          [Phase 1: Setup]
                                  |
          +-----------------------+-----------------------+
          |                       |                       |
          v                       v                       v
 [Phase 2a: Backend]    [Phase 2b: Frontend]      [Phase 2c: Tests]
          |                       |                       |
          +-----------------------+-----------------------+
                                  |
                                  v
                       [Phase 3: Integration]
`)
  })

  it('draws many to many, and dependencies that follow from others are not drawn', () => {
    expect(
      body(
        draw(
          [
            ['a', ''],
            ['b', ''],
            ['c', '', 'b', 'a'],
            ['d', 'Last', 'c', 'a'],
          ],
          60,
        ),
      ),
    ).toBe(`
[Phase a]   [Phase b]   <- PARALLEL
    |           |
    +-----+-----+
          |
          v
      [Phase c]
          |
          v
   [Phase d: Last]
`)
    const lines = draw([
      ['a', ''],
      ['b', ''],
      ['c', '', 'b', 'a'],
      ['d', '', 'a', 'b'],
    ]).split('\n')
    expect(lines).toContain('    +-----------+')
  })

  it('lists any other graph batch by batch', () => {
    const rows: Row[] = [
      ['0', 'Bootstrap'],
      ['1', 'Set up everything that is needed'],
      ['2a', 'Backend', '1'],
      ['3', 'Integration', '2a', '0'],
    ]
    expect(body(draw(rows))).toBe(`
1  [Phase 0: Bootstrap]
   [Phase 1: Set up everything that is needed]
      |
2  [Phase 2a: Backend]                          depends on 1
      |
3  [Phase 3: Integration]                       depends on 2a, 0
`)
    expect(body(draw(rows, 36))).toBe(`
1  [Phase 0: Bootstrap]
   [Phase 1: Set up everything t...]
      |
2  [Phase 2a: Backend]
       depends on 1
      |
3  [Phase 3: Integration]
       depends on 2a, 0
`)
  })

  it('is within the width for any graph and any title', () => {
    const plans = fc.array(
      fc.tuple(
        fc.string({ unit: 'grapheme', maxLength: 30 }),
        fc.array(fc.nat({ max: 7 }), { maxLength: 4 }),
      ),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(plans, fc.integer({ min: 20, max: 90 }), (plan, width) => {
        const rows = plan.map(
          ([title, links], k): Row => [
            `p${k}`,
            title,
            ...links.filter((link) => link < k).map((link) => `p${link}`),
          ],
        )
        const text = draw(rows, width)
        for (const line of text.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(width)
        for (const [id] of rows) expect(text).toContain(id)
      }),
    )
  })

  it('takes a batch of thousands', () => {
    const rows = Array.from(
      { length: 4_000 },
      (_, k): Row => [`p${k}`, 'x', ...(k < 2_000 ? [] : [`p${k - 2_000}`])],
    )
    expect(draw(rows).split('\n').length).toBe(4_005)
  })
})
