import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTerminal } from '../terminal.ts'
import { drawLines } from './draw-lines.ts'
import { createScreen } from './screen.ts'
import { scrollPage } from './scroll-page.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const start = () => {
  const raw: boolean[] = []
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (mode: boolean) => void raw.push(mode),
  })
  const written: string[] = []
  const stdout = Object.assign(new PassThrough(), { isTTY: true, columns: 20, rows: 5 })
  stdout.write = ((text: string) => Boolean(written.push(text))) as never
  const terminal = createTerminal({ stdin, stdout, stderr: new PassThrough(), env: {} } as never)
  const keys: string[] = []
  let lines = ['one', 'two']
  let drawn = 0
  const suspend = vi.fn()
  const screen = createScreen(terminal, {
    render: () => ({ lines, cursor: { row: 1, column: 0 } }),
    onKey: ({ name }) => void keys.push(name),
    onDrawn: () => void drawn++,
    suspend,
  })
  const output = (): string => written.splice(0).join('')
  const type = (text: string | Buffer): void => void stdin.emit('data', Buffer.from(text))
  return {
    ...{ screen, raw, keys, output, type, suspend, stdout },
    drawn: () => drawn,
    show: (next: string[]) => {
      lines = next
      screen.invalidate()
    },
  }
}

const enter = '\u001b[?1049h\u001b[?2004h'
const leave = '\u001b[?2004l\u001b[?1049l'

describe('createScreen', () => {
  it('draws lines that differ, at most 20 times per second', () => {
    const { screen, show, output, drawn } = start()
    expect(output()).toBe(`${enter}\u001b[2J\u001b[1;1Hone\u001b[K\u001b[2;1Htwo\u001b[K\u001b[2;1H`)
    for (let k = 0; k < 100; k++) {
      show(['one', `${k}`])
      vi.advanceTimersByTime(10)
    }
    expect(drawn()).toBeLessThanOrEqual(21)
    expect(output()).not.toContain('one')
    vi.advanceTimersByTime(100)
    output()
    show(['one', '99'])
    vi.advanceTimersByTime(5_000)
    expect(output()).toBe('')
    screen.stop()
  })

  it('passes keys on, also those whose bytes arrive in parts', () => {
    const { screen, keys, type } = start()
    type('a\u001b')
    type('[A')
    type('b')
    const bytes = Buffer.from('日')
    type(bytes.subarray(0, 1))
    type(bytes.subarray(1))
    type('\u001b')
    expect(keys).toEqual(['a', 'up', 'b', '日'])
    vi.advanceTimersByTime(50)
    expect(keys.at(-1)).toBe('escape')
    screen.stop()
  })

  it('clears the screen after a resize', () => {
    const { screen, stdout, output } = start()
    vi.advanceTimersByTime(1_500)
    output()
    stdout.emit('resize')
    expect(output()).toContain('\u001b[2J\u001b[1;1Hone')
    screen.stop()
  })

  it('restores the terminal when it stops, when the process exits or crashes, and while another program has it', async () => {
    const events = ['exit', 'SIGCONT', 'SIGTSTP', 'uncaughtExceptionMonitor']
    const before = events.map((event) => process.listenerCount(event))
    const stopped = start()
    stopped.output()
    stopped.screen.stop()
    stopped.screen.stop()
    expect(stopped.output()).toBe(leave)
    expect(stopped.raw).toEqual([true, false])

    for (const event of ['exit', 'uncaughtExceptionMonitor']) {
      const { screen, output, raw } = start()
      output()
      const listener = process.listeners(event as 'exit').at(-1) as () => void
      listener()
      expect(output()).toBe(leave)
      expect(raw).toEqual([true, false])
      screen.stop()
    }

    const { screen, output, raw, type, keys } = start()
    output()
    await screen.lend(async () => {
      expect(screen.isLent).toBe(true)
      expect(output()).toBe(leave)
      type('x')
    })
    expect(output()).toContain(`${enter}\u001b[2J`)
    expect([raw, keys]).toEqual([[true, false, true], []])
    screen.stop()
    expect(events.map((event) => process.listenerCount(event))).toEqual(before)
  })

  it('is suspended by Ctrl-Z with the terminal restored, and comes back', () => {
    const { screen, output, raw, type, suspend, keys } = start()
    output()
    suspend.mockImplementation(() => expect([output(), raw.at(-1)]).toEqual([leave, false]))
    type('\u001a')
    expect(suspend).toHaveBeenCalledOnce()
    process.emit('SIGCONT')
    expect(output()).toContain(`${enter}\u001b[2J`)
    expect([raw, keys]).toEqual([[true, false, true], []])
    screen.stop()
  })
})

describe('drawLines', () => {
  it('clears lines that are no longer there', () => {
    expect(drawLines(['a', 'b'], ['a'])).toBe('\u001b[2;1H\u001b[K')
    expect(drawLines(['a'], ['a'])).toBe('')
  })
})

describe('scrollPage', () => {
  it('stays within the page', () => {
    const page = { lines: Array.from({ length: 10 }, String), top: 0 }
    const at = (keys: string[]): number => keys.reduce((each, key) => scrollPage(each, key, 4), page).top
    expect([['up'], ['down'], [' '], [' ', ' '], ['G'], ['G', 'k'], ['G', 'g'], ['x']].map(at)).toEqual([
      0, 1, 4, 6, 6, 5, 0, 0,
    ])
  })
})
