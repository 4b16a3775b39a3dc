import { afterAll, expect, it } from 'vitest'
import { cli, makeFolder, makeRepository, removeFolders, writePlan } from '../fixtures/cli.ts'

afterAll(removeFolders)

it('resume and fork start in the background too, with the trust of the run', {
  timeout: 120_000,
}, async () => {
  const repository = makeRepository()
  const at = ['--repo', repository]
  const plan = writePlan(makeFolder(), [
    { id: '1', run: 'echo 1 > 1.txt' },
    { id: '2', run: 'exit 127', after: '1' },
    { id: '3', run: 'echo 3 > 3.txt', after: '2' },
  ])
  expect((await cli(['run', plan, ...at, '--trust', 'autonomous', '--yes'])).code).toBe(3)
  const statusOf = async (id: string) => {
    const { stdout } = await cli(['status', id, ...at, '--json'])
    return JSON.parse(stdout) as { runId: string; status: string; locked: boolean }
  }
  const end = (id: string) =>
    expect.poll(async () => (await statusOf(id)).locked, { timeout: 60_000, interval: 200 }).toBe(false)
  expect((await cli(['answer', '1', 'skip', ...at])).code).toBe(0)
  const resumed = await cli(['resume', '--detach', ...at])
  expect(resumed).toMatchObject({ code: 0, stderr: '' })
  const [, runId = ''] = /^Resumed run (\S+) in the background\.$/m.exec(resumed.stdout) ?? []
  await end(runId)
  expect((await statusOf(runId)).status).toBe('partial')
  const forked = await cli(['fork', runId, '--from', '2', '--detach', '--yes', ...at])
  expect(forked).toMatchObject({ code: 0 })
  const [, forkId = ''] = /^Started run (\S+) in the background\.$/m.exec(forked.stdout) ?? []
  expect(forkId).not.toBe(runId)
  await end(forkId)
  // Nobody answers its question here.
  expect((await statusOf(forkId)).status).toBe('waiting')
  // A run that does not start is reported as without --detach.
  expect(await cli(['fork', runId, '--from', 'x', '--detach', ...at])).toMatchObject({ code: 2, stdout: '' })
  expect((await cli(['resume', '--detach', runId, ...at])).stdout).not.toContain('in the background')
})
