import { describe, expect, it } from 'vitest'
import type { Workspace } from '../../contract/workspace.ts'
import { createMemoryFiles } from './memory-files.ts'
import { createScriptedCommands } from './scripted-commands.ts'

const workspace: Workspace = { id: 'w', base: 'c0', fs: createMemoryFiles(new Map()) }
const request = (...argv: string[]) => ({ argv, workspace, signal: new AbortController().signal })

describe('createScriptedCommands', () => {
  it('exits with 0 without a script, and records requests', async () => {
    const commands = createScriptedCommands()
    expect(await commands.run(request('a', 'b'))).toEqual({
      exitCode: 0,
      output: '',
      truncated: false,
      durationMs: 0,
    })
    expect(commands.requests.map(({ argv }) => argv)).toEqual([['a', 'b']])
    expect(await commands.find('a', workspace)).toBe(true)
  })

  it('follows its script', async () => {
    const commands = createScriptedCommands(async ({ argv: [program] }) =>
      program === 'red' ? 1 : program === 'slow' ? { durationMs: 9, output: 'z' } : undefined,
    )
    expect(await commands.run(request('red'))).toMatchObject({ exitCode: 1 })
    expect(await commands.run(request('slow'))).toMatchObject({ exitCode: 0, durationMs: 9, output: 'z' })
    expect(await commands.run(request('none'))).toMatchObject({ exitCode: 127, output: 'none: not found' })
  })

  it('starts nothing if already stopped', async () => {
    const commands = createScriptedCommands(() => {
      throw new Error('started')
    })
    expect(await commands.run({ ...request('a'), signal: AbortSignal.abort() })).toMatchObject({
      exitCode: null,
      signal: 'SIGTERM',
    })
  })
})
