import type { PhaseReport, RunView } from '@amelia/core'
import stringWidth from 'string-width'
import { expect, it } from 'vitest'
import { begin, ended, phaseOf, running, viewOf } from '../../../../../test/fixtures/sample-view.ts'
import { estimateLeft } from './estimate-left.ts'
import { renderHeader } from './render-header.ts'

const minute = 60_000
const now = begin + 6_000

/** A run of phases that depend on each other as given, with estimates if there are any. */
const runOf = (
  phases: readonly PhaseReport[],
  after: Record<string, string[]> = {},
  estimates: Record<string, number> = {},
): RunView => {
  const plan = {
    title: 'Loyalty points for the shop',
    phases: phases.map(({ id, title }) => ({
      ...{ id, title, dependsOn: after[id] ?? [], parallelWith: [], files: [], subtasks: [] },
      ...(estimates[id] !== undefined && { estimate: estimates[id] }),
    })),
  } as unknown as RunView['plan']
  return viewOf('A goal', phases, { plan })
}
const three = [ended('a', 'A', 10 * minute), phaseOf('b', 'B'), phaseOf('c', 'C')]

it.each([
  ['nothing before a phase is completed', runOf([running('a', 'A', 0), phaseOf('b', 'B')]), 2, undefined],
  ['one phase after the other', runOf(three), 1, 20],
  ['as many phases at a time as may run', runOf(three), 2, 10],
  ['a phase after those that it depends on', runOf(three, { c: ['b'] }), 2, 20],
  ['the estimates of the plan', runOf(three, {}, { a: 2, b: 1, c: 4 }), 1, 25],
  ['nothing after the end', runOf([three[0]!, phaseOf('b', 'B', { status: 'skipped' })]), 1, undefined],
])('estimates %s', (_, run, concurrency, expected) => {
  const left = estimateLeft(run, { now, concurrency })
  expect(left === undefined ? undefined : left / minute).toBe(expected)
})

it('counts what a running phase has worked, and never expects its end at once', () => {
  const runFor = (ms: number): number =>
    estimateLeft(runOf([ended('a', 'A', 10 * minute), running('b', 'B', 0)]), { now: begin + ms })! / minute
  expect(runFor(4 * minute)).toBe(6)
  expect(runFor(30 * minute)).toBe(1)
})

it('estimates nothing while no process runs the run', () => {
  expect(estimateLeft({ ...runOf(three), lock: { locked: false } }, { now })).toBeUndefined()
})

it.each([
  [{ usd: 5 }, '$1.20 of $5.00'],
  [{ tokens: 500_000 }, '41k of 500k tok'],
  [{ usd: 5, sessions: 9 }, '$1.20 of $5.00, 2 of 9 sessions'],
  [undefined, '2 sessions, 40k in, 1.0k out, $1.20'],
])('shows title, id, times and cost with the limit %j', (budget, cost) => {
  const run = runOf(three)
  const spent = {
    ...{ sessions: 2, sessionMs: 1, wallMs: 0, tokens: 41_000, inputTokens: 40_000, outputTokens: 1_000 },
    ...{ cachedInputTokens: 0, unknownTokens: 0, unknownUsd: 0, estimatedUsd: 0, usd: 1.2 },
  }
  const view = { ...run, report: { ...run.report, spent, ...(budget && { budget }) } }
  const render = (columns: number): string =>
    renderHeader(
      { run: view, concurrency: 1 },
      { columns, rows: 24, ascii: false, now, paint: (text) => text },
    )
  expect(render(120)).toBe(`Loyalty points for the shop  r  6 s  20 min left  ${cost}`)
  for (const columns of [80, 60, 40]) {
    expect(stringWidth(render(columns))).toBeLessThan(columns)
    expect(render(columns)).toContain('20 min left')
  }
})
