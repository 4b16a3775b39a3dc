import { expect, it } from 'vitest'
import { planBatches } from '../graph/plan-batches.ts'
import { resolveGraph } from '../graph/resolve-graph.ts'
import type { PhaseView } from './phase-view.ts'
import { renderAscii } from './render/render-ascii.ts'
import { renderDryRun } from './render/render-dry-run.ts'
import { renderMermaid } from './render/render-mermaid.ts'
import { renderReport } from './render/render-report.ts'
import { renderTree } from './render/render-tree.ts'
import { nothingSpent } from '../policy/dispatch/find-exhausted.ts'
import { isLong } from '../../../../../test/fixtures/is-long.ts'

it.each([
  ['one wide batch', isLong ? 130_000 : 20_000, (): string[] => []],
  ['a long chain', isLong ? 20_000 : 10_000, (k: number): string[] => (k === 0 ? [] : [`p${k - 1}`])],
])('every view takes %s of %d phases', (_, count, dependsOn) => {
  const phases = Array.from(
    { length: count },
    (_, k): PhaseView => ({
      id: `p${k}`,
      title: 'Do it',
      dependsOn: dependsOn(k),
      tasks: 1,
      status: 'completed',
    }),
  )
  const { graph } = resolveGraph(phases.map((phase) => ({ ...phase, parallelWith: [], line: 1 })))
  const batches = graph === undefined ? [] : planBatches(graph)
  const report = {
    runId: 'r',
    goal: '',
    status: 'completed' as const,
    base: '',
    head: '',
    target: '',
    publish: 'phase' as const,
    targetPublished: true,
    phases: phases.map(({ id, title }) => ({
      id,
      title,
      status: 'completed' as const,
      attempt: 1,
      checks: [],
    })),
    checks: [],
    debts: [],
    batches: [],
    gates: [],
    spent: nothingSpent(),
    startedAt: '',
    durationMs: 0,
  }
  const views = [
    renderAscii(phases, batches),
    renderMermaid(phases, batches),
    renderTree(phases),
    renderReport(report),
    renderDryRun({ plan: '', goal: '', stack: {}, phases, batches, issues: [] }),
  ]
  for (const view of views) expect(view).toContain(`p${count - 1}`.replace('p', ''))
})
