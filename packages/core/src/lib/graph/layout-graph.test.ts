import { describe, expect, it } from 'vitest'
import { growsLinearly } from '../../../../../test/fixtures/grows-linearly.ts'
import type { Phase } from '../plan/model/phase.ts'
import { layoutGraph } from './layout-graph.ts'

const layout = (dependencies: Record<string, string[]>) =>
  layoutGraph({
    phases: Object.entries(dependencies).map(
      ([id, dependsOn], index) => ({ id, dependsOn, parallelWith: [], line: index + 1 }) as unknown as Phase,
    ),
  })

describe('layoutGraph', () => {
  it('puts each phase behind all its dependencies', () => {
    expect(layout({ a: [], b: ['a'], c: ['a', 'b'] })).toEqual({
      columns: 3,
      rows: 1,
      phases: [
        { id: 'a', column: 0, row: 0 },
        { id: 'b', column: 1, row: 0 },
        { id: 'c', column: 2, row: 0 },
      ],
      arrows: [
        { from: 'a', to: 'b' },
        { from: 'a', to: 'c' },
        { from: 'b', to: 'c' },
      ],
    })
    expect(layout({})).toEqual({ columns: 0, rows: 0, phases: [], arrows: [] })
  })

  it('orders rows by the neighbours, so that no arrow of two crossed pairs crosses', () => {
    const { phases } = layout({ a: [], b: [], c: [], x: ['c'], y: ['b'], z: ['a'] })
    const row = new Map(phases.map((phase) => [phase.id, phase.row]))
    for (const [from, to] of [
      ['a', 'z'],
      ['b', 'y'],
      ['c', 'x'],
    ] as const)
      expect(row.get(to)).toBe(row.get(from))
  })

  it('tells close places of a high column apart', () => {
    const wide = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`p${n}`, [] as string[]]))
    const { phases } = layout({ ...wide, x: ['p51'], y: ['p50'] })
    const rows = new Map(phases.map(({ id, row }) => [id, row]))
    expect(rows.get('x')! - rows.get('y')!).toBe(Math.sign(rows.get('p51')! - rows.get('p50')!))
  })

  it('has one column for a plan with a cycle', () => {
    expect(layout({ a: ['b'], b: ['a'] })).toEqual({
      columns: 1,
      rows: 2,
      phases: [
        { id: 'a', column: 0, row: 0 },
        { id: 'b', column: 0, row: 1 },
      ],
      arrows: [],
    })
  })

  it('takes linear time for one wide column with a long chain', () => {
    growsLinearly(2_000, (size) => {
      const wide = Array.from({ length: size }, (_, n) => [`w${n}`, []] as const)
      const chain = Array.from({ length: size }, (_, n) => [`c${n}`, n === 0 ? [] : [`c${n - 1}`]] as const)
      layout(Object.fromEntries([...wide, ...chain]) as never)
    })
  })
})
