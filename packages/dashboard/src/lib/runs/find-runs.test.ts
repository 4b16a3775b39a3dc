import { expect, it } from 'vitest'
import type { DashboardRun } from '../source/dashboard-source.ts'
import { formatAgo } from '../format/format-ago.ts'
import { findRuns } from './find-runs.ts'
import { pollDelay } from './poll-delay.ts'

const run = (runId: string, fields: Partial<DashboardRun> = {}): DashboardRun => ({
  ...{ runId, status: 'completed', labels: {}, updatedAt: '', locked: false, canGoOn: false, ...fields },
})
const conditionOf = (state: 'running' | 'interrupted') => ({ state, status: state, sentence: '' })
const runs = [
  run('a1', { title: 'Add a shop', target: 'refs/heads/shop' }),
  run('b2', { status: 'running', condition: conditionOf('interrupted') }),
  run('d4', { status: 'running', locked: true, condition: conditionOf('running') }),
  run('c3', { labels: { team: 'Blue' }, gates: 2 }),
]
const ids = (search: string): string[] => findRuns(runs, search).map(({ runId }) => runId)

it('finds runs by title, branch, status and label', () => {
  expect(ids('')).toEqual(['a1', 'b2', 'd4', 'c3'])
  expect(ids('SHOP add')).toEqual(['a1'])
  expect(ids('team blue')).toEqual(['c3'])
  expect(ids('question')).toEqual(['c3'])
  // No process runs it.
  expect(ids('interrupted')).toEqual(['b2'])
})

it('polls more often while a run is live, and less often with each failure', () => {
  expect(pollDelay({ isLive: true, failures: 0 })).toBeLessThan(pollDelay({ isLive: false, failures: 0 }))
  expect(pollDelay({ isLive: true, failures: 2 })).toBe(2 * pollDelay({ isLive: true, failures: 1 }))
  expect(pollDelay({ isLive: false, failures: 99 })).toBe(10_000)
})

it('formats ages', () => {
  const now = Date.parse('2026-03-01T00:00:00Z')
  const ages = [1_000, 59 * 60_000, 3 * 3_600_000, 30 * 3_600_000, 5 * 86_400_000, 40 * 86_400_000]
  expect(ages.map((age) => formatAgo(now - age, now))).toEqual([
    'just now',
    '59 min ago',
    '3 h ago',
    'yesterday',
    '5 days ago',
    '2026-01-20',
  ])
  expect(formatAgo('no time', now)).toBe('')
})
