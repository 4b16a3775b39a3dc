import { createManualClock } from '@amelia/core/testing'
import { describe, expect, it } from 'vitest'
import { runnerOf, tryTools } from './stage.ts'

describe('run', () => {
  it('is there for who may write, and only where there is a runner', async () => {
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

  it('gives the program its arguments as they are, and the model plain output', async () => {
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
      [/empty/, /leads out/, /list of texts/].map((say) => expect.stringMatching(say)),
    )
    expect(heard).toContainEqual({ type: 'tool', name: 'run', summary: 'npm test ; rm -rf $HOME' })
  })

  it('ends a command whose time is up, and keeps the ends of a long output', async () => {
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
    expect(results[0]).toMatch(/^It was ended \(SIGTERM\) after 600 s.\nbegin/)
    expect(results[0]).toMatch(/characters left out .*\n.*end$/s)
    expect(results[0]?.length).toBeLessThan(30_100)
  })
})

it('who may only read changes nothing, whatever it asks for', async () => {
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
  for (const result of results.slice(0, 4)) expect(result).toMatch(/There are: read, list, search\.$/)
  expect(results[4]).toMatch(/\na$/)
})
