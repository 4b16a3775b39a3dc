import { expect, it } from 'vitest'
import {
  answerRun,
  cleanRun,
  cleanRuns,
  createRun,
  forkRun,
  listRuns,
  openRun,
  readRun,
  revertRun,
  watchRun,
} from '../src/index.ts'
import { createScriptedDriver, memoryHost } from '../src/testing.ts'

const driver = createScriptedDriver()
const command = { type: 'steer', phaseId: 'a', text: 'Use tabs.' } as const

type Source = Pick<Parameters<typeof readRun>[0], 'store' | 'host' | 'runId'>

/** A run that waits for the approval of its plan. */
const waitingRun = async () => {
  const host = memoryHost()
  const run = await createRun({
    host,
    driver,
    plan: { phases: [{ id: 'a', title: 'a' }] },
    trust: 'paranoid',
  })
  expect((await run.start()).status).toBe('waiting')
  return { host, runId: run.id }
}

it.each([
  ['readRun', readRun],
  ['answerRun', (source: Source) => answerRun({ ...source, command })],
  ['watchRun', async (source: Source) => watchRun(source)[Symbol.asyncIterator]().next()],
  ['listRuns', ({ runId: _, ...source }: Source) => listRuns(source)],
])('%s takes a store or a host, and not both', async (_name, call) => {
  const { host, runId } = await waitingRun()
  const { store, clock } = host
  for (const source of [{ host }, { store }, { host: { store, clock } }])
    await expect(call({ ...source, runId })).resolves.toBeDefined()
  await expect((async () => call({ host, store, runId }))()).rejects.toMatchObject({ code: 'OPTION_INVALID' })
})

it.each([
  ['openRun', openRun],
  ['revertRun', revertRun],
  ['cleanRun', cleanRun],
  ['cleanRuns', ({ runId: _, ...options }) => cleanRuns({ ...options, olderThan: 0 })],
  ['forkRun', ({ plan: _, ...options }) => forkRun({ ...options, driver, from: 'a' })],
] as [string, (options: Parameters<typeof openRun>[0]) => Promise<unknown>][])(
  '%s needs the git of a host, and the error says what to pass',
  async (name, call) => {
    const { host, runId } = await waitingRun()
    const { store, clock, uniqueId } = host
    for (const given of [{ store }, { store, host }])
      await expect(call({ ...given, runId } as never)).rejects.toMatchObject({
        code: 'OPTION_INVALID',
        message: expect.stringMatching(
          new RegExp(`^${name}: \`store\` is not enough.* \`host: { \\.\\.\\.nodeHost\\(\\), store }\``),
        ) as string,
        details: { option: 'store' },
      })
    await expect(call({ host: { store, clock, uniqueId } as never, runId })).rejects.toThrow(
      `${name}: \`host.git\` must be a git backend`,
    )
    const end = await call({ host: { ...host, store }, runId }).catch(({ code }: { code: string }) => code)
    // `cleanRun` keeps a run that can be resumed.
    if (name === 'cleanRun') expect(end).toBe('RUN_NOT_ENDED')
    else expect(end).toBeTypeOf('object')
  },
)
