import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, expectTypeOf, it, vi } from 'vitest'
import type { RunOptions } from '@amelia/core'
import { type AmeliaConfig, type AmeliaSettings, defineConfig } from '../../src/index.ts'
import { type ConfigKey, configKeys } from '../../src/lib/setting/flag/flag-groups.ts'
import type { fileKeys, pluginKeys } from '../../src/lib/setting/config/plugin-keys.ts'
import { applySettings, variables } from '../../src/lib/setting/config/apply-settings.ts'
import { envName } from '../../src/lib/setting/config/env-name.ts'
import { createProgram } from '../../src/lib/program/program.ts'
import type { SettingsJson } from '../../src/lib/setting/config/print-settings.ts'
import { cli, git, makeFolder, makeRepository, removeFolders } from '../fixtures/cli.ts'
import { inProcess } from '../fixtures/in-process.ts'

afterAll(removeFolders)
afterEach(() => vi.unstubAllEnvs())

/** Creates a folder that looks like a repository, with these files. */
const repositoryWith = (files: Record<string, string>): string => {
  const folder = makeFolder()
  mkdirSync(join(folder, '.git'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

const settingsOf = async (folder: string, ...flags: string[]): Promise<SettingsJson> => {
  const { stdout } = await inProcess(['run', '--repo', folder, '--print-config', '--json', ...flags])
  return JSON.parse(stdout) as SettingsJson
}

const json = (config: object): Record<string, string> => ({ 'amelia.config.json': JSON.stringify(config) })

describe('--set', () => {
  const setting = async (name: string, ...typed: string[]): Promise<unknown> => {
    const folder = repositoryWith(json({ concurrency: 2, secrets: { allow: ['of/file'] } }))
    return (await settingsOf(folder, ...typed)).settings[name]
  }

  it('sets a setting as its flag would, and the one that has no flag', async () => {
    expect(await setting('concurrency', '--set', 'concurrency=3')).toMatchObject({ value: 3, source: 'flag' })
    expect(await setting('tick', '--set', 'tick=off')).toMatchObject({ value: false, source: 'flag' })
    expect(await setting('copy', '--set', 'copy=a', '--set', 'copy=b=c')).toMatchObject({
      value: ['a', 'b=c'],
    })
    expect(await setting('secrets.allow', '--set', 'secrets.allow=test/**')).toMatchObject({
      value: ['test/**'],
    })
    vi.stubEnv('AMELIA_CONCURRENCY', '4')
    expect(await setting('concurrency', '--set', 'concurrency=3')).toMatchObject({ value: 3 })
  })

  it.each([
    [['concurency=3'], /no setting "concurency"\. Did you mean concurrency\?/],
    [['concurrency'], /is not NAME=VALUE/],
    [['concurrency=many'], /--set concurrency=many: Expected an integer/],
    [['tick=perhaps'], /--set tick=perhaps is not a switch/],
    [['trust=a', 'trust=b'], /trust has one value; got 2/],
    [['concurrency=3', '--concurrency', '2'], /--concurrency set the same/],
  ])('refuses %s', async (values, message) => {
    const typed = values.flatMap((value, index) =>
      value.startsWith('--') || values[index - 1]?.startsWith('--') ? [value] : ['--set', value],
    )
    await expect(setting('concurrency', ...typed)).rejects.toThrow(message)
  })
})

describe('the sources of a setting', () => {
  const config = { concurrency: 2, test: 'npm test', profiles: { ci: { concurrency: 3 } } }

  it('are a flag, then the environment, then the profile, then the config file, then the default', async () => {
    const folder = repositoryWith(json(config))
    const valueOf = async (...flags: string[]): Promise<unknown> =>
      (await settingsOf(folder, ...flags)).settings['concurrency']
    const name = join(folder, 'amelia.config.json')
    expect(await valueOf()).toEqual({ value: 2, source: 'config', name })
    expect(await valueOf('--profile', 'ci')).toEqual({ value: 3, source: 'config', name })
    vi.stubEnv('AMELIA_PROFILE', 'ci')
    expect(await valueOf()).toMatchObject({ value: 3 })
    vi.stubEnv('AMELIA_CONCURRENCY', '4')
    expect(await valueOf()).toEqual({ value: 4, source: 'environment', name: 'AMELIA_CONCURRENCY' })
    expect(await valueOf('--concurrency', '5')).toEqual({ value: 5, source: 'flag', name: '--concurrency' })
    expect((await settingsOf(folder)).settings['commit']).toEqual({
      ...{ value: 'phase', source: 'default', name: null },
    })
  })

  it('print as a table', async () => {
    const folder = repositoryWith(json({ ...config, setup: ['npm ci', 'make'], label: { team: 'pay' } }))
    vi.stubEnv('AMELIA_TRUST', 'autonomous')
    const { code, stdout } = await inProcess(['run', '--repo', folder, '--print-config', '--no-review'])
    expect(stdout).toMatch(/^maxTurns +500 for claude, 100 for api +default$/m)
    expect(stdout).toMatch(/^sign +false +default$/m)
    const file = join(folder, 'amelia.config.json')
    expect(code).toBe(0)
    expect(stdout.split('\n').map((line) => line.replace(/ +/g, ' '))).toEqual(
      expect.arrayContaining([
        `Config file: ${file}`,
        'trust autonomous AMELIA_TRUST',
        'review false --no-review',
        `setup npm ci, make ${file}`,
        `label team=pay ${file}`,
        'commit phase default',
        'lint - default',
      ]),
    )
  })

  it('are read for switches, lists and records of the environment', async () => {
    vi.stubEnv('AMELIA_REVIEW', 'off')
    vi.stubEnv('AMELIA_ADAPT', '0')
    vi.stubEnv('AMELIA_SETUP', 'npm ci\nmake\n')
    vi.stubEnv('AMELIA_LABEL', 'team=pay\nos=linux')
    vi.stubEnv('AMELIA_DRIVER', 'claude,codex')
    vi.stubEnv('AMELIA_IDLE_TIMEOUT', '10m')
    const { settings } = await settingsOf(repositoryWith({}))
    expect(settings).toMatchObject({
      review: { value: false },
      adapt: { value: false },
      setup: { value: ['npm ci', 'make'] },
      label: { value: { team: 'pay', os: 'linux' } },
      driver: { value: ['claude', 'codex'] },
      idleTimeout: { value: 600_000, source: 'environment', name: 'AMELIA_IDLE_TIMEOUT' },
    })
  })

  it('include the port of the page, with a separate variable', async () => {
    const program = createProgram({ out() {}, error() {} } as never, [], () => {})
    const ui = program.commands.find((command) => command.name() === 'ui')!
    await applySettings(ui, { AMELIA_PORT: '20000' })
    expect(ui.opts()['port']).toBeUndefined()
    await applySettings(ui, { AMELIA_UI_PORT: '4711' })
    expect(ui.opts()['port']).toBe(4711)
  })

  it('do not come from variables that a run sets for its commands', async () => {
    vi.stubEnv('AMELIA_COMMIT', '1a2b3c4')
    expect((await settingsOf(repositoryWith({}))).settings['commit']).toMatchObject({ source: 'default' })
    vi.stubEnv('AMELIA_COMMIT_MODE', '1a2b3c4')
    await expect(settingsOf(repositoryWith({}))).rejects.toThrow('AMELIA_COMMIT_MODE=1a2b3c4: Allowed')
    const packages = join(import.meta.dirname, '../../..')
    const sources = ['core', 'node', 'agent-process'].map((name) => join(packages, name, 'src'))
    const set = new Set(
      sources
        .flatMap((folder) =>
          readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
        )
        .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
        .flatMap((file) => readFileSync(file, 'utf8').match(/AMELIA_[A-Z_]+/g) ?? []),
    )
    expect([...set]).toEqual(
      expect.arrayContaining(['AMELIA_RUN', 'AMELIA_PORT', 'AMELIA_SESSION', 'AMELIA_COMMIT']),
    )
    expect([...configKeys, ...variables].map(envName).filter((name) => set.has(name))).toEqual([])
  })

  it('drop settings for an agent, reviewers and workspaces that a flag replaces', async () => {
    const folder = repositoryWith(
      json({ driver: 'claude', model: 'opus', reviewer: 'true', setup: 'npm ci', evaluator: 'none' }),
    )
    const { settings } = await settingsOf(folder, '--driver', 'codex', '--no-review', '--in-place')
    for (const key of ['model', 'reviewer', 'setup', 'evaluator'])
      expect(settings[key], key).toMatchObject({ value: null })
    const other = repositoryWith(json({ review: false, driver: 'claude', model: 'opus' }))
    expect((await settingsOf(other, '--reviewer', 'true', '--model', 'x')).settings).toMatchObject({
      review: { value: null },
      driver: { value: ['claude'] },
      model: { value: ['x'] },
    })
  })

  it('keep the stored rules of a run that is resumed, and do not choose the format of a written plan', async () => {
    const folder = repositoryWith(json({ budgetUsd: 5, planFormat: 'outline', setup: 'npm ci', test: 'x' }))
    const { applySettings } = await import('../../src/lib/setting/config/apply-settings.ts')
    const optionsOf = async (name: string): Promise<object> => {
      const program = createProgram({ out() {}, error() {} } as never, [], () => {})
      const command = program.commands.find((each) => each.name() === name)!
      command.setOptionValue('repo', folder)
      await applySettings(command, {})
      const { loaded: _loaded, ...options } = command.opts()
      return options
    }
    expect(await optionsOf('resume')).toEqual({ repo: folder, setup: ['npm ci'], review: true })
    expect(await optionsOf('plan')).toMatchObject({ format: 'task-heading' })
    expect(await optionsOf('check')).toEqual({ repo: folder })
  })
})

describe('a config file', () => {
  it('can be TypeScript with defineConfig, in a project without this package, and contain plugins', async () => {
    const folder = repositoryWith({
      'amelia.config.ts': `
        import { defineConfig, type AmeliaConfig } from '@amelia/cli'
        const review = async () => ({ verdict: 'approve' })
        export default defineConfig({
          test: 'auto' as string,
          driver: { id: 'mine', runSession: async () => ({}) },
          reviewers: [{ id: 'ours', scope: 'phase', review }],
          parsers: [{ id: 'wiki', parse: () => ({}) }],
        } as AmeliaConfig)`,
    })
    const { settings } = await settingsOf(folder)
    expect(settings).toMatchObject({
      test: { value: 'auto', source: 'config' },
      driver: { value: ['mine'] },
      reviewers: { value: ['ours'] },
      parsers: { value: ['wiki'] },
    })
    expect((await settingsOf(folder, '--driver', 'steps')).settings['driver']).toMatchObject({
      ...{ value: ['steps'], source: 'flag' },
    })
  })

  it.each(['mts', 'js', 'mjs'])('can be amelia.config.%s', async (ending) => {
    const folder = repositoryWith({ [`amelia.config.${ending}`]: 'export default { lint: "make lint" }' })
    expect((await settingsOf(folder)).settings['lint']).toMatchObject({ value: 'make lint' })
  })

  it('is named by the next commands of a run that needs it again', async () => {
    const folder = makeRepository()
    const file = join(folder, 'own.config.mjs')
    writeFileSync(
      file,
      `export default { driver: {
        contract: 'driver-v1', id: 'own', provider: 'own', meters: [], runSession: () => { throw new Error('no') },
      } }`,
    )
    writeFileSync(join(folder, 'plan.md'), '# Plan\n\n## Task 1: Greet\n\nWrite hello.txt.\n')
    const at = ['--repo', folder]
    const run = [
      'run',
      join(folder, 'plan.md'),
      ...at,
      '--trust',
      'standard',
      '--config',
      file,
      '--max-attempts',
      '1',
    ]
    const { stdout } = await inProcess(run)
    const [, runId = ''] = /amelia resume (\S+) /.exec(stdout) ?? []
    const next = `amelia resume ${runId} --config ${file} --repo ${folder}\n`
    expect(stdout).toContain(next)
    expect((await inProcess(['status', ...at])).stdout).toContain(next)
    const [first = '', ...more] = next.trim().split(' ').slice(1)
    expect((await inProcess([first, ...more])).stdout).toContain('Waiting for an answer: 0 of 1 phase')
  }, 60_000)

  it('is found in the folder, or else in the root of its repository, and not outside', async () => {
    const root = repositoryWith(json({ lint: 'root' }))
    const inner = join(root, 'inner')
    mkdirSync(inner)
    expect((await settingsOf(inner)).settings['lint']).toMatchObject({ value: 'root' })
    writeFileSync(join(inner, 'amelia.config.json'), '{ "lint": "inner" }')
    expect((await settingsOf(inner)).settings['lint']).toMatchObject({ value: 'inner' })
    expect((await settingsOf(inner, '--no-config')).file).toBeNull()

    const outside = makeFolder()
    writeFileSync(join(outside, 'amelia.config.json'), '{ "lint": "outside" }')
    const repository = join(outside, 'repository')
    mkdirSync(join(repository, '.git'), { recursive: true })
    expect((await settingsOf(repository)).file).toBeNull()
    expect((await settingsOf(outside)).file).toBeNull()
    const named = join(outside, 'amelia.config.json')
    expect(await settingsOf(repository, '--config', named)).toMatchObject({ file: named })
  })

  it.each([
    [{ concurency: 2 }, 'amelia.config.json: unknown setting concurency. Did you mean concurrency?'],
    [{ profiles: { ci: { tset: 'x' } } }, 'unknown setting profiles.ci.tset. Did you mean test?'],
    [{ concurrency: 'many' }, 'amelia.config.json: concurrency must be a number; got "many".'],
    [{ concurrency: 0 }, 'amelia.config.json: concurrency cannot be 0: Expected an integer from 1 to 1000.'],
    [{ test: ['npm', 'test'] }, 'amelia.config.json: test must be a string; got a list.'],
    [{ review: 'no' }, 'review must be true or false; got "no".'],
    [{ setup: [1] }, 'setup must be a string or a list of strings; got a list.'],
    [{ label: { team: 1 } }, 'label must be an object of strings'],
    [{ trust: 'blind' }, 'trust cannot be "blind": Allowed choices are paranoid, standard, autonomous.'],
    [{ idleTimeout: 'soon' }, 'idleTimeout cannot be "soon": Expected a duration'],
    [
      { reviewers: [] },
      'amelia.config.json: reviewers needs plugins, which only a .ts or .js file can contain.',
    ],
    [{ parsers: ['x'] }, 'amelia.config.json: parsers must be a list of parsers.'],
    [{ secrets: ['a'] }, 'amelia.config.json: secrets must be an object with the list `allow`'],
    [{ secrets: { allow: [1] } }, 'secrets must be an object with the list `allow`'],
    [{ secrets: { alow: [] } }, 'secrets must be an object with the list `allow`'],
    [{ profiles: [] }, 'amelia.config.json: profiles must be an object.'],
  ])('is refused if it is %j', async (config, message) => {
    await expect(settingsOf(repositoryWith(json(config)))).rejects.toThrow(message)
  })

  it('lists what may be committed although it looks like a secret', async () => {
    const folder = repositoryWith(
      json({ secrets: { allow: ['test/**'] }, profiles: { ci: { secrets: { allow: 'a.pem' } } } }),
    )
    const { settings } = await settingsOf(folder)
    expect(settings['secrets.allow']).toMatchObject({ value: ['test/**'], source: 'config' })
    expect((await settingsOf(folder, '--profile', 'ci')).settings['secrets.allow']).toMatchObject({
      value: ['a.pem'],
    })
    expect((await settingsOf(repositoryWith({}))).settings['secrets.allow']).toBeUndefined()
  })

  it('is refused with a syntax error, without settings, or next to another one', async () => {
    const broken = repositoryWith({ 'amelia.config.js': 'export default {' })
    await expect(settingsOf(broken)).rejects.toThrow('amelia.config.js cannot be loaded')
    const throwing = repositoryWith({ 'amelia.config.js': '\nthrow new Error("boom")' })
    await expect(settingsOf(throwing)).rejects.toThrow('amelia.config.js cannot be loaded: boom (line 2)')
    await expect(settingsOf(repositoryWith({ 'amelia.config.json': '[]' }))).rejects.toThrow(
      'does not contain settings',
    )
    const two = repositoryWith({ ...json({}), 'amelia.config.js': '' })
    await expect(settingsOf(two)).rejects.toThrow('amelia.config.js and amelia.config.json')
    await expect(settingsOf(two, '--config', 'missing.json')).rejects.toThrow('not found: missing.json')
  })

  it('names the nearest profile', async () => {
    const folder = repositoryWith(json({ profiles: { nightly: {} } }))
    await expect(settingsOf(folder, '--profile', 'nigthly')).rejects.toMatchObject({
      message: 'amelia.config.json has no profile "nigthly".',
      advice: 'Did you mean nightly?',
    })
    await expect(settingsOf(repositoryWith({}), '--profile', 'ci')).rejects.toThrow('no config file')
  })

  it('is not executed by commands that only read plans, unless it is named', async () => {
    const folder = repositoryWith({ 'amelia.config.js': 'throw new Error("executed")' })
    const plan = join(folder, 'plan.md')
    writeFileSync(plan, '## Task 1: Do it\n\n- [ ] It is done\n')
    const named = ['--config', join(folder, 'amelia.config.js')]
    for (const command of ['check', 'graph', 'fix']) {
      await inProcess([command, plan])
      await expect(inProcess([command, plan, ...named]), command).rejects.toThrow('executed')
    }
  })
})

it('a run has the settings and plugins of the config file of its repository', async () => {
  const repository = makeRepository()
  const wiki = `
    const draft = (title) => ({ goal: 'Notes', format: 'wiki', phases: [{ id: '1', title, line: 1,
      subtasks: [{ id: '1.1', title, line: 1, steps: [{ id: 's', action: 'command', command: 'touch note', line: 1 }] }] }] })
    const approve = async () => ({ approved: true, summary: 'Reviewed by the team.', comments: [] })
    export default {
      trust: 'autonomous', artifacts: false, test: 'test -f note',
      parsers: [{ contract: 'parser-v1', id: 'wiki', detect: (text) => text.startsWith('=') ? 1 : 0,
        parse: (text) => ({ plan: draft(text.slice(2).trim()), issues: [] }) }],
      reviewers: [{ contract: 'reviewer-v1', id: 'team', scope: 'phase', review: approve }],
    }`
  writeFileSync(join(repository, 'amelia.config.mjs'), wiki)
  const plan = join(makeFolder(), 'plan.wiki')
  writeFileSync(plan, '= Take a note\n')
  const { code, stdout, stderr } = await cli(['run', plan, '--yes', '--target', 'notes'], { cwd: repository })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain('Take a note')
  expect(git(repository, 'show', '--stat', '--format=%s', 'notes')).toContain('note | 0')
  const [{ runId }] = JSON.parse((await cli(['runs', '--json', '--repo', repository])).stdout) as [
    { runId: string },
  ]
  const { stdout: shown } = await cli(['show', '--json', '--repo', repository, runId, '1'])
  expect(JSON.parse(shown)).toMatchObject({ review: { summary: 'team: approves. Reviewed by the team.' } })
}, 60_000)

it('every setting has a type', () => {
  expectTypeOf<keyof AmeliaSettings>().toEqualTypeOf<
    ConfigKey | (typeof pluginKeys)[number] | (typeof fileKeys)[number]
  >()
  expectTypeOf(
    defineConfig({ preset: 'phased', profiles: { ci: { concurrency: 2 } } }),
  ).toEqualTypeOf<AmeliaConfig>()
  expectTypeOf<AmeliaConfig['driver']>().toEqualTypeOf<string | string[] | RunOptions['driver']>()
  // @ts-expect-error A preset that does not exist.
  defineConfig({ preset: 'phasd' })
})
