import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { checkVersion } from '../../src/lib/command/setup/check-machine.ts'
import { detectCommands } from '../../src/lib/check/detect-commands.ts'
import { git, makeFolder, makeRepository, removeFolders } from '../fixtures/cli.ts'
import { inProcess } from '../fixtures/in-process.ts'

afterAll(removeFolders)
afterEach(() => vi.unstubAllEnvs())

const folderWith = (files: Record<string, string>): string => {
  const folder = makeFolder()
  git(folder, 'init', '-q')
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

const manifest = JSON.stringify({
  type: 'module',
  scripts: { test: 'vitest run', lint: 'eslint .', 'type-check': 'tsc', build: 'tsup' },
})

describe('amelia init', () => {
  it.each([
    ['amelia.config.ts', { 'package.json': manifest, 'tsconfig.json': '{}', 'pnpm-lock.yaml': '' }],
    ['amelia.config.js', { 'package.json': manifest, 'pnpm-lock.yaml': '' }],
  ])('writes %s with the detected commands, which amelia run reads', async (name, files) => {
    const folder = folderWith(files)
    const { code, stderr } = await inProcess(['init', '--repo', folder])
    expect(code).toBe(0)
    expect(stderr).toContain(`Written: ${join(folder, name)}.`)
    const { stdout } = await inProcess([
      'run',
      '--repo',
      folder,
      '--print-config',
      '--json',
      '--profile',
      'ci',
    ])
    expect(JSON.parse(stdout)).toMatchObject({
      file: join(folder, name),
      settings: {
        test: { value: 'pnpm test' },
        lint: { value: 'pnpm lint' },
        typecheck: { value: 'pnpm type-check' },
        build: { value: 'pnpm build' },
        setup: { value: ['pnpm install --frozen-lockfile'] },
        trust: { value: 'autonomous' },
        driver: { value: null },
      },
    })
    expect(readFileSync(join(folder, name), 'utf8')).toContain(
      '  // Commands that must pass on every commit.',
    )
  })

  it('writes nothing outside a repository, where no run reads a config file', async () => {
    const folder = makeFolder()
    await expect(inProcess(['init', '--repo', folder, '--yes'])).rejects.toMatchObject({
      code: 'NOT_A_REPOSITORY',
    })
    expect(readdirSync(folder)).toEqual([])
  })

  it('writes a module for a project without a manifest, and never replaces a config file', async () => {
    const folder = folderWith({ 'go.mod': 'module x' })
    const shows = `amelia run --print-config --repo ${folder}`
    const { stderr } = await inProcess(['init', '--repo', folder, '--yes'])
    expect(stderr).toContain(`To see its effect: ${shows}\n`)
    const path = join(folder, 'amelia.config.mjs')
    const text = readFileSync(path, 'utf8')
    expect(text).toContain('  test: "go test ./...",\n  lint: "go vet ./...",')
    await expect(inProcess(['init', '--repo', folder, '--yes'])).rejects.toMatchObject({
      ...{ message: `${path} already exists.`, advice: `Edit it; ${shows} shows its effect.` },
    })
    expect(readFileSync(path, 'utf8')).toBe(text)
  })
})

it.each([
  [
    { 'pyproject.toml': 'ruff mypy pytest' },
    ['uv.lock'],
    'uv run pytest; uv run ruff check; uv run mypy .; uv sync --frozen',
  ],
  [{ 'Cargo.toml': '' }, [], 'cargo test; cargo build'],
  [{ 'package.json': '{"scripts":{"lint":"x"}}' }, ['package-lock.json'], 'npm run lint; npm ci'],
  [{}, [], ''],
])('the commands of %j with %j are %s', (texts, files, expected) => {
  const found = detectCommands([...Object.keys(texts), ...files], new Map(Object.entries(texts)))
  expect(Object.values(found).join('; ')).toBe(expected)
})

describe('amelia doctor', () => {
  it('wraps its findings on a terminal, and keeps each on its line elsewhere', async () => {
    const args = ['doctor', '--repo', makeFolder()]
    const shown = await inProcess(args, { columns: 60, stdout: { isTTY: true } as NodeJS.WriteStream })
    const lines = shown.stdout.trimEnd().split('\n')
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(60)
    const piped = await inProcess(args)
    expect(
      piped.stdout
        .trimEnd()
        .split('\n')
        .every((line) => /^(?:ok|info|warn|fail) /.test(line)),
    ).toBe(true)
    expect(shown.stdout.replace(/\s+/g, '')).toBe(piped.stdout.replace(/\s+/g, ''))
  })

  it('prints one line for each check, names keys without their values, and exits with 0', async () => {
    const repository = makeRepository()
    vi.stubEnv('ANTHROPIC_API_KEY', 'sk-secret-0000')
    vi.stubEnv('OPENAI_API_KEY', '')
    const { code, stdout } = await inProcess(['doctor', '--repo', repository])
    expect(code).toBe(0)
    expect(stdout).not.toContain('sk-secret')
    for (const line of stdout.trimEnd().split('\n'))
      expect(line).toMatch(/^(?:ok {2}|info|warn) {2}[\w]+ +\S/)
    expect(stdout).toMatch(/^ok {4}node +\d+\.\d+/m)
    expect(stdout).toMatch(/^ok {4}git +2\.\d+/m)
    expect(stdout).toMatch(/^ok {4}ANTHROPIC_API_KEY +set$/m)
    expect(stdout).toMatch(/^info {2}OPENAI_API_KEY +not set$/m)
    expect(stdout).toContain(`${repository} on main\n`)
    expect(stdout).toMatch(/^ok {4}identity +Ada <ada@example.org>$/m)
    expect(stdout).toMatch(/^(?:ok|warn) +claude /m)
  })

  it('exits with 1 if something needed fails, as one object with --json', async () => {
    const repository = makeRepository({ empty: true })
    writeFileSync(join(repository, '.gitattributes'), '*.bin filter=secret -text\n')
    writeFileSync(join(repository, '.git/hooks/pre-commit'), '')
    git(repository, 'add', '.')
    git(repository, 'config', 'commit.gpgsign', 'true')
    git(repository, 'config', 'gpg.format', 'ssh')
    vi.stubEnv('OPENAI_API_KEY', '')
    vi.stubEnv('HOME', makeFolder())
    vi.stubEnv('CODEX_HOME', makeFolder())
    const { code, stdout } = await inProcess(['doctor', '--repo', repository, '--json', '--driver', 'codex'])
    expect(code).toBe(1)
    const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: { name: string; status: string }[] }
    expect(ok).toBe(false)
    const statusOf = (name: string) => checks.find((check) => check.name === name)
    expect(statusOf('repository')).toMatchObject({
      status: 'fail',
      detail: expect.stringContaining('no commit'),
    })
    expect(statusOf('codex')).toMatchObject({ status: 'fail' })
    expect(statusOf('signing')).toMatchObject({ status: 'warn' })
    expect(statusOf('hooks')).toMatchObject({ status: 'info', detail: 'pre-commit' })
    expect(statusOf('filters')).toMatchObject({ status: 'warn', hint: 'Configure filter.secret.' })
  })

  it('fails for a repository with several config files, which no run accepts', async () => {
    const repository = makeRepository()
    for (const name of ['amelia.config.ts', 'amelia.config.js']) writeFileSync(join(repository, name), '')
    const { code, stdout } = await inProcess(['doctor', '--repo', repository, '--json'])
    const { checks } = JSON.parse(stdout) as { checks: { name: string }[] }
    expect(code).toBe(1)
    expect(checks.find(({ name }) => name === 'config')).toEqual({
      ...{ name: 'config', status: 'fail' },
      detail: `${repository} contains amelia.config.ts and amelia.config.js.`,
      hint: 'Remove one of them, or name the one to use: --config FILE.',
    })
  })

  it('names the agents that only a run can check, and no option of the SDK', async () => {
    vi.stubEnv('ANTHROPIC_API_KEY', '')
    vi.stubEnv('OPENAI_API_KEY', '')
    const args = ['doctor', '--repo', makeRepository(), '--driver', 'command', '--driver', 'api']
    const { stdout } = await inProcess(args)
    expect(stdout).toMatch(/^info {2}command +not checked here: a run checks --agent$/m)
    expect(stdout).toMatch(/^info {2}api +not checked here: /m)
    expect(stdout).not.toContain('apiKey')
  })

  it('fails outside a repository', async () => {
    const { code, stdout } = await inProcess(['doctor', '--repo', makeFolder()])
    expect(code).toBe(1)
    expect(stdout).toMatch(/^fail {2}repository +.*not .*repository/m)
  })

  it.each([
    ['20.18.1', 'fail'],
    ['20.19.0', 'ok'],
    ['22.0.0', 'ok'],
    ['18.99.0', 'fail'],
  ])('compares version %s with 20.19', (version, status) => {
    expect(checkVersion('node', version, '20.19').status).toBe(status)
  })

  it('checks gh where runs open pull requests, and only there', async () => {
    const repository = makeRepository()
    const tools = makeFolder()
    const gh = async (): Promise<string> =>
      (await inProcess(['doctor', '--repo', repository])).stdout
        .split('\n')
        .filter((line) => / gh /.test(line))[0] ?? ''
    vi.stubEnv('PATH', `${tools}:${process.env['PATH'] ?? ''}`)
    const script = (login: number): void =>
      writeFileSync(
        join(tools, 'gh'),
        `#!/bin/sh\n[ "$1" = auth ] && exit ${login}\necho gh version 2.60.1\n`,
        {
          mode: 0o755,
        },
      )
    script(0)
    expect(await gh()).toBe('')
    writeFileSync(join(repository, 'amelia.config.mjs'), 'export default { pr: true }\n')
    expect(await gh()).toMatch(/^ok +gh +2\.60\.1, logged in$/)
    script(1)
    expect(await gh()).toMatch(/^warn +gh +2\.60\.1 is not logged in\. Log in: gh auth login$/)
    vi.stubEnv('AMELIA_PR', 'false')
    expect(await gh()).toBe('')
  })

  it('does not execute a config file', async () => {
    const repository = makeRepository()
    const mark = join(repository, 'executed')
    writeFileSync(
      join(repository, 'amelia.config.mjs'),
      `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(mark)}, '')`,
    )
    expect((await inProcess(['doctor', '--repo', repository])).stdout).toContain('amelia.config.mjs')
    expect(existsSync(mark)).toBe(false)
  })
})
