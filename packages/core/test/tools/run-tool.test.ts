import { describe, expect, it } from 'vitest'
import { createManualClock } from '../../src/testing.ts'
import { problemsOf, stageTools, textsOf } from './tool-stage.ts'

const fine = { exitCode: 0, output: '', truncated: false, durationMs: 1 }

describe('run', () => {
  it('is available to sessions that may write, if the host has a runner', async () => {
    const run = async () => fine
    const writing = ['read', 'list', 'search', 'write', 'edit', 'delete']
    expect((await stageTools({ run })).names()).toEqual([...writing, 'run'])
    expect((await stageTools()).names()).toEqual(writing)
    expect((await stageTools({ run, access: 'read' })).names()).toEqual(['read', 'list', 'search'])
  })

  it('passes arguments unchanged, and plain output to the model', async () => {
    const asked: object[] = []
    const { use } = await stageTools({
      files: { '/src/a': 'a' },
      async run({ argv, cwd, env }) {
        asked.push({ argv, cwd, env })
        return { exitCode: 3, output: '\u001b[31mred\u001b[0m\u0007\n', truncated: false, durationMs: 1_234 }
      },
    })
    const results = await use([
      ['run', { argv: ['npm', 'test', '; rm -rf $HOME'], cwd: 'src' }],
      ['run', { argv: ['ls'] }],
      ['run', { argv: [] }],
      ['run', { argv: ['a\0b'] }],
      ['run', { argv: 'ls' }],
      ['run', { argv: ['ls'], cwd: '../..' }],
      ['run', { argv: ['ls'], cwd: '.git' }],
      ['run', { argv: ['ls'], cwd: 'lib' }],
      ['run', { argv: ['ls'], cwd: 'src/a' }],
    ])
    expect(asked).toEqual([
      { argv: ['npm', 'test', '; rm -rf $HOME'], cwd: 'src', env: undefined },
      { argv: ['ls'], cwd: undefined, env: undefined },
    ])
    expect(results[0]).toEqual({ text: 'Exit code 3 after 1.2 s.\nred' })
    expect(problemsOf(results).slice(2)).toEqual([
      ...['input_invalid', 'input_invalid', 'input_invalid', 'path_denied', 'path_denied'],
      ...['not_found', 'wrong_kind'],
    ])
  })

  it("marks the program with the session's marker, by which the host finds and ends it", async () => {
    const asked: object[] = []
    const { use } = await stageTools({
      marker: 'run.1.000000001',
      async run({ env }) {
        asked.push({ env })
        return fine
      },
    })
    await use([['run', { argv: ['ls'] }]])
    expect(asked).toEqual([{ env: { AMELIA_SESSION: 'run.1.000000001' } }])
  })

  it('reports a program that was not found, and a runner that is broken', async () => {
    const { use } = await stageTools({
      async run({ argv: [program] }) {
        if (program === 'broken') throw new Error('The container is gone.')
        return { ...fine, exitCode: 127, output: 'nothing: command not found\n' }
      },
    })
    const results = await use([
      ['run', { argv: ['nothing'] }],
      ['run', { argv: ['broken'] }],
    ])
    expect(problemsOf(results)).toEqual(['not_started', 'failed'])
    expect(textsOf(results)).toEqual([
      expect.stringMatching(
        /not found, or could not be started. Exit code 127 .*\nnothing: command not found$/,
      ),
      'Failed: The container is gone.',
    ])
  })

  it('ends a command at its time limit, and keeps both ends of a long output', async () => {
    for (const [commandTimeoutMs, limit] of [
      [undefined, 600_000],
      [5_000, 5_000],
    ] as const) {
      const clock = createManualClock()
      const { use } = await stageTools({
        clock,
        async run({ signal }) {
          clock.advance(limit - 1)
          expect(signal.aborted).toBe(false)
          const ended = new Promise<void>((resolve) => {
            signal.addEventListener('abort', () => resolve())
          })
          clock.advance(1)
          await ended
          const output = `begin\n${'x\n'.repeat(99_999)}end`
          return { exitCode: null, signal: 'SIGTERM', output, truncated: false, durationMs: limit }
        },
      })
      const [result] = await use(
        [['run', { argv: ['sleep'] }]],
        commandTimeoutMs === undefined ? {} : { commandTimeoutMs },
      )
      expect(result?.text).toMatch(/^Ended by SIGTERM after \d+ s.\nbegin/)
      expect(result?.text).toMatch(/lines left out.*\nend$/s)
      expect(result?.text.length).toBeLessThan(30_000)
      expect(clock.waiting).toBe(0)
    }
  })

  it('ends with the session, and has a result', async () => {
    const stop = new AbortController()
    const { tools } = await stageTools({
      signal: stop.signal,
      async run({ signal }) {
        stop.abort(new Error('stopped'))
        return { ...fine, exitCode: null, signal: signal.aborted ? 'SIGTERM' : 'none' }
      },
    })
    expect((await tools.call('run', { argv: ['sleep'] })).text).toMatch(/^Ended by SIGTERM/)
    await expect(tools.call('run', { argv: ['sleep'] })).rejects.toThrow('stopped')
  })
})

it('a read-only session changes nothing, whatever it calls', async () => {
  const { use, text } = await stageTools({
    files: { '/a.txt': 'a' },
    access: 'read',
    run: () => Promise.reject(new Error('must not run')),
  })
  const results = await use([
    ['write', { path: 'a.txt', content: 'x' }],
    ['edit', { path: 'a.txt', old: 'a', new: 'x' }],
    ['delete', { path: 'a.txt' }],
    ['run', { argv: ['rm', 'a.txt'] }],
    ['read', { path: 'a.txt' }],
  ])
  expect(await text('/a.txt')).toBe('a')
  for (const result of results.slice(0, 4)) {
    expect(result.problem).toBe('tool_unknown')
    expect(result.text).toMatch(/Available tools: read, list, search\.$/)
  }
  expect(results[4]?.text).toMatch(/\na$/)
})
