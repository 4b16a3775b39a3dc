import { readFileSync } from 'node:fs'
import type * as flagsDoor from '@amelia/driver-claude/flags'
import { afterAll, expect, it, vi } from 'vitest'

const fake = { flag: '--fake-level <level>', about: 'a fake option', kind: 'text' }
vi.resetModules()
vi.doMock('@amelia/driver-claude/flags', async (load) => {
  const { claudeFlags } = await load<typeof flagsDoor>()
  return { claudeFlags: { ...claudeFlags, fakeLevel: fake } }
})
const { claudeFlags } = await import('@amelia/driver-claude/flags')
const { createProgram } = await import('../../program/program.ts')
const { envName } = await import('../config/env-name.ts')
const { configKeys, processKeys, settingsOf } = await import('../flag/flag-groups.ts')
const { agentFlagsOf, checkAgentFlags } = await import('./agent-flags-of.ts')
const { agents } = await import('./agents.ts')

afterAll(() => {
  vi.doUnmock('@amelia/driver-claude/flags')
  vi.resetModules()
})

const described = Object.entries(claudeFlags)

it('include the fake option', () => {
  expect(described.map(([name]) => name)).toContain('fakeLevel')
})

it.each(described)('the option %s that a driver describes is a flag, a setting, and stored', (name, flag) => {
  const program = createProgram({ out() {}, error() {} } as never, [], () => {})
  for (const command of ['run', 'resume', 'plan'])
    expect(
      program.commands.find((each) => each.name() === command)?.options.map((option) => option.flags),
    ).toContain(flag.flag)
  expect(configKeys).toContain(name)
  expect(settingsOf('run')).toContain(name)
  expect(processKeys).toContain(name)
  expect(envName(name)).toMatch(/^AMELIA_[A-Z_]+$/)
})

it.each(described)(
  'the option %s reaches the driver, and another driver refuses it by name',
  async (name, flag) => {
    const flags = agentFlagsOf({ [name]: 'high' }, 'claude', 'claude')
    expect(flags).toEqual({ [name]: 'high' })
    const loaded = agents.get('claude')!.load({ [name]: {} as never })
    // The driver names the option that it refuses.
    await expect(loaded.then(({ create }) => create())).rejects.toMatchObject({ details: { option: name } })
    const [typed = ''] = flag.flag.split(' ')
    expect(() => checkAgentFlags({ [name]: 'high' }, ['command'], 'command')).toThrow(
      `${typed} has no effect with --driver command.`,
    )
  },
)

it('the page of the command line has each option but the fake one', () => {
  const page = readFileSync(new URL('../../../../../../docs/use/cli.md', import.meta.url), 'utf8')
  const missing = described.flatMap(([name, { flag }]) =>
    page.includes(`| \`${flag.split(' ', 1)[0]} `) ? [] : [name],
  )
  expect(missing).toEqual(['fakeLevel'])
})
