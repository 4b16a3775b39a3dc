import { createManualClock } from '@amelia/core/testing'
import { describe, expect, it } from 'vitest'
import { says, uses } from './scripted-model.ts'
import { runnerOf, stage, tryTools } from './stage.ts'

describe('run', () => {
  it('is available to sessions that may write, if there is a runner', async () => {
    const commands = runnerOf(async () => ({ exitCode: 0, output: '', truncated: false, durationMs: 1 }))
    const names = async (access: 'read' | 'write', options = {}) =>
      (await tryTools([['list', {}]], options, access)).model.doGenerateCalls[0]?.tools?.map(
        ({ name }) => name,
      )
    expect(await names('write', { commands })).toEqual([
      'read',
      'list',
      'search',
      'write',
      'edit',
      'delete',
      'run',
    ])
    expect(await names('write')).not.toContain('run')
    expect(await names('read', { commands })).toEqual(['read', 'list', 'search'])
  })

  it('passes arguments unchanged, and plain output to the model', async () => {
    const asked: object[] = []
    const commands = runnerOf(async ({ argv, cwd, env }) => {
      asked.push({ argv, cwd, env })
      return { exitCode: 3, output: '\u001b[31mred\u001b[0m\u0007\n', truncated: false, durationMs: 1_234 }
    })
    const { results, heard } = await tryTools(
      [
        ['run', { argv: ['npm', 'test', '; rm -rf $HOME'], cwd: 'src' }],
        ['run', { argv: ['ls'] }],
        ['run', { argv: [] }],
        ['run', { argv: ['ls'], cwd: '../..' }],
        ['run', { argv: 'ls' }],
      ],
      { commands },
    )
    expect(asked).toEqual([
      { argv: ['npm', 'test', '; rm -rf $HOME'], cwd: 'src', env: undefined },
      { argv: ['ls'], cwd: undefined, env: undefined },
    ])
    expect(results[0]).toBe('Exit code 3 after 1.2 s.\nred')
    expect(results.slice(2)).toEqual(
      [/empty/, /leads out/, /array of strings/].map((say) => expect.stringMatching(say)),
    )
    expect(heard).toContainEqual({ type: 'tool', name: 'run', summary: 'npm test ; rm -rf $HOME' })
  })

  it("marks the program with the session's marker, by which the host finds and ends it", async () => {
    const asked: object[] = []
    const commands = runnerOf(async ({ env }) => {
      asked.push({ env })
      return { exitCode: 0, output: '', truncated: false, durationMs: 1 }
    })
    const { session } = await stage([uses(['run', { argv: ['ls'] }]), says('done')], { commands })
    await session({ marker: 'run.1.000000001' })
    expect(asked).toEqual([{ env: { AMELIA_SESSION: 'run.1.000000001' } }])
  })

  it('ends a command at its time limit, and keeps both ends of a long output', async () => {
    const clock = createManualClock()
    const commands = runnerOf(async ({ signal }) => {
      clock.advance(600_000)
      await new Promise<void>((resolve) => {
        if (signal.aborted) resolve()
        else signal.addEventListener('abort', () => resolve())
      })
      return {
        exitCode: null,
        signal: 'SIGTERM',
        output: `begin${'x'.repeat(99_999)}end`,
        truncated: false,
        durationMs: 600_000,
      }
    })
    const { results } = await tryTools([['run', { argv: ['sleep'] }]], { commands, clock })
    expect(results[0]).toMatch(/^Ended by SIGTERM after 600 s.\nbegin/)
    expect(results[0]).toMatch(/characters left out .*\n.*end$/s)
    expect(results[0]?.length).toBeLessThan(30_100)
  })
})

it('a read-only session changes nothing, whatever it calls', async () => {
  const commands = runnerOf(async () => {
    throw new Error('must not run')
  })
  const { results, text } = await tryTools(
    [
      ['write', { path: 'a.txt', content: 'x' }],
      ['edit', { path: 'a.txt', old: 'a', new: 'x' }],
      ['delete', { path: 'a.txt' }],
      ['run', { argv: ['rm', 'a.txt'] }],
      ['read', { path: 'a.txt' }],
    ],
    { files: { '/a.txt': 'a' }, commands },
    'read',
  )
  expect(await text('/a.txt')).toBe('a')
  for (const result of results.slice(0, 4)) expect(result).toMatch(/Available tools: read, list, search\.$/)
  expect(results[4]).toMatch(/\na$/)
})
