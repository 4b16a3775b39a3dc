import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { reportRun } from './report-run.ts'

const folder = mkdtempSync(join(tmpdir(), 'amelia-summary-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => vi.unstubAllEnvs())

it('names the database of the run in the commands that it prints', async () => {
  const summary = join(folder, 'summary.md')
  vi.stubEnv('GITHUB_STEP_SUMMARY', summary)
  const gate = { id: 'g', kind: 'checkpoint', phaseIds: [], question: 'Go on?', details: [], choices: [] }
  const report = {
    ...{ runId: 'r', goal: 'x'.repeat(300_000), status: 'waiting', target: 'refs/heads/x', publish: 'phase' },
    ...{
      base: '',
      head: '',
      checks: [],
      debts: [],
      phases: [],
      batches: [],
      gates: [{ ...gate, suggestions: [] }],
    },
    ...{ startedAt: '2026-11-27T10:00:00.000Z', durationMs: 0, targetPublished: false },
    spent: { sessions: 0, sessionMs: 0, wallMs: 0, tokens: 0, usd: 0, unknownTokens: 0, unknownUsd: 0 },
  }
  let out = ''
  const place = { repo: '.', database: 'postgresql://ada:secret@db.example/runs' }
  const plan = { phases: [] }
  await reportRun({ out: (text) => void (out += text) }, report as never, { plan: plan as never, ...place })
  const where = '--database postgresql://ada@db.example/runs'
  expect(out).toContain(`Go on?%0Aamelia answer r ${where}`)
  expect(readFileSync(summary, 'utf8')).toContain(
    `Shortened: \`amelia report r ${where}\` prints everything.`,
  )
})
