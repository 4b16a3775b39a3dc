import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { executeArguments } from './execute-arguments.ts'
import { createProgram } from './program.ts'
import { colorEnvironment, readGlobalFlags } from './option/read-global-flags.ts'

let text = ''
const terminal = {
  columns: 100,
  stdout: { isTTY: false },
  out: (more: string) => (text += more),
  error() {},
  paintError: (plain: string) => plain,
} as never
const program = createProgram(terminal, [], () => {})

const helpOf = (command: Command): string => {
  text = ''
  command.outputHelp()
  return text
}
const flat = (help: string): string => help.replace(/\s+/g, ' ')

describe.each(program.commands.map((command) => [command.name(), command] as const))(
  'the help of amelia %s',
  (name, command) => {
    const help = helpOf(command)

    it('wraps between words at 80 columns', () => {
      for (const line of help.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80)
      const shown = command.createHelp().visibleOptions(command)
      for (const { description } of shown) expect(flat(help)).toContain(flat(description))
    })

    it('has two examples with flags of the command', () => {
      const [, shown = '', ...more] = help.split('\nExamples:\n')
      expect(more).toEqual([])
      const lines = shown.trimEnd().split('\n')
      expect(lines).toHaveLength(2)
      for (const line of lines) {
        expect(line).toMatch(new RegExp(`^ {2}.*\\bamelia ${name}\\b`))
        for (const flag of line.match(/(?<= )--[a-z-]+/g) ?? [])
          expect(command.options.map(({ long }) => long)).toContain(flag)
      }
    })

    it('describes each flag on its own, and lists the global ones', () => {
      for (const { description, flags } of command.createHelp().visibleOptions(command)) {
        expect(description, flags).toMatch(/^\S.{5,}[^.]$/)
        expect(description, flags).not.toMatch(/\b(?:the same|as above|another one|likewise)\b/)
      }
      for (const flag of ['--verbose', '--quiet', '--color <when>']) expect(help).toContain(flag)
    })
  },
)

describe('brief help', () => {
  const printed = async (...argv: string[]): Promise<string> => {
    let out = ''
    const printing = { ...(terminal as object), out: (more: string) => (out += more) } as never
    expect(await executeArguments(printing, argv)).toBe(0)
    return out
  }
  const commandsIn = (help: string): string[] =>
    [...help.matchAll(/^ {2}([a-z]+)(?: [<[].*?)? {2,}\S/gm)].map(([, name = '']) => name)
  const flagsIn = (help: string): string[] =>
    [...help.split('Global Options:', 1)[0]!.matchAll(/^ {2}(?:-h, )?(--\S+)/gm)].map(([, flag = '']) => flag)

  it('lists the commands that people use, on one screen of 80 columns and 24 lines', async () => {
    const help = await printed('--help')
    expect(commandsIn(help)).toEqual(
      'init check plan run resume revert status watch answer ui show logs diff merge'.split(' '),
    )
    const lines = help.trimEnd().split('\n')
    expect(lines.length).toBeLessThan(24)
    for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(80)
    expect(lines.at(-1)).toContain('amelia help all')
    expect(await printed('help')).toBe(help)
  })

  it('of amelia run lists 20 flags and --help', async () => {
    const help = await printed('run', '--help')
    expect(flagsIn(help)).toHaveLength(21)
    expect(help).toContain('All flags: amelia run --help all')
    expect(await printed('help', 'run')).toBe(help)
  })

  it('is complete on demand', async () => {
    for (const name of program.commands.map((command) => command.name()))
      expect(commandsIn(await printed('help', 'all'))).toContain(name)
    const run = program.commands.find((command) => command.name() === 'run')!
    const all = run.createHelp().visibleOptions(run)
    expect(all.length).toBeGreaterThan(60)
    for (const argv of [
      ['run', '--help', 'all'],
      ['help', 'run', 'all'],
    ])
      expect(flagsIn(await printed(...argv))).toHaveLength(all.length)
  })
})

it('the global flags are read before the command line is parsed', () => {
  expect(readGlobalFlags(['run', '--color', 'never', '-v'], {})).toEqual({
    ...{ color: 'never', verbose: true, quiet: false },
  })
  expect(readGlobalFlags(['--color=always', '--quiet', 'run'], { AMELIA_COLOR: 'never' })).toMatchObject({
    ...{ color: 'always', quiet: true },
  })
  expect(readGlobalFlags(['run', '--', '--quiet'], { AMELIA_VERBOSE: '1', AMELIA_COLOR: 'never' })).toEqual({
    ...{ color: 'never', verbose: true, quiet: false },
  })
  const env = { NO_COLOR: '1', FORCE_COLOR: '1', HOME: '/' }
  expect(colorEnvironment(env, 'auto')).toBe(env)
  expect(colorEnvironment(env, 'always')).toEqual({ FORCE_COLOR: '1', HOME: '/' })
  expect(colorEnvironment(env, 'never')).toEqual({ NO_COLOR: '1', HOME: '/' })
})
