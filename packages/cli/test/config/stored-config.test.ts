import { afterAll, expect, it, onTestFinished } from 'vitest'
import { openHost } from '../../src/lib/stored/open-host.ts'
import { findRun } from '../../src/lib/stored/find-run.ts'
import { watchedRun } from '../../src/lib/view/live/watched-run.ts'
import { makeFolder, makeRepository, removeFolders, writePlan } from '../fixtures/cli.ts'
import { inProcess } from '../fixtures/in-process.ts'

afterAll(removeFolders)

/** Starts a run without a config file, which waits or fails, and returns the command that resumes it. */
const startRun = async (trust: string, run: string) => {
  const repository = makeRepository()
  const plan = writePlan(makeFolder(), [{ id: '1', run }])
  const rules = ['--repo', repository, '--trust', trust, '--yes', '--no-artifacts', '--no-config']
  const { stdout } = await inProcess(['run', plan, ...rules, '--json'])
  const { runId } = JSON.parse(stdout.split('\n')[0]!) as { runId: string }
  return { repository, runId, resume: `amelia resume ${runId} --no-config --repo ${repository}` }
}

it('each command prints how to resume a waiting run, with the stored flags about its config file', async () => {
  const { repository, runId, resume } = await startRun('paranoid', 'true')
  for (const command of [['watch'], ['logs', '--follow']]) {
    const left = new AbortController()
    let noted = ''
    const error = (text: string): void => {
      noted += text
      left.abort()
    }
    await inProcess([...command, runId, '--repo', repository], { gone: left.signal, error })
    expect(noted).toContain(`Ctrl-C stops waiting; ${resume} resumes it.`)
  }
  await expect(inProcess(['cancel', runId, '--repo', repository])).rejects.toMatchObject({
    advice: `To resume it:\n  ${resume}`,
  })
  const feedback = ['feedback', runId, '--comments', 'comments.json', '--repo', repository]
  await expect(inProcess(feedback)).rejects.toMatchObject({ advice: `Resume it first: ${resume}` })

  const host = await openHost({ repo: repository })
  const found = await findRun({} as never, { ...host, wanted: runId })
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const watched = watchedRun(host, found, { repo: repository, signal: stop.signal })
  const gateId = found.report.gates[0]?.id ?? ''
  expect(await watched.answer({ gateId, choice: 'approve' })).toBe(`Saved. To apply it: ${resume}`)
}, 60_000)

it('`amelia watch` prints it for a failed run', async () => {
  const { repository, runId, resume } = await startRun('autonomous', 'exit 1')
  const { code, stdout } = await inProcess(['watch', runId, '--repo', repository])
  expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining(`  ${resume}\n`) })
}, 60_000)
