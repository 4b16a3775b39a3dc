import { afterAll, describe, expect, it } from 'vitest'
import { done, plan, run, written } from './default-path/list-files.ts'
import { removeFolders } from './fixtures/cli.ts'

afterAll(removeFolders)

/** Names of all kinds that the work does not contain. */
const wrong = [
  'package.json',
  'dist/out.js',
  '/tmp/notes.txt',
  'old.js -> new.js',
  'a.txt (deleted)',
  'lib/*.test.js',
]

describe.concurrent('an agent that lists wrong files', () => {
  it('spends no session if the checks pass, and the run states what was not changed', async () => {
    const report = { ...done, files: ['src/slug.js', ...wrong] }
    const outcome = await run(plan('src/slug.js'), { files: written, report }, '--test', 'node --test')
    expect(outcome.code, outcome.text).toBe(0)
    expect(outcome.prompts).toHaveLength(1)
    expect(outcome.text).toContain(
      'but not changed: package.json, /tmp/notes.txt, old.js, new.js, a.txt, lib/*.test.js',
    )
    expect(outcome.text).toContain('Ignored by git, so not committed: dist/out.js (.gitignore:3: dist/)')
    const folder = outcome.folder()
    const summary = outcome.show(`${folder}/phase-1/summary.md`)
    for (const page of [summary, outcome.show(`${folder}/report.md`)]) {
      expect(page).toContain('/tmp/notes.txt')
      expect(page).toContain('.gitignore:3: dist/')
    }
  })

  it('returns to its session at most once without a check, and keeps its work', async () => {
    const report = { ...done, files: ['src/slug.js', ...wrong] }
    const outcome = await run(plan('src/slug.js'), { files: written, report })
    expect(outcome.code, outcome.text).toBe(0)
    expect(outcome.prompts.length).toBeLessThanOrEqual(2)
    expect(outcome.show('src/slug.js')).toBe(written['src/slug.js'].trim())
  })

  it('gives no summaries', async () => {
    const report = { subtasks: [{ id: '1.1' }], files: 'src/slug.js', notDone: null }
    const outcome = await run(plan('src/slug.js'), { files: written, report })
    expect(outcome.code, outcome.text).toBe(0)
    expect(outcome.prompts).toHaveLength(1)
  })
})
