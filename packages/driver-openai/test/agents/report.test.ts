import { createRun, type Report } from '@amelia/core'
import { nodeHost } from '@amelia/node'
import { expect, it } from 'vitest'
import { folder, setCodexStage } from './codex-stage.ts'
import { createRepository, git } from './create-repository.ts'
import { type ModelAnswer, type ModelRequest, patch, report as reports, say } from './fake-responses.ts'

/** Runs a plan with one phase. */
const work = async (answer: (request: ModelRequest) => ModelAnswer) => {
  const { driver, model } = await setCodexStage(answer)
  const repo = createRepository({ 'a.txt': '' })
  const run = await createRun({
    plan: { title: 'A file', phases: [{ id: '1', title: 'Write b.txt' }] },
    host: nodeHost({ repo, slots: folder('slots') }),
    driver,
    trust: 'autonomous',
    planApproved: true,
    reviewers: [],
  })
  const report: Report = await run.start()
  return { report, repo, model }
}

it('fault 31: a missing report is requested once, in the same conversation', async () => {
  const { report, repo, model } = await work(({ prompt, outputs }) => {
    if (prompt.includes('Your report could not be parsed')) return [reports('Written.', ['b.txt'])]
    return outputs.length === 0 ? [patch('b.txt', ['b'])] : [say('I wrote it.')]
  })
  expect(report.status).toBe('completed')
  expect(git(repo, 'show', `${report.target}:b.txt`)).toBe('b')
  expect(model.requests.map(({ body }) => body.text?.format?.['type'])).toEqual([
    'json_schema',
    'json_schema',
    'json_schema',
  ])
  expect(JSON.stringify(model.requests[2]?.body.input)).toContain('I wrote it.')
})

it('a report of failure is a failed attempt, with the remaining work', async () => {
  const { report } = await work(() => [
    say(
      JSON.stringify({
        status: 'failed',
        summary: 'No way in.',
        subtasks: [],
        files: [],
        notDone: ['all of it'],
      }),
    ),
  ])
  expect(report.status).toBe('failed')
  expect(report.phases[0]?.failure).toMatchObject({
    class: 'agent_failed',
    message: 'The agent says that it failed: No way in.',
    output: 'Not done: all of it',
  })
})
