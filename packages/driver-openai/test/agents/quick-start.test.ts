import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { folder, setCodexStage, testKey } from './codex-stage.ts'
import { createRepository, git } from './create-repository.ts'
import { patch, report, say } from './fake-responses.ts'

const plan = `# Hello

| Phase | Title | Depends On |
|---|---|---|
| 1 | Write hello.txt | - |
`

it('the quick start of the README works', async () => {
  const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')
  const code = readme.split('\n```js\n')[1]?.split('\n```')[0] ?? ''
  expect(code.split('\n').length).toBeLessThanOrEqual(15)
  const { model, home } = await setCodexStage(({ prompt, outputs }) => {
    if (prompt.startsWith('You review'))
      return [say(JSON.stringify({ approved: true, summary: 'Fine.', comments: [] }))]
    return outputs.length === 0 ? [patch('hello.txt', ['hello'])] : [report('It says hello.', ['hello.txt'])]
  })
  const repo = createRepository({ 'plan.md': plan })
  // A folder from which the other packages can be imported.
  const workspace = resolve(import.meta.dirname, '../../../..')
  const place = folder('quick-start', join(workspace, '.setup'))
  writeFileSync(join(place, 'run.mjs'), code)
  const loaders = [
    pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href,
    pathToFileURL(join(import.meta.dirname, 'find-packages.ts')).href,
  ]
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--conditions=amelia-source', ...loaders.map((loader) => `--import=${loader}`), join(place, 'run.mjs')],
    {
      cwd: repo,
      env: {
        PATH: process.env['PATH'],
        HOME: folder('user-home'),
        XDG_STATE_HOME: home,
        AMELIA_AGENTS: process.env['AMELIA_AGENTS'],
        // The driver's own check searches there, too.
        NODE_PATH: join(process.env['AMELIA_AGENTS'] ?? '', 'node_modules'),
        OPENAI_API_KEY: testKey,
        OPENAI_BASE_URL: model.url,
      },
    },
  )
  const [status, target = ''] = stdout.trim().split('\n').at(-1)?.split(' ') ?? []
  expect(status).toBe('completed')
  expect(git(repo, 'show', `${target}:hello.txt`)).toBe('hello')
  expect(stdout).toContain('1 tool')
  // Two of the developer, and the review.
  expect(model.requests).toHaveLength(3)
})
