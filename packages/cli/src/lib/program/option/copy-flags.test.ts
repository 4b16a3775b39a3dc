import { Command } from 'commander'
import { expect, it } from 'vitest'
import { createProgram } from '../program.ts'
import { copyFlags } from './copy-flags.ts'

it('copies the flags of a command line with their values, except for some', () => {
  const command = new Command()
    .option('--driver <name>')
    .option('--model <name>')
    .option('--no-config')
    .option('--out <file>')
    .option('--context <text>')
  const argv = ['plan', 'A goal', '--driver', 'claude', '--out', 'plan.md', '--model=a=b', '--no-config']
  const more = ['--context', '--driver', '--quiet', '--', '--model', 'c']
  expect(copyFlags(command, [...argv, ...more], ['--out', '--context'])).toEqual([
    ...['--driver', 'claude', '--model=a=b', '--no-config'],
  ])
})

it('amelia run has each flag of amelia plan that may be copied', () => {
  const terminal = { out() {}, error() {}, columns: 80 } as never
  const flagsOf = (name: string): string[] =>
    createProgram(terminal, [name], () => {})
      .commands.find((command) => command.name() === name)!
      .options.map(({ long }) => long ?? '')
  const run = flagsOf('run')
  const own = ['--format', '--issue', '--context', '--no-tdd', '--change', '--edit', '--out']
  expect(flagsOf('plan').filter((flag) => !run.includes(flag) && !own.includes(flag))).toEqual([])
})
