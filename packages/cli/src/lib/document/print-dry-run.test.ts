import { expect, it } from 'vitest'
import type { DryRunFacts } from './plan-dry-run.ts'
import { printDryRun } from './print-dry-run.ts'

const facts: DryRunFacts = {
  plan: 'docs/a-plan-in-a-folder.md',
  goal: 'Add a feature that needs a description with more words than one line of a terminal has room for.',
  format: 'phase-table',
  commit: 'message-only',
  target: 'your checkout, staged and not committed',
  preset: { preset: 'phased', reason: 'the default' },
  trust: 'standard',
  asks: 'asks at each batch, except of low risk',
  concurrency: 4,
  totalMinutes: 90,
  checks: {
    test: ['npm', 'run', 'a-test-with-a-long-name'],
    lint: ['npm', 'run', 'a-lint-with-a-long-name'],
  },
  review: 'by the agent, 30 sessions, more after changes, and one for each evaluation of comments',
  tdd: 'static: every implementation needs a test before it (turn off with --tdd off)',
  agents: [],
  needsAgent: Array.from({ length: 30 }, (_, index) => `phase-${index}`),
  stack: {},
  phases: [],
  batches: [],
  command: 'amelia run plan.md',
}

// seed: phase-execution-reference 45
it('keeps to 80 columns, and names some of many phases', () => {
  let text = ''
  const terminal = { columns: 80, out: (more: string) => (text += more) }
  printDryRun(terminal as never, facts, [], { needsTrust: true })
  for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
  expect(text.replace(/\s+/g, ' ')).toContain('phase-9 and 20 more: add --driver NAME')
})
