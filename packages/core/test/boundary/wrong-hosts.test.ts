import { expect, it } from 'vitest'
import type { DriverV1 } from '../../src/lib/contract/driver.ts'
import type { Host } from '../../src/lib/contract/host.ts'
import { createRun, readRun } from '../../src/lib/run/doors.ts'
import { createScriptedDriver } from '../../src/lib/testing/driver/scripted-driver.ts'
import { memoryHost, type MemoryHost } from '../../src/lib/testing/memory/memory-host.ts'

type Part = 'git' | 'store' | 'commands' | 'clock' | 'lease'

const names: Record<Part, string> = {
  git: 'git backend',
  store: 'run store',
  commands: 'command runner',
  clock: 'clock',
  lease: 'lease',
}

/** A host whose method returns a wrong value, at all times or from the first phase on. */
const wrongHost = (part: Part, method: string, value: unknown, isNow: () => boolean): MemoryHost => {
  const host = memoryHost({ commands: () => ({}) })
  const replace = <Plugin extends object>(plugin: Plugin): Plugin => {
    const call = plugin[method as keyof Plugin] as (...given: unknown[]) => unknown
    return { ...plugin, [method]: (...given: unknown[]) => (isNow() ? value : call(...given)) }
  }
  if (part !== 'lease') return { ...host, [part]: replace(host[part]) }
  const { store } = host
  return { ...host, store: { ...store, acquire: async (id) => replace(await store.acquire(id)) } }
}

/** Returns all messages about a run with two phases. */
const runOn = async (
  host: Host,
  begin: () => void,
  given?: DriverV1,
): Promise<{ status: string; told: string }> => {
  const told: string[] = []
  const onListenerError = (error: unknown): void => void told.push(String(error))
  const driver =
    given ??
    createScriptedDriver(({ workspace }, _context, number) => {
      begin()
      return workspace.fs.writeFile(`/${number}.txt`, 'x').then(() => ({}))
    })
  const plan = { phases: ['a', 'b'].map((id) => ({ id, title: id })) }
  try {
    const run = await createRun({
      ...{ host, driver, plan, onListenerError, verify: { test: ['test'] } },
      ...{ trust: 'autonomous', planApproved: true, reviewers: [], target: 'work' },
    })
    const { status, gates } = await run.start()
    told.push(...gates.flatMap(({ question, details }) => [question, ...details]))
    return { status, told: told.join('\n') }
  } catch (error) {
    return { status: 'error', told: [...told, String(error)].join('\n') }
  }
}

const cases: [part: Part, method: string, value: unknown, when: 'always' | 'later'][] = [
  ...(
    [
      ['inspect', undefined],
      ['inspect', { head: 5 }],
      ['readRef', 5],
      ['listRefs', {}],
      ['whyLocked', true],
      ['openWorkspace', 'text'],
      ['openWorkspace', undefined],
      ['changedPaths', 'text'],
      ['changedPaths', [{ path: 5, kind: 'added' }]],
      ['commitAttempt', 'text'],
      ['commitAttempt', {}],
      ['readTree', null],
      ['compose', undefined],
      ['merge', undefined],
      ['fingerprint', { planted: {}, moved: {} }],
    ] as const
  ).map(([method, value]) => ['git', method, value, 'always'] as (typeof cases)[number]),
  ['git', 'readRef', undefined, 'later'],
  ['commands', 'run', 'text', 'always'],
  ['commands', 'run', { exitCode: '0', output: '', truncated: false, durationMs: 0 }, 'always'],
  ['commands', 'run', { exitCode: 0, output: '', truncated: false, durationMs: -5 }, 'always'],
  ['store', 'acquire', 'text', 'always'],
  ['store', 'acquire', {}, 'always'],
  ['lease', 'sent', 'text', 'always'],
  ['clock', 'now', Number.NaN, 'always'],
  ['clock', 'now', '2026-01-01', 'later'],
  ['clock', 'wait', undefined, 'always'],
]

it.each(cases)('%s, %s returns %j %s: the run names both', async (part, method, value, when) => {
  let isLater = false
  const host = wrongHost(part, method, value, () => when === 'always' || isLater)
  const { status, told } = await runOn(host, () => {
    isLater = true
  })
  expect(told).toContain(`The ${names[part]} returned an invalid result from \`${method}\``)
  // Commands of other processes and their polls are not needed for the plan.
  if (!['sent', 'wait'].includes(method)) expect(['error', 'waiting', 'failed']).toContain(status)
})

it.each([
  [undefined, 'got undefined'],
  ['', 'got ""'],
  ['../x', 'got "../x"'],
  [Promise.resolve('id'), 'got a promise'],
])('uniqueId returns %j', async (value, part) => {
  const host = { ...memoryHost(), uniqueId: () => value as string }
  const { status, told } = await runOn(host, () => {})
  expect(status).toBe('error')
  expect(told).toContain('The host returned an invalid result from `uniqueId`')
  expect(told).toContain(part)
})

it.each([
  ['text', '`result` must be a list of records'],
  [[{ seq: -1 }], '`result[0].seq` must be an integer of at least 1; got -1.'],
])('load returns %j', async (value, part) => {
  const host = wrongHost('store', 'load', value, () => true)
  await expect(readRun({ host, runId: 'r1' })).rejects.toMatchObject({
    code: 'RETURN_INVALID',
    message: expect.stringContaining(part),
    details: { plugin: 'run store', method: 'load' },
  })
})

it.each([
  ['readFile', 'a text', '`result` must be a Uint8Array; got "a text".'],
  ['readdir', 'a.txt', '`result` must be a list of texts; got "a.txt".'],
  ['stat', {}, '`result.size` must be a number of at least 0; got undefined.'],
])('a file system of a workspace, %s returns %j: the run names both', async (method, value, fault) => {
  const host = memoryHost()
  const { git } = host
  const openWorkspace: typeof git.openWorkspace = async (request) => {
    const workspace = await git.openWorkspace(request)
    return { ...workspace, fs: { ...workspace.fs, [method]: async () => value } }
  }
  const files = createScriptedDriver(async ({ workspace }) => {
    await workspace.fs.writeFile('/a.txt', 'x')
    await workspace.fs[method as 'readFile']('/a.txt')
  })
  const { told } = await runOn({ ...host, git: { ...git, openWorkspace } }, () => {}, files)
  expect(told).toContain(
    `The file system of a workspace returned an invalid result from \`${method}\`: ${fault}`,
  )
})
