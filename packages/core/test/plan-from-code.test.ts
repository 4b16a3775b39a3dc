import { expect, it } from 'vitest'
import { createRun, listRuns } from '../src/index.ts'
import { createScriptedDriver, memoryHost } from '../src/testing.ts'

const driver = createScriptedDriver(({ workspace, phase }) =>
  workspace.fs.writeFile('/a.txt', `${phase?.id}`),
)

const refusal = async (plan: object): Promise<unknown> =>
  createRun({ plan: plan as never, driver, host: memoryHost(), trust: 'autonomous' }).catch(
    (error: unknown) => error,
  )

it('has the first line of its goal as its title', async () => {
  const host = memoryHost()
  const plan = { goal: 'Greet people\nin all languages', phases: [{ id: '1', title: 'Text' }] }
  const run = await createRun({ plan, driver, host, trust: 'autonomous', reviewers: [] })
  expect(run.plan.title).toBe('Greet people')
  await run.start()
  expect(await listRuns({ host })).toMatchObject([{ title: 'Greet people' }])
})

it.each([
  [
    [
      { id: 'a', title: 'A' },
      { id: 'a', title: 'B' },
    ],
    'The phase id "a" is used twice.',
  ],
  [
    [
      { id: 'a', title: 'A', dependsOn: ['b'] },
      { id: 'b', title: 'B', dependsOn: ['a'] },
    ],
    'so none can start: a -> b -> a (each depends on the next)',
  ],
  [[{ id: 'a', title: 'A', risk: 'hihg' }], 'phases[0].risk must be "low", "medium" or "high"; got "hihg".'],
  [[{ id: 'a' }], 'phases[0].title is missing; it must be a text.'],
])('is refused with what is wrong, without lines that it does not have: %j', async (phases, message) => {
  const refused = (await refusal({ goal: 'G', phases })) as Error
  expect(refused).toMatchObject({
    code: 'PLAN_INVALID',
    message: expect.stringContaining(message) as string,
  })
  expect(refused.message).not.toMatch(/line/i)
})

it('tells where the listener of `subscribe` belongs', async () => {
  const plan = { goal: 'G', phases: [{ id: '1', title: 'Text' }] }
  const run = await createRun({ plan, driver, host: memoryHost(), trust: 'autonomous' })
  expect(() => run.subscribe((() => {}) as never, undefined as never)).toThrow(
    'run.subscribe: the listener is the second argument, as in run.subscribe({}, listener).',
  )
})
