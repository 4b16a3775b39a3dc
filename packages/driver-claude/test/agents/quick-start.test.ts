import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { createRepository } from './create-repository.ts'
import { agentHostEnvironment, agentsEnvironment, openRealClaude, testKey } from './real-claude.ts'
import { writesHello } from './writes-hello.ts'

it('the quick start of the README works', async () => {
  const claude = await openRealClaude()
  const root = dirname(claude.dir)
  const repo = join(root, 'repo')
  const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')
  const code = readme.split('\n```js\n')[1]?.split('\n```')[0] ?? ''
  expect(code.split('\n').length).toBeLessThanOrEqual(15)
  // A folder from which the other packages can be imported.
  const workspace = resolve(import.meta.dirname, '../../../..')
  const folder = mkdtempSync(join(workspace, '.setup/quick-start-'))
  try {
    claude.api.play(writesHello.model)
    const git = createRepository(repo)
    writeFileSync(join(repo, 'plan.md'), writesHello.plan)
    writeFileSync(join(folder, 'run.mjs'), code)
    const loaders = [
      pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href,
      pathToFileURL(join(import.meta.dirname, 'find-packages.ts')).href,
    ]
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        '--conditions=amelia-source',
        ...loaders.map((loader) => `--import=${loader}`),
        join(folder, 'run.mjs'),
      ],
      {
        cwd: repo,
        env: {
          ...agentHostEnvironment(root, claude.proxy),
          ...agentsEnvironment(),
          ANTHROPIC_API_KEY: testKey,
          ANTHROPIC_BASE_URL: claude.api.url,
          CLAUDE_CONFIG_DIR: claude.home,
        },
      },
    )
    const [status, target = ''] = stdout.trim().split('\n').at(-1)?.split(' ') ?? []
    expect(status).toBe('completed')
    expect(git('show', `${target}:hello.txt`)).toBe('hello')
    expect(stdout).toContain('1 tool')
    expect(claude.proxy.seen).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
    await claude.close()
  }
})
