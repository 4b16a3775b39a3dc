import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
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
