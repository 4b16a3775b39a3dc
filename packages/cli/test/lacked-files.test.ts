import { afterAll, describe, expect, it } from 'vitest'
import { done, plan, run, written } from './default-path/list-files.ts'
import { removeFolders } from './fixtures/cli.ts'

afterAll(removeFolders)

describe.concurrent('a declared file that the commit lacks', () => {
  const ignored = { '.env.example': 'KEY=\n' }

  it.each<[string, Record<string, string>]>([
    ['with other work', { ...ignored, 'src/slug.js': written['src/slug.js'] }],
    ['alone', ignored],
  ])('fails its phase after one session, which knew the rule of git: %s', async (_, files) => {
    const report = { ...done, files: Object.keys(files) }
    const outcome = await run(plan(...Object.keys(files)), { files, report })
    expect(outcome.code).toBe(3)
    expect(outcome.prompts).toHaveLength(1)
    for (const text of [outcome.prompts[0], outcome.text])
      expect(text).toContain('.env.example (.gitignore:2: .env*)')
    expect(outcome.text).toContain('git ignores, so no commit can contain them')
  })

  it.each([['done'], ['already_done']])(
    'fails its phase without a check too, after one return: %s',
    async (status) => {
      const report = { ...done, status, summary: 'All done, src/slug.js is written.', files: ['src/slug.js'] }
      const outcome = await run(plan('src/slug.js'), { files: {}, report })
      expect(outcome.code).not.toBe(0)
      expect(outcome.text).toContain(
        'The agent changed nothing in phase 1, and the base does not have src/slug.js.',
      )
      expect(outcome.text).toContain('returns to its session: it changes nothing')
    },
  )

  it('passes if the plan deletes it', async () => {
    const text = plan('x').replace('Create: `x`', 'Delete: `gone.js`')
    const outcome = await run(text, { files: {}, report: { ...done, files: [] } })
    expect(outcome.code, outcome.text).toBe(0)
    expect(outcome.prompts).toHaveLength(1)
  })
})
