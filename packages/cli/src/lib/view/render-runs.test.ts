import type { ListedRun } from '@amelia/core'
import { type ConditionFacts, runCondition } from '@amelia/core/view'
import { expect, it } from 'vitest'
import { renderRuns } from './render-runs.ts'

const now = Date.UTC(2026, 0, 15, 12)
const run = (runId: string, more: Partial<ListedRun>): ListedRun => ({
  ...{ runId, status: 'completed', labels: {}, locked: false, canGoOn: false },
  updatedAt: new Date(now - 3 * 86_400_000).toISOString(),
  ...more,
})
const options = { columns: 80, paint: (text: string) => text, now }
const minutesAgo = (count: number) => new Date(now - count * 60_000).toISOString()

it('shortens or leaves out the branches before the titles', () => {
  const more = { phases: { done: 2, all: 4 }, labels: { team: 'platform' }, gates: 1, usd: 0 }
  const runs = ['greeting', 'farewell'].map((name) =>
    run(`2026-01-15-${name.slice(0, 6)}`, {
      ...{ ...more, title: `Add a long ${name}`, target: `refs/heads/amelia/2026-01-15-add-a-long-${name}` },
    }),
  )
  const at = (columns: number) => renderRuns(runs, { ...options, columns })
  expect(at(100)).toBe(`RUN                STATUS     AGE  PHASES  BRANCH                           TITLE
2026-01-15-greeti  completed  3d   2/4     …2026-01-15-add-a-long-greeting  Add a long greeting, 1…
2026-01-15-farewe  completed  3d   2/4     …2026-01-15-add-a-long-farewell  Add a long farewell, 1…
`)
  expect(at(80)).toBe(`RUN                STATUS     AGE  PHASES  TITLE
2026-01-15-greeti  completed  3d   2/4     Add a long greeting, 1 open question…
2026-01-15-farewe  completed  3d   2/4     Add a long farewell, 1 open question…
`)
  expect(at(200)).toContain(
    'amelia/2026-01-15-add-a-long-greeting  Add a long greeting, 1 open question, team=platform',
  )
})

/** A run that its process left with this report. */
const left = (report: ConditionFacts['report'], locked = false) => ({
  ...report,
  condition: runCondition({ report, lock: { locked } }),
})

it('shows age, status, progress, cost, branch and title in columns', () => {
  const known = { phases: { done: 2, all: 4 }, gates: 0, target: 'refs/heads/amelia/x', title: 'Greeting' }
  const runs = [
    run('r3', { ...known, ...left({ status: 'running' }, true), updatedAt: minutesAgo(0), usd: 0 }),
    run('r2', { ...known, ...left({ status: 'running' }), updatedAt: minutesAgo(90), gates: 1, usd: 1.5 }),
    run('r1', { ...known, title: 'A title that is longer than the line', labels: { team: 'a' }, usd: 12 }),
    run('r1b', { ...known, ...left({ status: 'aborted', reverted: true }), usd: 0 }),
    run('r0', { status: 'damaged', problem: 'Record 3 of the journal is damaged: its checksum is wrong.' }),
  ]
  expect(renderRuns(runs, options)).toBe(`RUN  STATUS       AGE  PHASES  COST    BRANCH    TITLE
r3   running      0s   2/4     -       amelia/x  Greeting
r2   interrupted  1h   2/4     $1.50   amelia/x  Greeting, 1 open question
r1   completed    3d   2/4     $12.00  amelia/x  A title that is longer than th…
r1b  reverted     3d   2/4     -       amelia/x  Greeting
r0   damaged      3d   -       -       -
  Record 3 of the journal is damaged: its checksum is wrong.
`)
})
