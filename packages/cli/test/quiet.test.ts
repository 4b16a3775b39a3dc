import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { makeFolder, makeRepository, removeFolders, writePlan } from './fixtures/cli.ts'
import { inProcess } from './fixtures/in-process.ts'

afterAll(removeFolders)

const quiet = (...args: string[]) => inProcess(args, { quiet: true })

describe('--quiet', () => {
  const repo = makeRepository()
  const plan = writePlan(repo, [{ id: '1', run: 'echo made > made.txt' }])
  const at = ['--repo', repo]

  it('leaves only the report of a run', async () => {
    writeFileSync(join(repo, 'package.json'), JSON.stringify({ scripts: { test: 'true' } }))
    const run = ['run', plan, ...at, '--trust', 'autonomous', '--yes']
    const { code, stdout, stderr } = await quiet(...run)
    // A loud run prints a note about the test command, and a line for each event before the report.
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^Completed/)
  })

  it('leaves the results of other commands, and nothing on stderr', async () => {
    const results = [
      ['check', plan],
      ['fix', plan],
      ['graph', plan],
      ['convert', plan, '--to', 'user-stories'],
      ['runs', ...at],
      ['status', ...at],
      ['watch', ...at],
      ['doctor', ...at],
    ]
    for (const args of results) {
      const { stdout, stderr } = await quiet(...args)
      expect(stdout, args[0]).not.toBe('')
      expect(stderr, args[0]).toBe('')
    }
    const out = join(makeFolder(), 'stories.json')
    expect(await quiet('convert', plan, '--to', 'user-stories', '--out', out)).toMatchObject({
      ...{ stdout: '', stderr: '' },
    })
  })

  it('leaves errors', async () => {
    const wrong = writePlan(repo, [{ id: '1', after: '9' }], 'wrong.md')
    const { code, stderr } = await quiet('run', wrong, ...at)
    expect(code).toBe(2)
    expect(stderr).toContain('error:')
    await expect(quiet('status', 'absent', ...at)).rejects.toThrow('absent')
  })
})
