import { createRun, readRun, whyWaiting } from '@amelia/core'
import { createScriptedDriver, memoryHost } from '@amelia/core/testing'
import { expect, it } from 'vitest'
import { createTerminal } from '../../terminal/terminal.ts'
import { statusCommand } from './status-command.ts'

/** Returns the output of `amelia status`. */
const statusOf = async (host: ReturnType<typeof memoryHost>, json: boolean): Promise<string> => {
  let text = ''
  const stream = { on: () => {}, write: (more: string) => void (text += more) }
  const streams = { stdin: {}, stdout: stream, stderr: stream, env: { NO_COLOR: '1' } }
  await statusCommand(createTerminal(streams as never), undefined, { repo: '.', json }, host)
  return text
}

it('`amelia status` lists why phases wait while the run is running, as `whyWaiting` explains it', async () => {
  const host = memoryHost()
  const seen: string[] = []
  const phase = (id: string, dependsOn: string[] = []) => ({ id, title: id, body: `Do ${id}.`, dependsOn })
  const driver = createScriptedDriver(async () => {
    if (seen.length > 0) return {}
    seen.push(await statusOf(host, false), await statusOf(host, true))
    const [found] = await host.store.list()
    const stored = await readRun({ store: host.store, runId: found!.runId, now: host.clock.now() })
    for (const id of ['b', 'c']) seen.push(whyWaiting(stored, id)!.sentence)
    return {}
  })
  const run = await createRun({
    plan: { phases: [phase('a'), phase('b', ['a']), phase('c')] },
    ...{ host, driver, concurrency: 1, reviewers: [] },
    ...{ trust: 'autonomous', artifacts: 'none', planApproved: true },
  })
  await run.start()
  const [text, json, b, c] = seen as [string, string, string, string]
  expect(b).toBe('Waits for phase a.')
  expect(c).toBe('Waits for a place: 1 of 1 are taken.')
  expect(text).toContain(`Waiting:\nb: ${b}\nc: ${c}\n`)
  expect(JSON.parse(json)).toMatchObject({
    waits: [
      { phaseId: 'b', reason: 'dependencies', phases: ['a'], sentence: b },
      { phaseId: 'c', reason: 'place', phases: ['a'], sentence: c },
    ],
  })
  expect(await statusOf(host, false)).not.toContain('Waiting:')
})
