import { describe, expect, it } from 'vitest'
import { createRun, driverEvaluator, driverReviewer, generatePlan } from '../src/index.ts'
import {
  type CheckpointContext,
  defineCheckpointStrategy,
  defineEvaluator,
  defineParser,
  defineReviewer,
  type ReviewRequest,
  type SessionRequest,
} from '../src/plugin.ts'
import { createScriptedDriver, memoryHost, type SessionScript } from '../src/testing.ts'
import { runPlan, statuses } from './run-plan.ts'

/** The fields of a request that say what it is for, and the names of its tools. */
const contextOf = ({ role, run, phase, attempt, dispatch, unit, model, tools, access }: SessionRequest) => ({
  ...{ role, run, phase, attempt, dispatch, unit, model, access },
  tools: tools.definitions.map(({ name }) => name).join(' '),
})
/** The fields of a request that say how it is done. */
const formOf = ({ prompt, workspace, limits, sessionId, resume, outputSchema, marker }: SessionRequest) => ({
  hasPrompt: prompt.length > 100,
  hasBase: /^[0-9a-f]{40}$/.test(workspace.base),
  limits: Object.keys(limits).sort().join(' '),
  isNamed: sessionId === undefined ? resume !== undefined : /^[0-9a-f-]{36}$/.test(sessionId),
  schema: Object.keys(outputSchema?.['properties'] ?? {})
    .sort()
    .join(' '),
  isMarked: marker !== undefined,
})
const reading = 'read list search'
const writing = `${reading} write edit delete run`

const approval = { approved: true, summary: 'Fine.', comments: [] }
const rejection = { ...approval, approved: false, comments: [{ severity: 'major', message: 'Not so.' }] }

describe('a session', () => {
  it('receives its run, phase, attempt, unit, model and tools, in every role', async () => {
    const requests: SessionRequest[] = []
    let reviews = 0
    const note: SessionScript = (request) => {
      requests.push(request)
      if (request.role === 'reviewer') return { output: reviews++ === 0 ? rejection : approval }
      if (request.role === 'evaluator')
        return { output: { judgements: [{ id: 'agent-1', disposition: 'implement', reason: 'So.' }] } }
      return { output: { status: 'done', summary: 'Done.', subtasks: [], files: [], notDone: [] } }
    }
    const step = { id: 's', action: 'command' as const, command: 'true', risk: 'high' as const }
    const { report, run } = await runPlan({
      plan: {
        title: 'Sums',
        phases: [
          {
            id: 'a',
            title: 'Add',
            model: 'large',
            subtasks: [
              { id: 'a1', title: 'Write it' },
              { id: 'a2', title: 'Run it', steps: [step] },
            ],
          },
        ],
      },
      driver: createScriptedDriver(note, { reviews: note, resume: 'machine', reports: 'output' }),
      budget: { tokens: 1_000_000 },
      models: { roles: { reviewer: 'small' } },
      reviewers: [driverReviewer()],
      evaluator: driverEvaluator(),
      preValidate: false,
      units: 'subtask',
      world: { commands: () => 0 },
      onGate: (gate) => gate.choices.approve?.(),
    })
    expect(statuses(report)).toEqual({ a: 'completed' })
    const phase = { id: 'a', title: 'Add', risk: 'high' }
    const at = (attempt: number, dispatch: number) => ({
      ...{ run: { id: run.id, title: 'Sums' }, phase, attempt, dispatch },
    })
    // The answer to the question before the step, which each attempt asks, begins another dispatch.
    const developer = (attempt: number, dispatch: number) => ({
      ...{ role: 'developer', ...at(attempt, dispatch), unit: { kind: 'subtask', subtaskId: 'a1' } },
      ...{ model: 'large', tools: writing, access: 'write' },
    })
    const review = (attempt: number, dispatch: number, role = 'reviewer') => ({
      ...{ role, ...at(attempt, dispatch), unit: { kind: 'phase' }, tools: reading, access: 'read' },
      model: role === 'reviewer' ? 'small' : undefined,
    })
    expect(requests.map(contextOf)).toEqual([
      developer(1, 1),
      review(1, 2),
      review(1, 2, 'evaluator'),
      developer(1, 3),
      review(1, 3),
    ])
    const form = { hasPrompt: true, hasBase: true, limits: 'tokens', isNamed: true, isMarked: true }
    const verdict = { ...form, schema: 'approved comments summary' }
    const claims = { ...form, schema: 'concerns files notDone status subtasks summary' }
    const judgements = { ...form, schema: 'judgements' }
    expect(requests.map(formOf)).toEqual([claims, verdict, judgements, claims, verdict])
  })

  it('of the final result has a run, and no phase', async () => {
    const requests: SessionRequest[] = []
    const note: SessionScript = (request) => {
      requests.push(request)
      return { output: approval }
    }
    const { run } = await runPlan({
      plan: { title: 'Sums', phases: [{ id: 'a', title: 'Add' }] },
      driver: createScriptedDriver(() => {}, { reviews: note }),
      reviewers: [driverReviewer({ scope: 'run' })],
    })
    expect(requests.map(contextOf)).toEqual([
      {
        ...{ role: 'reviewer', run: { id: run.id, title: 'Sums' }, tools: reading },
        ...{ phase: undefined, attempt: undefined, dispatch: undefined, unit: undefined, model: undefined },
        access: 'read',
      },
    ])
  })

  it('of an architect may only read, and has no run', async () => {
    const requests: SessionRequest[] = []
    const driver = createScriptedDriver(async (request) => {
      requests.push(request)
      const { text } = await request.tools.call('read', { path: 'README.md' })
      throw new Error(text)
    })
    const host = memoryHost({ files: { 'README.md': 'Sums.\n' } })
    const parser = defineParser({ id: 'task-heading', detect: () => 1, parse: () => ({ issues: [] }) })
    await expect(generatePlan({ goal: 'Add', driver, host, parsers: [parser] })).rejects.toThrow('Sums.')
    const none = {
      run: undefined,
      phase: undefined,
      attempt: undefined,
      dispatch: undefined,
      unit: undefined,
    }
    // An architect that crashes is asked once more.
    const architect = { role: 'architect', ...none, model: undefined, access: 'read', tools: reading }
    expect(requests.map(contextOf)).toEqual([architect, architect])
  })

  it('changes its workspace through its tools, and commands carry its marker', async () => {
    const markers: unknown[] = []
    const driver = createScriptedDriver(async ({ tools, marker }) => {
      await tools.call('write', { path: 'a.txt', content: 'a\n' })
      await tools.call('run', '{"argv":["make"]}')
      markers.push(marker)
    })
    const { report, host } = await runPlan({
      plan: { phases: [{ id: 'a', title: 'Add' }] },
      driver,
      world: {
        commands: async ({ argv, env, workspace }) => {
          if (argv[0] !== 'make') return 0
          markers.push(env?.['AMELIA_SESSION'])
          await workspace.fs.writeFile('/made.txt', 'made\n')
          return { exitCode: 0, output: 'made' }
        },
      },
    })
    expect(report.status).toBe('completed')
    const { fs } = await host.git.openWorkspace({ runId: 'look', base: report.head })
    expect(await fs.readdir('/')).toEqual(expect.arrayContaining(['a.txt', 'made.txt']))
    expect(markers[0]).toMatch(/^\S+\.\S+\.\d{9}$/)
    expect(markers[1]).toBe(markers[0])
  })

  it('has no tools any more once it was stopped', async () => {
    let late: Promise<unknown> | undefined
    const driver = createScriptedDriver(async ({ tools }, { signal }) => {
      const stopped = new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve())
      })
      void run.cancel()
      await stopped
      late = tools.call('write', { path: 'late.txt', content: 'x' }).catch((error: unknown) => error)
      signal.throwIfAborted()
    })
    const plan = { phases: [{ id: 'a', title: 'Add' }] }
    const options = { trust: 'autonomous', planApproved: true, reviewers: [] } as const
    const run = await createRun({ plan, driver, host: memoryHost(), ...options })
    expect((await run.start()).status).toBe('cancelled')
    expect(await late).toMatchObject({ name: 'AmeliaError' })
  })
})

