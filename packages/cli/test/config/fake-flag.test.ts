import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import type { SettingsJson } from '../../src/lib/setting/config/print-settings.ts'
import type { Flag } from '../../src/lib/setting/flag/flag.ts'
import { makeFolder, makeRepository, removeFolders } from '../fixtures/cli.ts'
import { listUndocumented } from '../fixtures/undocumented-flags.ts'

const table = '../../src/lib/setting/flag/check-flags.ts'

// Modules are shared by the tests of a worker.
vi.resetModules()
// One entry of the table is everything that a flag needs.
vi.doMock(table, async (load) => {
  const { checkFlags } = await load<{ checkFlags: Record<string, Flag> }>()
  const fakeLevel: Flag = {
    flag: '--fake-level <n>',
    about: 'level of the fake check',
    kind: 'number',
    on: ['run', 'resume'],
    setting: 'process',
    brief: true,
  }
  return { checkFlags: { ...checkFlags, fakeLevel } }
})
const [{ createProgram }, { flagOf }, { completeWords }, { readStoredFlags, storeFlags }, { inProcess }] =
  await Promise.all([
    import('../../src/lib/program/program.ts'),
    import('../../src/lib/setting/flag/in-flags.ts'),
    import('../../src/lib/command/setup/complete-words.ts'),
    import('../../src/lib/stored/stored-flags.ts'),
    import('../fixtures/in-process.ts'),
  ])

afterAll(() => {
  vi.doUnmock(table)
  vi.resetModules()
  removeFolders()
})
afterEach(() => vi.unstubAllEnvs())

const terminal = { out() {}, error() {}, columns: 80, quiet: false } as never
const program = createProgram(terminal, [], () => {})
const optionOf = (name: string) =>
  program.commands
    .find((command) => command.name() === name)!
    .options.find(({ long }) => long === '--fake-level')

it('a new flag is in the help of its commands, below its heading', () => {
  for (const name of ['run', 'resume'])
    expect(optionOf(name)).toMatchObject({
      helpGroupHeading: 'Checks and reviews:',
      description: 'level of the fake check',
    })
  expect(optionOf('fork')).toBeUndefined()
  const brief = createProgram(terminal, ['run', '--help'], () => {}).commands[0]!
  expect(
    brief
      .createHelp()
      .visibleOptions(brief)
      .map(({ long }) => long),
  ).toContain('--fake-level')
})

it('a new flag can be set by a config file, a variable and a flag, which are checked alike', async () => {
  const settingOf = async (config: object, ...typed: string[]): Promise<unknown> => {
    const folder = makeFolder()
    mkdirSync(join(folder, '.git'))
    writeFileSync(join(folder, 'amelia.config.json'), JSON.stringify(config))
    const { stdout } = await inProcess(['run', '--repo', folder, '--print-config', '--json', ...typed])
    return (JSON.parse(stdout) as SettingsJson).settings['fakeLevel']
  }
  expect(await settingOf({ fakeLevel: 3 })).toMatchObject({ value: 3, source: 'config' })
  vi.stubEnv('AMELIA_FAKE_LEVEL', '4')
  expect(await settingOf({ fakeLevel: 3 })).toEqual({
    value: 4,
    source: 'environment',
    name: 'AMELIA_FAKE_LEVEL',
  })
  expect(await settingOf({}, '--fake-level', '5')).toEqual({ value: 5, source: 'flag', name: '--fake-level' })
  vi.stubEnv('AMELIA_FAKE_LEVEL', 'high')
  await expect(settingOf({})).rejects.toThrow('AMELIA_FAKE_LEVEL=high: Expected an integer')
  vi.unstubAllEnvs()
  await expect(settingOf({ fakeLevel: true })).rejects.toThrow('fakeLevel must be a number; got true.')
  await expect(settingOf({ fakeLevl: 1 })).rejects.toThrow('Did you mean fakeLevel?')
})

it('a new flag is stored with a run', async () => {
  const repo = makeRepository()
  await storeFlags(terminal, { repo, runId: 'r1' }, { fakeLevel: 6, concurrency: 2 })
  expect(await readStoredFlags(terminal, { repo, runId: 'r1' })).toEqual({ fakeLevel: 6 })
})

it('a new flag is completed, and names its option in errors', async () => {
  const found = await completeWords(program, ['run', '--fake'], () => Promise.resolve([]))
  expect(found).toEqual([{ value: '--fake-level', about: 'level of the fake check' }])
  expect(flagOf('fakeLevel')).toBe('--fake-level')
})

it('a new flag is missed in the documents', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../../docs/use/cli.md'), 'utf8')
  expect(listUndocumented(program, text)).toEqual([
    expect.stringContaining('a flag of "amelia run": add "| `--fake-level <n>`'),
    expect.stringContaining('a flag of "amelia resume"'),
  ])
})
