import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { formatAnnotation } from '../../src/lib/command/github/annotation.ts'
import { boundPage } from '../../src/lib/command/github/bound-page.ts'
import { cli, makeFolder, makeRepository, removeFolders, writePlan } from '../fixtures/cli.ts'

afterAll(removeFolders)

/** The workflow commands that GitHub executes: it ignores those between a stop and its token. */
const executed = (output: string): string[] => {
  let token: string | undefined
  return output.split('\n').flatMap((line) => {
    const [, stopped] = /^\s*::stop-commands::(\S+)/.exec(line) ?? []
    if (token !== undefined) {
      if (line === `::${token}::`) token = undefined
      return []
    }
    token = stopped
    return /^\s*::/.test(line) && stopped === undefined ? [line] : []
  })
}

it('an annotation escapes what ends it', () => {
  expect(
    formatAnnotation({
      ...{ level: 'error', title: 'a,b:c', message: '100%\r\n::set-env::x', file: 'a:b,c.md' },
      ...{ line: 3, column: 4 },
    }),
  ).toBe('::error file=a%3Ab%2Cc.md,line=3,col=4,title=a%2Cb%3Ac::100%25%0D%0A::set-env::x\n')
})

it('a page that is too long is cut at the end of a line', () => {
  expect(boundPage('one\ntwo\n', 8, 'More.')).toBe('one\ntwo\n')
  const page = boundPage(`${'x'.repeat(30)}\n${'y'.repeat(30)}\n`, 50, 'More.')
  expect(page).toBe(`${'x'.repeat(30)}\n\nMore.\n`)
})

describe.concurrent('--format github', () => {
  it('prints the issues of a plan as annotations, and appends the check to the step summary', async () => {
    const folder = makeFolder()
    const summary = join(folder, 'summary.md')
    writeFileSync(summary, 'before\n')
    writePlan(folder, [{ id: '1' }, { id: '2', after: '7' }], 'bad.md')
    writePlan(folder, [{ id: '1', title: 'Do <b>*1*</b>' }], 'good.md')
    const env = { GITHUB_STEP_SUMMARY: summary, GITHUB_WORKSPACE: join(folder, '..') }
    const bad = await cli(['check', 'bad.md', '--format', 'github'], { cwd: folder, env })
    expect(bad.code).toBe(2)
    const [name] = folder.split('/').slice(-1)
    expect(executed(bad.stdout)).toEqual([
      expect.stringMatching(`^::error file=${name}/bad\\.md,line=8,col=\\d+,title=DEPENDENCY_UNKNOWN::.*7`),
    ])
    const good = await cli(['check', 'good.md', '--format', 'github'], { cwd: folder, env })
    expect(good).toMatchObject({ code: 0, stdout: expect.stringContaining('Critical path') })
    const text = readFileSync(summary, 'utf8')
    expect(text).toMatch(/^before\n### Plan .*bad\.md cannot be run: 1 error\n/)
    expect(text).toMatch(/\| error \| .*bad\.md:8 \| .*\(DEPENDENCY\\?_UNKNOWN\) \|/)
    expect(text).toMatch(/### Plan .*good\.md can be run\n\n```mermaid\ngraph TD\n/)
    const both = await cli(['check', 'good.md', '--format', 'github', '--json'], { cwd: folder, env })
    expect(both).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("cannot be used with option '--json'"),
    })
  })

  it('prints the failures of a run as annotations of its plan, and ignores commands of the agent', async () => {
    const folder = makeFolder()
    const summary = join(folder, 'summary.md')
    const plan = writePlan(folder, [
      { id: '1', run: 'echo "::error::mine"; echo "::warning::mine" >&2; false' },
    ])
    const repository = makeRepository()
    const env = { GITHUB_STEP_SUMMARY: summary, GITHUB_WORKSPACE: folder }
    const flags = ['--repo', repository, '--trust', 'autonomous', '--yes', '--format', 'github']
    const { code, stdout } = await cli(['run', plan, ...flags], { env })
    expect([1, 3]).toContain(code)
    const commands = executed(stdout)
    expect(commands.length).toBeGreaterThan(0)
    for (const command of commands)
      expect(command).toMatch(/^::(error|warning) file=plan\.md,line=\d+,title=/)
    expect(readFileSync(summary, 'utf8')).toContain('| 1 Do 1 | failed |')
    writeFileSync(summary, '')
    const status = await cli(['status', '--repo', repository, '--format', 'github'], { env })
    expect(executed(status.stdout)).toEqual(commands)
    expect(readFileSync(summary, 'utf8')).toContain('| 1 Do 1 | failed |')
  })

  it('reports a run that has ended', async () => {
    const folder = makeFolder()
    const summary = join(folder, 'summary.md')
    const plan = writePlan(folder, [{ id: '1' }])
    const at = ['--repo', makeRepository()]
    const flags = ['--trust', 'autonomous', '--yes', '--json']
    const { stdout } = await cli(['run', plan, ...at, ...flags])
    const { runId } = JSON.parse(stdout.split('\n')[0]!) as { runId: string }
    const env = { GITHUB_STEP_SUMMARY: summary }
    const again = await cli(['resume', runId, ...at, '--format', 'github'], { env })
    expect(again).toMatchObject({ code: 0, stdout: expect.stringMatching(/^::stop-commands::/) })
    expect(readFileSync(summary, 'utf8')).toContain('| phase | what | commit | +/- |')
  })

  it('reports a plan that cannot be run, and needs no step summary', async () => {
    const folder = makeFolder()
    const plan = writePlan(folder, [{ id: '1', after: '7' }])
    const env = { GITHUB_STEP_SUMMARY: '', GITHUB_WORKSPACE: '' }
    const { code, stdout } = await cli(['run', plan, '--repo', makeRepository(), '--format', 'github'], {
      env,
    })
    expect(code).toBe(2)
    expect(executed(stdout)).toHaveLength(1)
    expect(existsSync(join(folder, 'summary.md'))).toBe(false)
  })
})
