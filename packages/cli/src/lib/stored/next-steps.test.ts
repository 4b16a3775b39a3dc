import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Report } from '@amelia/core'
import { describe, expect, it, onTestFinished } from 'vitest'
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
  const merge = ['git merge amelia/x', 'amelia report r']
  const gate = { id: 'g', phaseIds: [], question: '', details: [], suggestions: [], choices: [] }
  const commandsOf = (...given: Parameters<typeof nextSteps>): string[] =>
    nextSteps(...given).map(({ command }) => command)

  // seed: phase-execution-reference 38
  it('list the next commands', () => {
    expect(nextSteps(report({}), options)).toEqual([
      { about: 'merge the result', command: 'git merge amelia/x' },
      { about: 'read what was done', command: 'amelia report r' },
    ])
    expect(commandsOf(report({}), { ...options, repo: '/a b' })[0]).toBe("git -C '/a b' merge amelia/x")
    expect(commandsOf(report({ targetPublished: false }), options)).toEqual(['amelia report r'])
    const based = { ...options, base: 'main' }
    expect(commandsOf(report({}), based)).toEqual(['amelia merge r', 'amelia report r'])
    expect(commandsOf(report({}), { ...based, base: 'amelia/x' })).toEqual(merge)
    expect(commandsOf(report({ publish: 'message-only' }), based)[0]).toBe('git commit')
    const merged = { into: 'main', from: 'a', to: 'b' }
    expect(commandsOf(report({}), { ...based, merged })).toEqual(['amelia report r'])
    expect(commandsOf(report({ phases: [] }), options)).toEqual(['amelia report r'])
    expect(commandsOf(report({ status: 'failed' }), options)).toEqual([
      'amelia resume r',
      'git merge amelia/x',
    ])
    const failed = {
      id: '2 a',
      title: '',
      status: 'failed',
      attempt: 1,
      checks: [],
    } satisfies Report['phases'][number]
    expect(commandsOf(report({ status: 'failed', phases: [failed] }), options)).toEqual([
      "amelia show r '2 a'",
      'amelia resume r',
    ])
    expect(commandsOf(report({ status: 'cancelled' }), options)[0]).toBe('amelia resume r')
    expect(commandsOf(report({ status: 'partial' }), options)).toEqual(merge)
    expect(commandsOf(report({ status: 'aborted' }), options)).toEqual(['git merge amelia/x'])
    const failure = { class: 'verification_failed', message: 'The check failed.' } as const
    const skipped = [{ ...failed, status: 'skipped' as const, failure }]
    expect(commandsOf(report({ status: 'partial', phases: skipped }), options)).toContain(
      `amelia fork r --from '${failed.id}'`,
    )
    const stopped = { ...failed, status: 'cancelled' as const }
    const aborted = { status: 'aborted' as const, phases: [stopped, { ...stopped, id: '3', failure }] }
    expect(commandsOf(report(aborted), options)).toEqual(['amelia show r 3', 'amelia fork r --from 3'])
    const rejected = report({ status: 'aborted', phases: [{ ...failed, status: 'cancelled' }] })
    expect(commandsOf(rejected, options)).toEqual(["amelia fork r --from '2 a'"])
  })

  it('offer an edited plan only for one that has a file', () => {
    const plan = { file: 'plan.md' }
    expect(commandsOf(report({ status: 'failed' }), { ...options, plan }).at(-1)).toBe(
      'amelia resume r --replan',
    )
    expect(commandsOf(report({ status: 'failed' }), { ...options, plan: {} }).join()).not.toContain(
      '--replan',
    )
  })

  it('install missing packages by the lockfile of the repository', () => {
    const output = "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'xtend' imported from /tmp/a.js"
    const failure = { class: 'verification_failed', message: 'The check failed.', output } as const
    const phases = [{ id: '1', title: '', status: 'failed' as const, attempt: 1, checks: [], failure }]
    const missing = report({ status: 'failed', phases })
    const repo = mkdtempSync(join(tmpdir(), 'amelia-next-'))
    onTestFinished(() => rmSync(repo, { recursive: true }))
    const flag = (): string => / --setup "(.*?)"/.exec(commandsOf(missing, { repo }).join())?.[1] ?? ''
    expect(flag()).toBe('npm install')
    writeFileSync(join(repo, 'pnpm-lock.yaml'), '')
    expect(flag()).toBe('pnpm install --frozen-lockfile')
    expect(commandsOf(missing, { repo, setup: ['npm ci'] }).join()).not.toContain('--setup')
  })

  it.each([
    [{}, merge],
    [{ status: 'aborted', targetPublished: false }, ['git merge refs/amelia/r/head']],
    [{ status: 'aborted', targetPublished: false, reverted: true }, []],
    [{ publish: 'single', status: 'aborted', targetPublished: false }, ['git merge refs/amelia/r/head']],
    [{ publish: 'message-only' }, ['git commit', 'amelia report r']],
    [
      { publish: 'message-only', targetPublished: false, targetNote: 'The files were not copied. ...' },
      ['amelia report r'],
    ],
    [
      { publish: 'message-only', status: 'aborted', targetPublished: false },
      ['git merge --squash refs/amelia/r/head'],
    ],
    [{ publish: 'message-only', status: 'aborted', targetPublished: false, reverted: true }, []],
  ] as [Partial<Report>, string[]][])('follow the publishing mode: %j', (more, expected) => {
    expect(commandsOf(report(more), options)).toEqual(expected)
  })

  it('list the commands that answer, with the flags that are not stored', () => {
    const gates = [
      { ...gate, id: 'plan', kind: 'plan' as const, choices: ['approve' as const, 'reject' as const] },
      { ...gate, id: 'blocker:2 b:1', kind: 'blocker' as const, choices: ['retry' as const] },
    ]
    const waiting = report({ status: 'waiting', gates })
    expect(commandsOf(waiting, options)).toEqual([
      'amelia answer r plan approve',
      "amelia answer r 'blocker:2 b:1' retry",
      'amelia resume r',
    ])
    expect(commandsOf(waiting, { ...options, attended: true })).toEqual([
      'amelia answer r',
      'amelia resume r',
    ])
    const flags = { repo: '/a b', driver: ['claude'], setup: ['npm ci'], notify: ['https://example.org/x'] }
    expect(commandsOf(report({ status: 'waiting', gates: gates.slice(1) }), flags)).toEqual([
      "amelia answer r 'blocker:2 b:1' retry --repo '/a b'",
      "amelia resume r --repo '/a b' --notify https://example.org/x",
    ])
    expect(commandsOf(report({ status: 'cancelled', gates: gates.slice(1), phases: [] }), options)).toEqual([
      "amelia answer r 'blocker:2 b:1' retry",
      'amelia resume r',
    ])
    const resumed = (more: object): string | undefined =>
      commandsOf(report({ status: 'cancelled' }), { ...options, ...more })[0]
    const plugins = { driver: {} as never }
    expect(resumed({ config: 'own config.mjs', profile: 'ci', plugins })).toBe(
      "amelia resume r --config 'own config.mjs' --profile ci",
    )
    expect(resumed({ profile: 'ci', plugins })).toBe('amelia resume r --profile ci')
    // Everything but plugins is stored.
    expect(resumed({ config: 'own.config.mjs', plugins: {} })).toBe('amelia resume r')
    expect(resumed({ config: false })).toBe('amelia resume r --no-config')
    expect(resumed({ again: ['--config', '/a/own.mjs'] })).toBe('amelia resume r --config /a/own.mjs')
    const many = Array.from({ length: 12 }, (_, n) => ({ ...gates[1]!, id: `g${n}` }))
    expect(nextSteps(report({ status: 'waiting', gates: many }), options).slice(9, 11)).toEqual([
      { about: 'answer the question', command: 'amelia answer r g9 retry' },
      { about: 'see the other 2 questions', command: 'amelia status r' },
    ])
    expect(commandsOf(report({ status: 'running', gates: gates.slice(1) }), options)).toHaveLength(1)
    expect(commandsOf(report({ status: 'running' }), options)).toEqual([])
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
