import { expect, it } from 'vitest'
import { renderMermaid } from './render-mermaid.ts'

// seed: phase-execution-reference 20
it('draws the chart of the seed phase-execution-reference, Mermaid Diagram', () => {
  const phases = [
    { id: '1', title: 'Setup', dependsOn: [], tasks: 3 },
    { id: '2a', title: 'Backend', dependsOn: ['1'], tasks: 5 },
    { id: '2b', title: 'Frontend', dependsOn: ['1', '1', 'gone'], tasks: 4 },
  ]
  const batches = [
    { kind: 'sequential' as const, phases: ['1'] },
    { kind: 'parallel' as const, phases: ['2a', '2b'] },
  ]
  expect(renderMermaid(phases, batches)).toBe(`graph TD
    P1["Phase 1: Setup"]
    subgraph batch2["Batch 2: parallel"]
        P2a["Phase 2a: Backend"]
        P2b["Phase 2b: Frontend"]
    end
    P1 --> P2a
    P1 --> P2b
    classDef parallel fill:#e1f5fe
    class P2a,P2b parallel
`)
})

it('colours the phases of a run by their status', () => {
  const text = renderMermaid(
    [
      { id: 'a', title: '', dependsOn: [], tasks: 1, status: 'completed' },
      { id: 'b', title: 'B', dependsOn: ['a'], tasks: 1, status: 'external' },
      { id: 'c', title: 'C', dependsOn: ['b'], tasks: 1, status: 'failed' },
      { id: 'd', title: 'D', dependsOn: ['c'], tasks: 1, status: 'pending' },
    ],
    ['a', 'b', 'c', 'd'].map((id) => ({ kind: 'sequential', phases: [id] })),
  )
  expect(text).toContain('    Pa["Phase a"]\n')
  expect(text).toMatch(/classDef good \S+\n {4}class Pa,Pb good\n {4}classDef bad \S+\n {4}class Pc bad\n$/)
})

it('lets no title or id add to the chart', () => {
  const title = 'a"] --> X\nclick X "javascript:alert(1)" `b` <img> #quot; \\ & \u001b[31m\u202e'
  const text = renderMermaid(
    [
      { id: '1.1', title, dependsOn: [], tasks: 1 },
      { id: '11', title: '', dependsOn: ['1.1'], tasks: 1 },
      { id: '1_2e_1', title: '', dependsOn: [], tasks: 1 },
    ],
    [{ kind: 'sequential', phases: ['1.1', '11', '1_2e_1'] }],
  )
  expect(text).toBe(`graph TD
    P1_2e_1["Phase 1.1: a#34;] --#62; X click X #34;javascript:alert(1)#34; #96;b#96; #60;img#62; #35;quot; #92; #38;"]
    P11["Phase 11"]
    P1_5f_2e_5f_1["Phase 1_2e_1"]
    P1_2e_1 --> P11
`)
})
