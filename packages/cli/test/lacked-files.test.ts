import { afterAll, describe, expect, it } from 'vitest'
import { done, plan, run, written } from './default-path/list-files.ts'
import { removeFolders } from './fixtures/cli.ts'

afterAll(removeFolders)

describe.concurrent('a declared file that the commit lacks', () => {
  const ignored = { '.env.example': 'KEY=\n' }

  it('is named with the rule of git that ignores it, to the agent and to the person', async () => {
    const files = { ...ignored, 'src/slug.js': written['src/slug.js'] }
    const report = { ...done, files: Object.keys(files) }
    const outcome = await run(plan('.env.example', 'src/slug.js'), { files, report })
    expect(outcome.code, outcome.text).toBe(0)
    expect(outcome.prompts).toHaveLength(1)
    for (const text of [outcome.prompts[0], outcome.text])
      expect(text).toContain('.env.example (.gitignore:2: .env*)')
  })

  it('fails its phase with the rule if nothing else is written, after one return', async () => {
    const given = { files: ignored, report: { ...done, files: ['.env.example'] } }
    const outcome = await run(plan('.env.example'), given)
    expect(outcome.code).not.toBe(0)
    expect(outcome.prompts[1]).toContain('.env.example (.gitignore:2: .env*)')
    expect(outcome.text).toContain('.env.example (ignored by git: .gitignore:2: .env*)')
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