describe('reviewers, evaluators and strategies', () => {
  it('receive the same context, and tools that only read where they have a workspace', async () => {
    const requests: ReviewRequest[] = []
    const asked: CheckpointContext[] = []
    const read: unknown[] = []
    let isFirst = true
    const { run } = await runPlan({
      plan: {
        title: 'Sums',
        phases: [{ id: 'a', title: 'Add', risk: 'low', subtasks: [{ id: 'a1', title: 'x' }] }],
      },
      driver: createScriptedDriver(async ({ tools }) => {
        await tools.call('write', { path: 'sum.js', content: 'a + b\n' })
      }),
      reviewers: [
        defineReviewer({
          id: 'one',
          scope: 'phase',
          async review(request) {
            requests.push(request)
            const { tools } = request
            read.push(await tools.call('search', { text: 'a + b' }))
            read.push((await tools.call('write', { path: 'x', content: '' })).problem)
            const verdict = isFirst ? rejection : approval
            isFirst = false
            return verdict as typeof approval
          },
        }),
        defineReviewer({
          id: 'whole',
          scope: 'run',
          async review(request) {
            requests.push(request)
            return approval
          },
        }),
      ],
      evaluator: defineEvaluator({
        async evaluate(comments, request) {
          requests.push(request)
          read.push((await request.tools.call('read', { path: 'sum.js' })).text)
          return comments.map(({ id }) => ({ id, disposition: 'implement' as const }))
        },
      }),
      checkpoint: defineCheckpointStrategy({
        decide(context) {
          asked.push(context)
          return 'pass'
        },
      }),
    })
    const at = (attempt: number) => ({
      ...{ run: { id: run.id, title: 'Sums' }, phase: expect.objectContaining({ id: 'a' }) as unknown },
      ...{ attempt, unit: { kind: 'phase' }, risk: 'low' },
    })
    const whole = { run: { id: run.id, title: 'Sums' } }
    expect(
      requests.map(({ run, phase, attempt, unit, risk }) => ({ run, phase, attempt, unit, risk })),
    ).toEqual([at(1), at(1), at(1), whole])
    expect(asked).toEqual([expect.objectContaining(at(1))])
    const found = { text: '/sum.js:1: a + b' }
    expect(read).toEqual([found, 'tool_unknown', '/sum.js, lines 1 to 1 of 1\na + b', found, 'tool_unknown'])
  })
})
