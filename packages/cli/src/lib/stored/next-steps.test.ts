import type { Report } from '@amelia/core'
import { describe, expect, it } from 'vitest'
import { howToPull, nextSteps } from './next-steps.ts'

describe('nextSteps', () => {
  const report = (more: Partial<Report>): Report => ({
    runId: 'r',
    goal: '',
    status: 'completed',
    base: '',
    head: '',
    checks: [],
    debts: [],
    target: 'refs/heads/amelia/x',
    publish: 'phase',
    targetPublished: true,
    phases: [{ id: '1', title: '', status: 'completed', attempt: 1, checks: [] }],
    batches: [],
    gates: [],
    spent: {
      ...{ sessions: 0, sessionMs: 0, wallMs: 0 },
      ...{ inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, tokens: 0, unknownTokens: 0 },
      ...{ usd: 0, estimatedUsd: 0, unknownUsd: 0 },
    },
    startedAt: '',
    durationMs: 0,
    ...more,
  })
  const options = { repo: '.' }
  const merge = ['To merge the result:', '  git merge amelia/x']
  const gate = { id: 'g', phaseIds: [], question: '', details: [], suggestions: [], choices: [] }

  // seed: phase-execution-reference 38
  it('list the next commands', () => {
    expect(nextSteps(report({}), options)).toEqual(merge)
    expect(nextSteps(report({}), { ...options, repo: '/a b' })[1]).toBe("  git -C '/a b' merge amelia/x")
    expect(nextSteps(report({ targetPublished: false }), options)).toEqual([])
    expect(nextSteps(report({ phases: [] }), options)).toEqual([])
    expect(nextSteps(report({ status: 'failed' }), options)).toEqual([
      'Fix the cause, then resume:',
      '  amelia resume r',
      'If the plan has to change, edit it, then:',
      '  amelia resume r --replan',
      'To merge the completed phases:',
      '  git merge amelia/x',
    ])
    const failed = {
      id: '2 a',
      title: '',
      status: 'failed',
      attempt: 1,
      checks: [],
    } satisfies Report['phases'][number]
    expect(nextSteps(report({ status: 'failed', phases: [failed] }), options)).toContain(
      "  amelia show r '2 a'",
    )
    const output = "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'xtend' imported from /tmp/a.js"
    const failure = { class: 'verification_failed', message: 'The check failed.', output } as const
    const missing = report({ status: 'failed', phases: [{ ...failed, failure }] })
    expect(nextSteps(missing, options)).toContain('  amelia resume r --setup "npm ci"')
    expect(nextSteps(missing, { ...options, setup: ['npm ci'] }).join()).not.toContain('--setup')
    expect(nextSteps(report({ status: 'cancelled' }), options).slice(-2)).toEqual([
      'To resume:',
      '  amelia resume r',
    ])
    expect(nextSteps(report({ status: 'partial' }), options)[0]).toContain('skipped')
    expect(nextSteps(report({ status: 'aborted' }), options)).toEqual(merge)
  })

  it.each([
    [{}, merge],
    [
      { status: 'aborted', targetPublished: false },
      ['To merge the result:', '  git merge refs/amelia/r/head'],
    ],
    [{ status: 'aborted', targetPublished: false, reverted: true }, []],
    [
      { publish: 'single', status: 'aborted', targetPublished: false },
      ['To merge the result:', '  git merge refs/amelia/r/head'],
    ],
    [{ publish: 'message-only' }, ['To commit the result:', '  git commit']],
    [{ publish: 'message-only', targetPublished: false, targetNote: 'The files were not copied. ...' }, []],
    [
      { publish: 'message-only', status: 'aborted', targetPublished: false },
      ['To merge the result:', '  git merge --squash refs/amelia/r/head'],
    ],
    [{ publish: 'message-only', status: 'aborted', targetPublished: false, reverted: true }, []],
  ] as [Partial<Report>, string[]][])('follow the publishing mode: %j', (more, expected) => {
    expect(nextSteps(report(more), options)).toEqual(expected)
  })

  it('list the commands that answer, with the flags that are not stored', () => {
    const gates = [
      { ...gate, id: 'plan', kind: 'plan' as const, choices: ['approve' as const, 'reject' as const] },
      { ...gate, id: 'blocker:2 b:1', kind: 'blocker' as const, choices: ['retry' as const] },
    ]
    expect(nextSteps(report({ status: 'waiting', gates }), options)).toEqual([
      'To answer (amelia status lists the other answers):',
      '  amelia answer r plan approve',
      "  amelia answer r 'blocker:2 b:1' retry",
      'Then resume:',
      '  amelia resume r',
    ])
    const flags = { repo: '/a b', driver: ['claude'], setup: ['npm ci'], notify: ['https://example.org/x'] }
    expect(nextSteps(report({ status: 'waiting', gates: gates.slice(1) }), flags)).toEqual([
      'To answer:',
      "  amelia answer r 'blocker:2 b:1' retry --repo '/a b'",
      'Then resume:',
      "  amelia resume r --repo '/a b' --notify https://example.org/x",
    ])
    expect(nextSteps(report({ status: 'cancelled', gates: gates.slice(1), phases: [] }), options)).toEqual([
      'To answer:',
      "  amelia answer r 'blocker:2 b:1' retry",
      'Then resume:',
      '  amelia resume r',
    ])
    const resumed = (more: object): string | undefined =>
      nextSteps(report({ status: 'cancelled' }), { ...options, ...more }).at(-1)
    const plugins = { driver: {} as never }
    expect(resumed({ config: 'own config.mjs', profile: 'ci', plugins })).toBe(
      "  amelia resume r --config 'own config.mjs' --profile ci",
    )
    expect(resumed({ profile: 'ci', plugins })).toBe('  amelia resume r --profile ci')
    // Everything but plugins is stored.
    expect(resumed({ config: 'own.config.mjs', plugins: {} })).toBe('  amelia resume r')
    expect(resumed({ config: false })).toBe('  amelia resume r --no-config')
    expect(resumed({ again: ['--config', '/a/own.mjs'] })).toBe('  amelia resume r --config /a/own.mjs')
    const many = Array.from({ length: 12 }, (_, n) => ({ ...gates[1]!, id: `g${n}` }))
    expect(nextSteps(report({ status: 'waiting', gates: many }), options).slice(10, 12)).toEqual([
      '  amelia answer r g9 retry',
      '  and 2 more: amelia status r',
    ])
    expect(nextSteps(report({ status: 'running', gates: gates.slice(1) }), options)).toHaveLength(2)
    expect(nextSteps(report({ status: 'running' }), options)).toEqual([])
  })
})

it('the command that opens a pull request names the database, the engine and the config file', () => {
  const repo = '/a b'
  expect(howToPull('r', { repo: '.' })).toBe('amelia resume r --pr')
  expect(howToPull('r', { repo, remote: 'fork', database: 'postgresql://ada:x@db.example/runs' })).toBe(
    "amelia resume r --pr --remote fork --repo '/a b' --database postgresql://ada@db.example/runs",
  )
  const remote = 'https://ada:x@git.example/app'
  expect(howToPull('r', { repo: '.', engine: 'dbos', remote, config: false })).toBe(
    'amelia resume r --pr --no-config --engine dbos --remote https://ada@git.example/app',
  )
})
