import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLineOutput } from './line-output.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const start = () => {
  const received: string[] = []
  const output = createLineOutput((text) => received.push(text))
  return { output, received, write: output.stream(), other: output.stream() }
}

describe('createLineOutput', () => {
  it('passes on complete lines, at most ten times a second, and the rest at the end', () => {
    const { output, received, write, other } = start()
    write(Buffer.from('one\ntw'))
    other(Buffer.from('warning\n'))
    write(Buffer.from('o\nthree'))
    expect(received).toEqual([])
    vi.advanceTimersByTime(100)
    expect(received).toEqual(['one\nwarning\ntwo\n'])
    output.end()
    expect(received).toEqual(['one\nwarning\ntwo\n', 'three'])
    output.end()
    expect(received).toHaveLength(2)
  })

  it('keeps characters and control sequences that are split between chunks', () => {
    const { output, received, write } = start()
    const text = Buffer.from('\u001b[31mgrün\u001b[0m\n')
    for (const byte of text) write(Buffer.from([byte]))
    output.end()
    expect(received).toEqual(['grün\n'])
  })

  it('bounds what waits, also of a line without an end', () => {
    const { output, received, write } = start()
    for (let n = 0; n < 10_000; n += 1) write(Buffer.from(`line ${n}\n`))
    vi.advanceTimersByTime(100)
    write(Buffer.from('x'.repeat(100_000)))
    output.end()
    expect(received[0]).toMatch(/^…\nline \d+\n[^]*line 9999\n$/)
    expect(Math.max(...received.map(({ length }) => length))).toBeLessThan(8_100)
  })
})
