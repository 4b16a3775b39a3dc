import type { PhaseReport, Report } from '@amelia/core'
import displayWidth from 'fast-string-width'
import { expect, it } from 'vitest'
import { renderOutcome } from './render-outcome.ts'

const nothingSpent = (): Report['spent'] => ({
  ...{ sessions: 0, sessionMs: 0, wallMs: 0 },
  ...{ inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, tokens: 0, unknownTokens: 0 },
  ...{ usd: 0, estimatedUsd: 0, unknownUsd: 0 },
})

const phase = (id: string, status: PhaseReport['status'], more: Partial<PhaseReport> = {}): PhaseReport => ({
  id,
  title: `Phase of ${id}`,
  status,
  attempt: 1,
  checks: [],
  ...more,
})

const report: Report = {
  ...{ runId: 'r1', goal: 'A library for durations', status: 'completed', publish: 'phase' },
  ...{ base: '9876543', head: '0123456789', target: 'refs/heads/amelia/durations', targetPublished: true },
  phases: [phase('1', 'completed')],
  ...{ batches: [], checks: [], debts: [], gates: [], startedAt: '', durationMs: 65_000 },
  spent: nothingSpent(),
}

const next = ['  amelia show r1 1', '  amelia resume r1', '  git merge amelia/durations']
const output = 'not ok 1\nAssertionError [ERR_ASSERTION]: expected 1, got 2\n    at file.js:1:2\n'
const failure = { class: 'verification_failed', message: 'The check "test" failed', output } as const
const failed = (...ids: string[]): PhaseReport[] => ids.map((id) => phase(id, 'failed', { failure }))

it('tells of a completed run where the work is', () => {
  const spent = { ...nothingSpent(), sessions: 2, usd: 1.92 }
  expect(
    renderOutcome({ ...report, spent }, { title: 'Durations', next, width: 60 }),
  ).toBe(`✓ Completed: 1 of 1 phase  Durations           1m 05s  $1.92

The work is on the branch amelia/durations (0123456).

  amelia show r1 1
  amelia resume r1
  git merge amelia/durations
`)
})

it('tells the reason that a person gave for the end of a run', () => {
  const text = renderOutcome({ ...report, status: 'aborted', endReason: 'Too risky\non a Friday' })
  expect(text).toContain('\nReason: Too risky on a Friday\n')
})

it('tells of a failure its message, its telling line, and what it blocks', () => {
  const phases = [...failed('2A'), phase('3', 'blocked', { because: '2A' })]
  const text = renderOutcome({ ...report, status: 'failed', phases }, { next: next.slice(0, 1) })
  expect(text).toBe(`✗ Failed: 0 of 2 phases  A library for durations                          1m 05s

✗ 2A  Phase of 2A  The check "test" failed
      AssertionError [ERR_ASSERTION]: expected 1, got 2
  blocked by 2A: 3

The plan is on the branch amelia/durations (0123456).

  amelia show r1 1
`)
})

it('names the failure at which a person aborted the run', () => {
  const phases = [phase('1', 'cancelled', { failure }), phase('2', 'cancelled')]
  const text = renderOutcome({ ...report, status: 'aborted', phases })
  expect(text).toContain('✗ 1  Phase of 1  The check "test" failed\n')
  expect(text).not.toContain('Phase of 2')
})

it('names the failure after which a phase was skipped, and what is skipped with it', () => {
  const skipped = [phase('2', 'skipped', { failure, attempt: 2 }), phase('3', 'skipped', { because: '2' })]
  const text = renderOutcome({ ...report, status: 'partial', phases: [...report.phases, ...skipped] })
  expect(text).toContain(`
⊘ 2  Phase of 2  skipped after attempt 2: The check "test" failed
     AssertionError [ERR_ASSERTION]: expected 1, got 2
  skipped by 2: 3
`)
})

it('continues the cause of a single failure, and cuts those of many', () => {
  const message = `It failed because ${'of one more reason '.repeat(8)}in the end`
  const one = {
    ...report,
    status: 'failed' as const,
    phases: [phase('1', 'failed', { failure: { class: 'hung', message } })],
  }
  expect(renderOutcome(one, { width: 60 }).replace(/\s+/g, ' ')).toContain('in the end')
  const many = renderOutcome({ ...one, phases: failed('1', '2', '3', '4', '5', '6', '7', '8') }, { next })
  expect(many).toMatch(/\n {2}and \d more\n/)
})

it('has at most 12 lines of at most 80 columns, whatever a run has', () => {
  const gate = {
    ...{ id: 'g1', kind: 'blocker' as const, phaseIds: ['2'], suggestions: [], choices: [] },
    ...{ question: `The command failed. ${'Why? '.repeat(40)}`, details: ['exit code 1'] },
  }
  const long = 'A title that goes on and on until no terminal of this world shows it in one line'
  const everything: Report = {
    ...{ ...report, status: 'failed', goal: long, unverified: true, gates: [gate, { ...gate, id: 'g2' }] },
    phases: [
      ...failed('1', '2', '3', '4').map((each) => ({
        ...each,
        title: long,
        attempt: 3,
        skippedParts: ['a'],
      })),
      phase('5', 'blocked', { because: '1' }),
    ],
    repositoryChanges: [{ phaseId: '1', name: 'core.hooksPath', before: null, after: 'x', restore: 'git x' }],
    review: { approved: false, comments: [{ severity: 'minor', text: 'x', decision: 'defer' }] } as never,
  }
  for (const columns of [40, 80, 200])
    for (const gates of [[], [gate], everything.gates]) {
      const text = renderOutcome({ ...everything, gates }, { width: columns, next })
      const lines = text.trimEnd().split('\n')
      if (columns >= 80) expect(lines.length).toBeLessThanOrEqual(12)
      for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(columns)
    }
})

it('uses ASCII marks where the terminal has no others', () => {
  const text = renderOutcome({ ...report, status: 'failed', phases: failed('1') }, { ascii: true })
  expect(text).toMatch(/^x Failed: 0 of 1 phase/)
  expect(text).toContain('\nx 1  Phase of 1  The check "test" failed\n')
})
