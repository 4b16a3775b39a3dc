import { describe, expect, it } from 'vitest'
import { createRun } from '../src/index.ts'
import type { RepositoryState } from '../src/plugin.ts'
import { memoryHost, createScriptedDriver } from '../src/testing.ts'
import { forkPlan, phase } from './sample-plan.ts'

const decide = () => 'pass'

const reviewer = (id: string, scope = 'phase') => ({
  ...{ contract: 'reviewer-v1', id, scope },
  review: async () => ({ approved: true, summary: '', comments: [] }),
})

describe('createRun', () => {
  const refused = (options: object, inspect: Partial<RepositoryState> = {}) => {
    const host = memoryHost({ inspect })
    const before = [...host.git.refs]
    return {
      host,
      error: createRun({ plan: forkPlan(), host, ...options }).then(
        () => 'made',
        async (error: unknown) => {
          expect([...host.git.refs]).toEqual(before)
          expect(await host.store.list()).toEqual([])
          return error
        },
      ),
    }
  }

  it('writes nothing before the run starts', async () => {
    const { host, error } = refused({})
    expect(await error).toBe('made')
    expect(await host.store.list()).toEqual([])
    expect(host.git.refs.size).toBe(1)
  })

  it.each([
    [
      'a merge in progress (fault 47)',
      { operation: 'merge' },
      'operation_in_progress',
      /A merge is in progress/,
    ],
    ['a repository without a commit (fault 46)', { head: null }, 'no_commit', /has no commits/],
    ['a missing identity (fault 52)', { identity: null }, 'no_identity', /git config user\.name/],
  ] as const)('refuses %s, and suggests a fix', async (_, inspect, reason, message) => {
    const error = await refused({}, inspect).error
    expect(error).toMatchObject({ code: 'REPOSITORY_NOT_READY', details: { reason } })
    expect((error as Error).message).toMatch(message)
  })

  it.each([
    [{ concurrency: 0 }, 'concurrency'],
    [{ concurrency: 1.5 }, 'concurrency'],
    [{ maxAttempts: -1 }, 'maxAttempts'],
    [{ trust: 'blind' }, 'trust'],
    [{ preset: 'nope' }, 'preset'],
    [{ units: 'line' }, 'units'],
    [{ onFailure: 'shrug' }, 'onFailure'],
    [{ hooks: 'maybe' }, 'hooks'],
    [{ verify: { test: [] } }, 'verify'],
    [{ trackerId: '../x' }, 'trackerId'],
    [{ allowDirty: true }, 'allowDirty'],
    [{ checkpoint: { contract: 'checkpoint-strategy-v1', decide, timeoutMs: Infinity } }, 'checkpoint'],
    [{ reviewers: [reviewer('a'), reviewer('a', 'run')] }, 'reviewers'],
    [{ reviewers: [reviewer('')] }, 'reviewers'],
    [{ reviewers: [reviewer('a\nb')] }, 'reviewers'],
    [{ reviewers: [reviewer('a', 'batch')] }, 'reviewers'],
  ])('refuses the options %j', async (options, option) => {
    expect(await refused(options).error).toMatchObject({ code: 'OPTION_INVALID', details: { option } })
  })

  it.each([
    [{ phases: [] }, 'NO_PHASES'],
    [{ phases: [phase('a'), phase('a')] }, 'ID_DUPLICATE'],
    [{ phases: [phase('a', ['b'])] }, 'DEPENDENCY_UNKNOWN'],
    [{ phases: [phase('a', ['a'])] }, 'DEPENDENCY_SELF'],
    [{ phases: [phase('a', ['b']), phase('b', ['a'])] }, 'PHASE_CYCLE'],
    [{ phases: [{ title: 'missing id' }] }, 'PLAN_SCHEMA'],
    [{ phases: [phase('../a')] }, 'ID_INVALID'],
    [
      {
        phases: [
          phase('a', [], {
            subtasks: [
              {
                id: 'a.1',
                title: 'x',
                steps: [{ id: 's', action: 'code', filePath: '../../etc/passwd', codeChange: 'x' }],
              },
            ],
          }),
        ],
      },
      'PATH_UNSAFE',
    ],
  ])('validates a plan object like a parsed one: %j', async (plan, code) => {
    expect(await refused({ plan }).error).toMatchObject({
      code: 'PLAN_INVALID',
      details: { issues: expect.arrayContaining([expect.objectContaining({ code })]) },
    })
  })

  it.each(['(', 'a(?=b)', '(a)\\1'])(
    'refuses the pattern %j before anything runs',
    async (expectedOutputPattern) => {
      const step = { id: 's', action: 'command' as const, command: 'x', expectedOutputPattern, line: 9 }
      const plan = { phases: [phase('a', [], { subtasks: [{ id: 'a.1', title: 'x', steps: [step] }] })] }
      const error = await refused({ plan }).error
      expect(error).toMatchObject({
        code: 'PLAN_INVALID',
        details: { issues: [{ code: 'STEP_INVALID', line: 9 }] },
      })
    },
  )

  it('requires a driver if a part of the plan has no steps', async () => {
    const plan = { phases: [phase('a'), { id: 'b', title: 'Think', line: 7 }] }
    const error = await refused({ plan }).error
    expect(error).toMatchObject({ code: 'DRIVER_MISSING', details: { phaseIds: ['b'] } })
    expect((error as Error).message).toContain('b "Think". Give')
    expect(await refused({ plan, driver: createScriptedDriver() }).error).toBe('made')
  })

  it.each(['__proto__', 'constructor', 'toString'])('accepts "%s" as an id (fault 13)', async (id) => {
    const host = memoryHost()
    const run = await createRun({
      plan: { phases: [phase(id), phase('b', [id])] },
      host,
      trust: 'autonomous',
    })
    expect(await run.start()).toMatchObject({ status: 'completed' })
  })
})
