import { describe, expect, it } from 'vitest'
import { createProgram } from './program.ts'

const program = createProgram(
  {
    out: () => {},
    error: () => {},
    stdout: { isTTY: true },
    columns: 80,
    paintError: (text: string) => text,
  } as never,
  [],
  () => {},
)
const helpOf = (name: string): string =>
  program.commands.find((command) => command.name() === name)!.helpInformation()

const headingsOf = (help: string): string[] => help.match(/^[A-Z].*:$/gm) ?? []

describe('the help of amelia run and resume', () => {
  it.each([
    ['run', ['Agents:', 'Execution:', 'Cluster:', 'Questions:', 'Checks and reviews:']],
    ['resume', ['Agents:', 'Execution:', 'Cluster:', 'Questions:', 'Checks and reviews:']],
    ['fork', ['Agents:', 'Execution:', 'Questions:', 'Checks and reviews:']],
  ])('groups the flags of amelia %s, all of them, in 80 columns', (name, middle) => {
    const help = helpOf(name)
    const last = ['Repository:', 'Workspaces:', 'Config file:', 'Output:', 'Global Options:']
    expect(headingsOf(help)).toEqual(['Arguments:', 'Plan:', ...middle, ...last])
    for (const line of help.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
  })

  it('shows a flag that can be negated once', () => {
    expect(helpOf('run').match(/^ {2}--\S*adapt/gm)).toEqual(['  --[no-]adapt'])
  })
})
