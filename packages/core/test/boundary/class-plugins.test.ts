import { expect, it } from 'vitest'
import { defineCheckpointStrategy } from '../../src/lib/contract/checkpoint-strategy.ts'
import { defineParser } from '../../src/lib/contract/plan-parser.ts'
import { defineEvaluator, defineReviewer } from '../../src/lib/contract/reviewer.ts'
import { readPlan } from '../../src/lib/read/read-plan.ts'
import { answerRun, cleanRun, generatePlan, openRun, readRun, watchRun } from '../../src/lib/run/doors.ts'
import { createScriptedDriver } from '../../src/lib/testing/driver/scripted-driver.ts'
import { memoryHost, type MemoryHost } from '../../src/lib/testing/memory/memory-host.ts'
import { runPlan } from '../run-plan.ts'

/**
 * Returns an instance of a class with the members of a plugin on its prototype. They use a private field, so
 * a copy, an object that inherits from the instance, and a method without its object fail.
 */
const asInstance = <Plugin extends object>(plugin: Plugin): Plugin => {
  class Instance {
    readonly #inner = plugin as Record<string, unknown>
    static read(instance: Instance): Record<string, unknown> {
      return instance.#inner
    }
  }
  for (const [key, member] of Object.entries(plugin)) {
    const method = {
      value(this: Instance, ...given: unknown[]) {
        return (Instance.read(this)[key] as (...all: unknown[]) => unknown)(...given)
      },
    }
    const property = {
      get(this: Instance) {
        return Instance.read(this)[key]
      },
    }
    Object.defineProperty(Instance.prototype, key, typeof member === 'function' ? method : property)
  }
  return new Instance() as Plugin
}

/** A host whose parts, leases and workspaces are instances of classes. */
const classHost = (): MemoryHost => {
  const host = memoryHost({ commands: () => ({}) })
  const { git, store } = host
  return asInstance({
    ...host,
    git: asInstance({
      ...git,
      openWorkspace: async (request: Parameters<typeof git.openWorkspace>[0]) =>
        asInstance(await git.openWorkspace(request)),
    }),
    store: asInstance({ ...store, acquire: async (id: string) => asInstance(await store.acquire(id)) }),
    commands: asInstance(host.commands),
    clock: asInstance(host.clock),
  })
}

const driver = asInstance({
  ...createScriptedDriver(async ({ workspace, prompt }) => {
    await workspace.fs.writeFile('/a.txt', workspace.id)
    return { text: prompt.includes('plan') ? '# One task\n' : 'done' }
  }),
})

const plan = {
  phases: [
    { id: 'a', title: 'a' },
    { id: 'b', title: 'b', dependsOn: ['a'] },
  ],
}

it('runs with plugins that are instances of classes', async () => {
  const host = classHost()
  const asked: string[] = []
  const reviewer = asInstance(
    defineReviewer({
      id: 'r',
      scope: 'phase',
      review: ({ workspace }) => {
        asked.push(`review of ${workspace.id === '' ? 'nothing' : 'a workspace'}`)
        const comments = [{ severity: 'minor' as const, message: 'Rename it.' }]
        return Promise.resolve({ approved: asked.length > 1, summary: '', comments })
      },
    }),
  )
  const evaluator = asInstance(
    defineEvaluator({
      evaluate: (comments) => {
        asked.push('evaluation')
        return Promise.resolve(comments.map(({ id }) => ({ id, disposition: 'defer' as const })))
      },
    }),
  )
  const checkpoint = asInstance(
    defineCheckpointStrategy({
      decide: () => {
        asked.push('checkpoint')
        return 'pass'
      },
    }),
  )
  const { report, run } = await runPlan({
    ...{ plan, driver, host, evaluator, checkpoint, reviewers: [reviewer] },
    ...{ trust: 'paranoid', verify: { test: ['test'] } },
  })
  expect(report.status).toBe('completed')
  expect(asked).toEqual([
    'review of a workspace',
    'evaluation',
    'checkpoint',
    'review of a workspace',
    'checkpoint',
  ])

  const { id: runId } = run
  const { store } = host
  expect((await readRun({ host, runId })).report.status).toBe('completed')
  expect((await readRun({ store, runId, now: 0 })).report.status).toBe('completed')
  const types: string[] = []
  for await (const { type } of watchRun({ host, runId })) types.push(type)
  expect(types.at(-1)).toBe('run_ended')
  const command = { type: 'answer', gateId: 'none', choice: 'approve' } as const
  await expect(answerRun({ host, runId, command })).rejects.toMatchObject({ code: 'GATE_UNKNOWN' })
  expect((await (await openRun({ host, runId, driver })).start()).status).toBe('completed')
  expect((await cleanRun({ host, runId })).removed).not.toEqual([])
})

it('reads with parsers that are instances of classes', async () => {
  const parse = (source: string) => ({
    plan: {
      phases: source
        .trim()
        .split('\n')
        .map((id, at) => ({ id, title: id, line: at + 1 })),
    },
    issues: [],
  })
  const lines = asInstance(
    defineParser({
      id: 'task-heading',
      detect: () => 1,
      parse,
      parseFiles: (files) => (files.length > 2 ? parse(files.map(({ text }) => text).join('\n')) : undefined),
    }),
  )
  const read = (...texts: string[]): string[] =>
    readPlan(
      texts.map((text, at) => ({ path: `${at}.md`, text, ...(at === 0 && { context: true as const }) })),
      { parsers: [lines] },
    ).phases.map(({ id }) => id)
  expect(readPlan('a\nb', { parsers: [lines] }).format).toBe('task-heading')
  expect(read('about', 'a\nb')).toEqual(['a', 'b'])
  expect(read('about', 'a', 'b')).toEqual(['a', 'b', 'about'])
  const written = await generatePlan({
    ...{ goal: 'A goal.', host: classHost(), parsers: [lines], tdd: false },
    driver: asInstance(createScriptedDriver(() => ({ text: 'a' }))),
  })
  expect(written.plan.phases).toHaveLength(1)
})
