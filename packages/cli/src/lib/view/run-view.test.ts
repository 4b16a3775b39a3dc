import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { AmeliaError, type Run } from '@amelia/core'
import { stripAnsi } from '@amelia/core/plugin'
import { describe, expect, it } from 'vitest'
import { createRunView } from './run-view.ts'
import { createTerminal } from '../terminal/terminal.ts'

type Listener = (event: object) => void

interface Keyboard {
  stdin: EventEmitter
  /** The phases that were cancelled, and Ctrl-C. */
  done: unknown[]
}

const createKeyboard = (): Keyboard => ({
  stdin: Object.assign(new EventEmitter(), {
    isTTY: true,
    setRawMode: () => {},
    resume: () => {},
    pause: () => {},
  }),
  done: [],
})

const start = (isTTY: boolean, json = false, keyboard?: Keyboard) => {
  const stdout = Object.assign(new PassThrough(), { isTTY, columns: 60, rows: 10 })
  const stderr = new PassThrough()
  const terminal = createTerminal({
    stdin: keyboard?.stdin ?? {},
    stdout,
    stderr,
    env: { NO_COLOR: '1' },
  } as never)
  const listeners = new Set<Listener>()
  const progress = new Set<Listener>()
  const add = (set: Set<Listener>, listener: Listener) => {
    set.add(listener)
    return () => set.delete(listener)
  }
  const run = {
    subscribe: (_: object, listener: Listener) => add(listeners, listener),
    on: (_: string, listener: Listener) => add(progress, listener),
    whyWaiting(id: string) {
      if (id !== '1') throw new AmeliaError('OPTION_INVALID', 'no such phase', { option: 'phaseId' })
      return { reason: 'place', phases: [], sentence: 'Waits for a place.' }
    },
    cancel: (what: object) => keyboard?.done.push(what),
  } as unknown as Run
  const phases = ['1', '2'].map((id) => ({ id, title: id === '1' ? 'One' : 'Two', status: 'pending' }))
  const plan = { goal: 'A goal', phases }
  const view = createRunView(terminal, run, plan as never, {
    json,
    ...(keyboard && { interrupt: () => void keyboard.done.push('interrupt') }),
  })
  const read = (stream: PassThrough) => String(stream.read() ?? '')
  return {
    view,
    listeners,
    out: () => read(stdout),
    error: () => read(stderr),
    emit: (event: object) => listeners.forEach((listener) => listener(event)),
    report: (event: object) => progress.forEach((listener) => listener(event)),
    tty: stdout,
  }
}
const started = {
  type: 'phase_started',
  seq: 1,
  at: '2026-01-01T00:00:00.000Z',
  phaseId: '1',
  title: 'One',
  attempt: 1,
}

describe('createRunView', () => {
  it('prints one JSON event per line, and notices to stderr', () => {
    const { view, out, error, emit, listeners } = start(true, true)
    emit(started)
    view.pause()
    view.resume()
    view.interrupted('draining')
    expect(out()).toBe(`${JSON.stringify(started)}\n`)
    expect(error()).toBe(
      'Draining: running phases finish, and no others start. Press Ctrl-C again to stop them.\n',
    )
    view.stop()
    expect(listeners.size).toBe(0)
  })

  // seed: intelligent-execution 113
  it('prints one line per event without a terminal', () => {
    const { view, out, error, emit } = start(false)
    emit(started)
    emit({ ...started, type: 'unit_completed' })
    emit({ ...started, at: '2026-01-01T00:01:05.000Z', type: 'phase_cancelled' })
    view.interrupted('cancelling')
    view.stop()
    expect(out()).toBe('00:00  1       started: One\n01:05  1       cancelled\n')
    expect(error()).toBe('Stopping. Press Ctrl-C again to exit immediately.\n')
  })

  it('draws in a terminal, hides during a question, and removes its listeners', async () => {
    const { view, out, emit, report, listeners, tty } = start(true)
    expect(stripAnsi(out())).toMatch(/○ 1 {2}One +waits for a place\n○ 2 {2}Two\n/)
    emit(started)
    report({
      type: 'session_progress',
      phaseId: '1',
      progress: { type: 'tool', name: 'edit', summary: 'a.js' },
    })
    await wait(150)
    expect(stripAnsi(out())).toMatch(/● 1 {2}One .*edit a\.js/)

    view.pause()
    out()
    emit({ ...started, type: 'phase_cancelled' })
    await wait(150)
    expect(out()).toBe('')
    view.resume()
    expect(out()).toContain('⊘ 1  One')
    view.interrupted('draining')
    expect(out()).toContain('Draining. Ctrl-C: stop now')

    view.stop()
    view.stop()
    out()
    await wait(150)
    expect(out()).toBe('')
    expect(listeners.size + tty.listenerCount('resize')).toBe(0)
  })

  // seed: intelligent-execution 101
  it('cancels a running step by key, and passes Ctrl-C on', () => {
    const keyboard = createKeyboard()
    const { view, out, emit } = start(true, false, keyboard)
    emit(started)
    emit({
      ...{ type: 'step_started', seq: 2, at: started.at, phaseId: '1', subtaskId: '1.1', stepId: 's1' },
      ...{ description: 'Sleep', action: 'command' },
    })
    const press = (text: string | undefined, key: object): unknown =>
      keyboard.stdin.emit('keypress', text, key)
    press('c', { name: 'c' })
    expect(stripAnsi(out())).toContain('Cancel step s1 of phase 1? y: yes')
    press('y', { name: 'y' })
    press(undefined, { ctrl: true, name: 'c' })
    expect(keyboard.done).toEqual([{ phaseId: '1', stepId: 's1' }, 'interrupt'])
    view.stop()
    expect(keyboard.stdin.listenerCount('keypress')).toBe(0)
  })
})
