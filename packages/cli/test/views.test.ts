import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cli, git, makeFolder, makeRepository, removeFolders, startCli, writePlan } from './fixtures/cli.ts'

afterAll(removeFolders)

/** One run for all commands: phase 1 is completed, phase 2 failed, and phase 3 was not started. */
let repository: string
let runId: string
beforeAll(async () => {
  repository = makeRepository()
  const plan = writePlan(makeFolder(), [
    {
      id: '1',
      title: 'One <b>',
      run: String.raw`echo one > one.txt; seq 20000 > many.txt; printf 'a\r\n\033]0;x\007\342\200\256é \351\n' > acts.txt`,
    },
    { id: '2', after: '1', run: 'echo two > two.txt && echo broken README.md:1 >&2 && exit 7' },
    { id: '3', after: '2' },
  ])
  const flags = ['--driver', 'steps', '--trust', 'autonomous', '--yes', '--max-attempts', '1', '--json']
  const { stdout } = await cli(['run', plan, '--repo', repository, ...flags])
  const [started = '{}'] = stdout.split('\n')
  runId = (JSON.parse(started) as { runId: string }).runId
})

const view = (command: string, ...args: string[]) => cli([command, runId, ...args, '--repo', repository])

describe.concurrent('the commands that show a run', () => {
  it('`amelia logs` prints the outputs of commands, also to a reader that closes', async () => {
    const { code, stdout, stderr } = await view('logs', '2')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^\d\d:\d\d {2}2 {6} started: Do 2$/m)
    expect(stdout).toMatch(/^ {2}\$ .*exit 7.* \(exit code 7\)\n {2}\| broken README\.md:1$/m)
    expect(stdout).not.toMatch(/^\d\d:\d\d {2}(?:1|run) /m)
    expect((await view('logs', '--follow')).stdout).toContain('ended: failed')
    const { child, outcome } = startCli(['logs', runId, '--repo', repository])
    child.stdout?.destroy()
    expect(await outcome).toMatchObject({ code: 0, stderr: '' })
  })

  it('`amelia show` describes a phase, of the newest run unless another one is named', async () => {
    const phase = await view('show', '1')
    expect(phase).toMatchObject({ code: 0, stderr: '' })
    expect(phase.stdout).toMatch(/^Phase 1 of run .*: One <b>\ncompleted, .*commit [0-9a-f]{12}\n/)
    expect(phase.stdout).toMatch(/\nChanges\n(?: {2}.*\n)* {2}one\.txt .* added, \+1 -0\n/)
    expect(phase.stdout).toMatch(/\nSummary\n {2}\| # Phase 1: One &lt;b>\n/)
    expect((await cli(['show', '1', '--repo', repository])).stdout).toBe(phase.stdout)
    const refused = await view('show')
    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain(`amelia show needs a phase; got the run ${runId}.`)
    expect(refused.stderr).toContain(`amelia status ${runId}`)
    expect(JSON.parse((await view('status', '--json')).stdout)).toMatchObject({
      runId,
      status: 'failed',
      plan: { phases: [{ id: '1' }, { id: '2', dependsOn: ['1'] }, {}] },
    })
  })

  it('link the places of a failure where the terminal supports links', async () => {
    const link = `file://${repository}/README.md#1\u0007README.md:1\u001b]8;;`
    const env = { FORCE_HYPERLINK: '1' }
    for (const args of [
      ['show', runId, '2'],
      ['status', runId],
    ])
      expect((await cli([...args, '--repo', repository], { env })).stdout).toContain(link)
    expect((await view('show', '2')).stdout).toContain('| broken README.md:1\n')
  })

  it('`amelia diff` shows what git shows', async () => {
    const { code, stdout, stderr } = await view('diff', '1')
    expect(code).toBe(0)
    expect(stdout).toContain('+++ b/one.txt\n')
    const head = `refs/amelia/${runId}/head`
    const commit = git(repository, 'log', '-1', '--format=%H', '--grep=^Amelia-Phase: 1$', head)
    expect(stdout).toContain('+a\r\n+<U+001B>]0;x<U+0007><U+202E>é \ufffd\n')
    expect(stderr).toBe(
      'note: 3 control characters are shown as codes such as <U+001B>. --raw prints them as they are.\n',
    )
    expect((await view('diff', '1', '--raw')).stdout.trim()).toBe(
      git(repository, 'diff', `${commit}^`, commit),
    )
    const { child, outcome } = startCli(['diff', runId, '1', '--repo', repository])
    child.stdout?.once('data', () => child.stdout?.destroy())
    expect(await outcome).toMatchObject({ code: 0, stderr: expect.not.stringContaining('error') })
    expect((await view('diff', '--stat')).stdout).toContain('one.txt')
    const failed = await view('diff', '2')
    expect(failed.stdout).toContain('+two\n')
    expect(failed.stderr).toBe('note: Phase 2 is not integrated: this is the commit of attempt 1.\n')
    expect(await view('diff', '3')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('Phase 3 has no commit'),
    })
  })

  it('`amelia report` prints a page without scripts, and escapes the plan', async () => {
    const { code, stdout, stderr } = await view('report', '--format', 'html')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('<h3>Phase 1: One &lt;b&gt;</h3>')
    expect(stdout).toMatch(/<svg class="graph"[\s\S]*<svg class="timeline"/)
    expect(stdout).not.toMatch(/<b>|<script|<link|<img|https?:/)
    expect((await view('report')).stdout).toContain('| 2 Do 2 | failed')
    expect(JSON.parse((await view('report', '--format', 'json')).stdout)).toMatchObject({
      runId,
      locked: false,
    })
  })
})
