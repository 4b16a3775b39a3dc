import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { cli, makeFolder, makeRepository, removeFolders, writePlan } from './fixtures/cli.ts'

afterAll(removeFolders)

/** Runs a plan whose only step runs a failing script. */
const runFailing = async (script: string) => {
  const repository = makeRepository()
  const file = join(makeFolder(), 'fails.mjs')
  writeFileSync(file, script)
  const plan = writePlan(makeFolder(), [{ id: '1', run: `node ${file}` }])
  const flags = ['--driver', 'steps', '--trust', 'autonomous', '--yes', '--max-attempts', '1']
  const { code, stdout, stderr } = await cli(['run', plan, '--repo', repository, ...flags])
  expect(code, stderr).not.toBe(0)
  const [, runId = ''] = /amelia show (\S+) 1/.exec(stdout) ?? []
  const shown = await cli(['show', runId, '1', '--repo', repository])
  const [, path = ''] = /Full output: (.*)/.exec(shown.stdout) ?? []
  return { repository, stdout, shown: shown.stdout, path }
}

describe('the output of a failed command', () => {
  it('is stored in full in the git folder, and amelia show has its error and the number of omitted lines', async () => {
    const { repository, shown, path } = await runFailing(`
      for (let n = 0; n < 20000; n++) console.log('before ' + n)
      console.log("AssertionError [ERR_ASSERTION]: three is not four\\n    at sum (sum.test.js:7:10)")
      for (let n = 0; n < 20000; n++) console.log('after ' + n)
      process.exitCode = 1`)
    expect(path).toMatch(
      new RegExp(`^${repository}/\\.git/amelia/runs/[^/]+/artifacts/output/phase-1/attempt-1/`),
    )
    const full = readFileSync(path, 'utf8').trimEnd().split('\n')
    expect(full).toHaveLength(40_002)
    expect(shown).toMatch(
      /AssertionError \[ERR_ASSERTION\]: three is not four\n[ |]+at sum \(sum\.test\.js:7:10\)\n/,
    )
    const notes = [...shown.matchAll(/\((\d+) lines left out\)/g)]
    const left = notes.reduce((sum, [, count]) => sum + Number(count), 0)
    const lines = shown
      .split('\n')
      .filter((line) => /^[ |]+(?:before|after|AssertionError|at sum)/.test(line))
    expect(lines.length + left).toBe(40_002)
  })

  it('is truncated at 10 MB with a note', async () => {
    const { stdout, path } = await runFailing(`
      const line = 'x'.repeat(99) + '\\n'
      for (let n = 0; n < 120; n++) process.stdout.write(line.repeat(1000))
      process.stdout.write('END\\n')
      process.exitCode = 1`)
    expect(statSync(path).size).toBeLessThanOrEqual(10_000_100)
    const text = readFileSync(path, 'utf8')
    const [, lines = '0'] = /\n\[… (\d+) lines \(\d+ characters\) left out …\]\n/.exec(text) ?? []
    expect(text.trimEnd().split('\n').length - 1 + Number(lines)).toBe(120_001)
    expect(stdout).toContain('END')
  })
})

describe('the records of a run that failed', () => {
  it('are in its folder in the git folder', async () => {
    const { path } = await runFailing('console.error("Error: no"); process.exitCode = 1')
    const folder = path.replace(/output\/.*/, '')
    expect(readFileSync(join(folder, 'report.md'), 'utf8')).toContain('Status: failed.')
    expect(readFileSync(join(folder, 'phase-1/review-feedback.md'), 'utf8')).toContain('Error: no')
    const state = JSON.parse(readFileSync(join(folder, 'execution-state.json'), 'utf8')) as object
    expect(state).toMatchObject({ status: 'failed', phases: [{ id: '1', status: 'failed', commit: null }] })
  })
})
