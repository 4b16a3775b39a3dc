import { expect, it } from 'vitest'
import { createRun, type WatchedEvent } from '../src/index.ts'
import { createScriptedDriver, memoryHost } from '../src/testing.ts'

it('shows the usage of running sessions again after another one was charged', async () => {
  let end = (): void => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  const driver = createScriptedDriver(async ({ phase, workspace }, { emit }) => {
    const isLong = phase!.id === 'long'
    emit({ type: 'usage', usage: { inputTokens: isLong ? 1000 : 10 } })
    if (isLong) await ended
    await workspace.fs.writeFile(`/${phase!.id}.txt`, 'x\n')
    return { usage: { inputTokens: isLong ? 1000 : 10 } }
  })
  const run = await createRun({
    ...{ host: memoryHost(), driver, planApproved: true, trust: 'autonomous', reviewers: [] },
    plan: { title: 'Work', phases: ['long', 'short'].map((id) => ({ id, title: id, body: 'Do it.' })) },
  })
  const events: WatchedEvent[] = []
  run.subscribe({ progress: true }, (event) => void events.push(event))
  const report = run.start()
  await run.once('phase_completed')
  end()
  await report
  const charged = events.findIndex((event) => event.type === 'session_charged')
  expect(events[charged]).toMatchObject({ phaseId: 'short', spent: { tokens: 10 } })
  const next = events.slice(charged).find((event) => event.type === 'session_usage')
  expect(next).toMatchObject({ phaseId: 'long', spent: { tokens: 1010 } })
})
