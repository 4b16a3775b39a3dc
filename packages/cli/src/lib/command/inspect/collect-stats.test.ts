import type { PhaseReport } from '@amelia/core'
import { expect, it } from 'vitest'
import { collectStats } from './collect-stats.ts'

const phase = (given: Partial<PhaseReport>): PhaseReport => ({
  ...{ id: '1', title: '', status: 'completed', attempt: 1, checks: [] },
  ...given,
})
const spend = (tokens: number, usd: number | null) =>
  ({ tokens, usd, unknownUsd: 0 }) as NonNullable<PhaseReport['spent']>

it('adds up phases, failures, attempts, costs and reviews', () => {
  const review = { approved: true, summary: '', comments: [] }
  const failed = phase({ status: 'failed', attempt: 3, failure: { class: 'hung', message: '' } as never })
  const session = (role: string, inputTokens: number | undefined, usd: number | null) => ({
    ...{ role, usd },
    ...(inputTokens !== undefined && { inputTokens, outputTokens: 5 }),
  })
  const sessions = [session('reviewer', 10, 0.5), session('developer', 95, 1), session('developer', 45, 2)]
  const attempts = [{ attempt: 1, sessions }] as never
  const ofRun = [session('evaluator', undefined, null)] as never
  const stats = collectStats(
    [
      {
        status: 'completed',
        report: {
          phases: [phase({ durationMs: 10, spent: spend(100, 1), review, attempts })],
          sessions: ofRun,
        },
      },
      { status: 'failed', report: { phases: [phase({ durationMs: 30, spent: spend(300, 3) }), failed] } },
    ],
    ['x'],
  )
  expect(stats).toEqual({
    version: 1,
    runs: { completed: 1, failed: 1 },
    phases: { completed: 2, failed: 1 },
    failures: { hung: 1 },
    failedSessions: {},
    retries: 2,
    perPhase: { durationMs: 20, tokens: 200, usd: 2 },
    perRole: [
      { role: 'developer', sessions: 2, tokens: 150, usd: 3 },
      { role: 'reviewer', sessions: 1, tokens: 15, usd: 0.5 },
      { role: 'evaluator', sessions: 1, tokens: null, usd: null },
    ],
    reviews: { approved: 1, rejected: 0, comments: 0 },
    unreadable: ['x'],
  })
})

it('counts a phase that a run leaves out as skipped', () => {
  const phases = [phase({ status: 'external', excluded: true }), phase({ status: 'external' })]
  expect(collectStats([{ status: 'completed', report: { phases } }], []).phases).toEqual({
    skipped: 1,
    external: 1,
  })
})

it('knows no average without phases, and no cost if one is unknown', () => {
  expect(collectStats([], []).perPhase).toEqual({ durationMs: null, tokens: null, usd: null })
  const phases = [phase({ spent: spend(1, null) }), phase({ spent: spend(1, 2) })]
  expect(collectStats([{ status: 'completed', report: { phases } }], []).perPhase.usd).toBeNull()
})
