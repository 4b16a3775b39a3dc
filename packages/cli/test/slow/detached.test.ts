import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
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

it('feedback starts in the background too, after a batch whose phases were answered one by one', {
  timeout: 120_000,
}, async () => {
  const [repository, folder] = [makeRepository(), makeFolder()]
  const at = ['--repo', repository]
  const plan = writePlan(folder, [
    { id: '1', run: 'echo 1 > 1.txt' },
    { id: '2', run: 'echo 2 > 2.txt' },
  ])
  expect((await cli(['run', plan, ...at, '--trust', 'standard', '--yes'])).code).toBe(3)
  interface Status {
    status: string
    locked: boolean
    gates: { savedAnswer?: object; savedAnswers?: object[] }[]
  }
  const status = async (...id: string[]) =>
    JSON.parse((await cli(['status', ...id, ...at, '--json'])).stdout) as Status
  for (const id of ['1', '2'])
    expect(await cli(['answer', '1', 'approve', '--phase', id, ...at])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^(?:Saved|Answered) .* \(phase \w+\)[. ]/),
    })
  const answers = ['1', '2'].map((id) => ({ choice: 'approve', phaseIds: [id] }))
  expect((await status()).gates).toMatchObject([{ savedAnswer: answers[1], savedAnswers: answers }])
  expect((await cli(['resume', ...at])).code).toBe(0)

  const [agent, comments] = [join(folder, 'agent.sh'), join(folder, 'comments.json')]
  const report = '{"status": "done", "summary": "", "subtasks": [], "files": [], "notDone": []}'
  writeFileSync(
    agent,
    `#!/bin/sh\ncat > /dev/null\necho changed >> 1.txt\necho '\`\`\`json\n${report}\n\`\`\`'\n`,
    { mode: 0o755 },
  )
  writeFileSync(
    comments,
    JSON.stringify([
      { id: 1, body: 'Say one.', path: '1.txt', user: { login: 'ada' }, author_association: 'OWNER' },
    ]),
  )
  const flags = ['--driver', 'command', '--agent', agent, '--no-review', '--yes', ...at]
  const started = await cli(['feedback', '--comments', comments, '--detach', ...flags])
  expect(started, started.stderr).toMatchObject({ code: 0 })
  const [, id = ''] = /^Started run (\S+) in the background\.$/m.exec(started.stdout) ?? []
  await expect.poll(async () => (await status(id)).locked, { timeout: 60_000, interval: 200 }).toBe(false)
  expect((await status(id)).status).toMatch(/completed|waiting/)
})
