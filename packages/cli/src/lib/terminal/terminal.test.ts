import { EventEmitter } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import { createTerminal, isAscii, wantsColor } from './terminal.ts'

describe('wantsColor', () => {
  it.each([
    [true, {}, true],
    [false, {}, false],
    [undefined, {}, false],
    [true, { TERM: 'dumb' }, false],
    [true, { NO_COLOR: '1' }, false],
    [true, { NO_COLOR: '' }, true],
    [false, { FORCE_COLOR: '1' }, true],
    [true, { FORCE_COLOR: '0' }, false],
    [true, { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
  ])('a terminal: %s, %o: %s', (isTTY, env, expected) => {
    expect(wantsColor(isTTY, env)).toBe(expected)
  })
})

describe('isAscii', () => {
  it.each([
    [{}, false],
    [{ LANG: 'de_DE.UTF-8' }, false],
    [{ LANG: 'C' }, true],
    [{ LANG: 'de_DE.UTF-8', LC_ALL: 'POSIX' }, true],
    [{ LC_CTYPE: 'C.utf8', LANG: 'C' }, false],
    [{ TERM: 'linux' }, true],
  ])('%o: %s', (env, expected) => {
    expect(isAscii(env)).toBe(expected)
  })
})

const fakeStream = (more: object = {}) => {
  const written: string[] = []
  const stream = Object.assign(new EventEmitter(), {
    write: (text: string) => written.push(text) > 0,
    ...more,
  })
  return { written, stream }
}
const terminalOf = (stdout: object, env = {}) =>
  createTerminal({ stdin: { isTTY: true }, stdout, stderr: fakeStream().stream, env } as never)

describe('createTerminal', () => {
  it('follows the capabilities of its streams', () => {
    const { stream } = fakeStream({ isTTY: true, columns: 12, rows: 2 })
    expect(terminalOf(stream)).toMatchObject({ columns: 20, rows: 4, live: true, attended: true })
    expect(terminalOf(stream, { TERM: 'dumb' }).live).toBe(false)
    expect(terminalOf(fakeStream().stream)).toMatchObject({ columns: Infinity, rows: 24, live: false })
  })

  it('stops writing when the reader closes', () => {
    const { stream, written } = fakeStream()
    const terminal = terminalOf(stream)
    terminal.out('a')
    stream.emit('error', Object.assign(new Error('broken pipe'), { code: 'EPIPE' }))
    terminal.out('b')
    expect(written).toEqual(['a'])
    expect(terminal.gone.aborted).toBe(true)
  })

  it('reports once that the output cannot be written, and writes no more', () => {
    const [out, error] = [fakeStream(), fakeStream()]
    const onLost = vi.fn()
    const streams = { stdin: {}, stdout: out.stream, stderr: error.stream, env: {} }
    const terminal = createTerminal(streams as never, { onLost })
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    for (let write = 0; write < 3; write++) out.stream.emit('error', full)
    terminal.out('b')
    expect(out.written).toEqual([])
    expect(error.written).toEqual([
      'error: The output cannot be written: ENOSPC: no space left on device, write\n',
    ])
    expect(onLost).toHaveBeenCalledOnce()
    error.stream.emit('error', full)
    expect(onLost).toHaveBeenCalledTimes(2)
  })
})
