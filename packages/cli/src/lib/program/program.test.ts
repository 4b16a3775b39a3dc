import { expect, it } from 'vitest'
import { createTerminal } from '../terminal/terminal.ts'
import { createProgram } from './program.ts'

const terminal = createTerminal(process)

const namesFor = (...argv: string[]): string[] =>
  createProgram(terminal, argv, () => {}).commands.map((command) => command.name())

it('adds a named command as the help shows it', () => {
  const all = namesFor()
  expect(new Set(all).size).toBe(all.length)
  for (const name of all) {
    const names = namesFor(name)
    expect(names).toContain(name)
    expect(all).toEqual(expect.arrayContaining(names))
    // A group that lists only some of its commands would be found here.
    expect(names.length, name).toBeLessThan(all.length)
  }
})

it('adds all commands where the first argument names none', () => {
  expect(namesFor('chekc')).toEqual(namesFor())
  expect(namesFor('help', 'check')).toEqual(namesFor())
})

it.each(['-h', '--help', 'help'])('lists the commands for %s alone without creating their flags', (flag) => {
  const create = (...argv: string[]) => createProgram(terminal, argv, () => {})
  expect(create(flag).helpInformation()).toBe(create(flag, 'check').helpInformation())
  expect(create(flag).commands.flatMap((command) => command.options)).toEqual([])
  expect(create(flag, 'check').commands.flatMap((command) => command.options)).not.toEqual([])
})

it('adds no commands for the version alone', () => {
  expect(namesFor('--version')).toEqual([])
  expect(namesFor('--version', 'check')).toEqual(namesFor())
})
