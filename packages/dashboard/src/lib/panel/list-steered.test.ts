import { createRun, type RunEvent } from '@amelia/core'
import { createScriptedDriver, memoryHost } from '@amelia/core/testing'
import { expect, it } from 'vitest'
import { localSource } from '../source/local-source.ts'
import { createRunStore } from '../state/create-run-store.ts'
import { listSteered } from './list-steered.ts'

it('a text is sent until the events of its run show that a session received it', async () => {
  let end = (): void => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  const host = memoryHost()
  const driver = createScriptedDriver(async ({ workspace }) => {
    await ended
    await workspace.fs.writeFile('/a.txt', 'x\n')
  })
  const run = await createRun({
    ...{ host, driver, planApproved: true, trust: 'autonomous', reviewers: [] },
    plan: { title: 'Work', phases: [{ id: 'a', title: 'A', body: 'Do it.' }] },
  })
  const source = localSource({ host })
  const store = createRunStore({ source, runId: run.id })
  const close = store.open()
  const report = run.start()
  await expect.poll(() => store.view()?.phases.get('a')?.status).toBe('running')
  const { id = '' } = await source.send(run.id, { type: 'steer', phaseId: 'a', text: 'Use b.' })
  const sent = [{ id, text: 'Use b.', locked: true }]
  expect(listSteered([], 'a', sent)).toMatchObject([
    { state: 'sent', words: expect.stringMatching(/^Sent\. The engine/) as string },
  ])
  // A driver without turns gives it to the next session, and none follows.
  end()
  await report
  await expect.poll(() => listSteered(store.events(), 'a', sent)).toMatchObject([{ id, state: 'dropped' }])
  expect(listSteered(store.events(), 'a', sent)[0]?.words).toMatch(/^Dropped: \w/)
  expect(listSteered(store.events(), 'b', [])).toEqual([])
  close()
})

it('shows the last outcome of each text', () => {
  const steered = (steerId: string, outcome: string, more: object = {}) =>
    ({ type: 'phase_steered', phaseId: 'a', steerId, text: steerId, outcome, ...more }) as unknown as RunEvent
  const events = [
    steered('one', 'deferred'),
    steered('two', 'delivered', { to: 'turn' }),
    steered('one', 'delivered'),
  ]
  const sent = [{ id: 'three', text: 'three', locked: false }]
  expect(listSteered(events, 'a', sent).map(({ id, words }) => `${id}: ${words}`)).toEqual([
    'one: Delivered in the prompt of a session.',
    'two: Delivered: the session has it.',
    'three: Saved. It is given to the agent at resume.',
  ])
})
