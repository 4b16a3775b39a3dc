import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { folder, setCodexStage } from './codex-stage.ts'
import { createRepository, git } from './create-repository.ts'
import { patch, report } from './fake-responses.ts'
import { startAmelia } from './start-amelia.ts'

/** Starts a run whose agent has written its file, and waits for the answer to its second request. */
const startRun = async () => {
  let release = (): void => {}
  const released = new Promise<void>((done) => (release = done))
  const stage = await setCodexStage(async ({ body }) => {
    if (!body.input.some(({ type }) => type.endsWith('_call_output'))) return [patch('hello.txt', ['hello'])]
    await released
    return [report('It says hello.', ['hello.txt'])]
  })
  const repo = createRepository({ 'a.txt': 'a\n' })
  const plan = join(folder('plan'), 'plan.md')
  writeFileSync(plan, '# Hello\n\n## Task 1: Write hello.txt\n\nIt says hello.\n')
  const flags = ['--no-review', '--trust', 'autonomous', '--yes', '--target', 'work', '--driver', 'codex']
  const run = startAmelia(stage, repo, ['run', plan, ...flags, '--model', 'gpt-5.1-codex'])
  await Promise.race([stage.model.requested(2), run.ended])
  return { stage, repo, run, release }
}

it.each(['SIGINT', 'SIGHUP', 'SIGTERM'] as const)(
  'finishes its phase when the process group of the run gets %s',
  async (signal) => {
    const { stage, repo, run, release } = await startRun()
    run.signal(signal)
    await run.draining
    release()
    expect(await run.ended, run.output()).toBe(0)
    expect(git(repo, 'show', 'work:hello.txt')).toBe('hello')
    expect(stage.model.requests).toHaveLength(2)
  },
)

it('continues in its thread after a second Ctrl-C', async () => {
  const { stage, repo, run, release } = await startRun()
  run.signal('SIGINT')
  await run.draining
  run.signal('SIGINT')
  expect(await run.ended, run.output()).toBe(130)
  release()
  const resumed = startAmelia(stage, repo, ['resume'])
  expect(await resumed.ended, resumed.output()).toBe(0)
  expect(git(repo, 'show', 'work:hello.txt')).toBe('hello')
  const attempts = git(
    repo,
    'log',
    '--format=%(trailers:key=Amelia-Attempt,valueonly,separator=)',
    'main..work',
  )
  expect(attempts.trim()).toBe('1')
  const [, , ...later] = stage.model.requests
  for (const { body } of later) {
    const sent = JSON.stringify(body.input)
    expect(sent).toContain('hello.txt')
    expect(sent).not.toContain('different approach')
  }
})
